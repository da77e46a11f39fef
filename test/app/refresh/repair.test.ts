import { beforeEach, describe, expect, test } from 'vitest';
import { objectId } from './support/memory-service';
import { assetId, cityId, RefreshSite } from './support/refresh-site';

const laptop = { objectId: objectId(1), label: 'MacBook Pro' };
const phone = { objectId: objectId(2), label: 'Phone' };
const country = { objectId: objectId(3), label: 'Latvia' };
const countryLevel = { levelId: 'c0ffee00-0000-4000-8000-000000000001', objects: [country] };
const cityLevel = { levelId: 'c0ffee00-0000-4000-8000-000000000002', objects: [laptop] };
let site: RefreshSite;

beforeEach(() => {
  site = new RefreshSite();
});

const store = (fieldId: string, value: unknown) => site.addIssue({ [fieldId]: value });
const valueOf = (index: number, fieldId = assetId) => site.jira.issues[index]?.fields[fieldId];

describe('Values that were written from outside', () => {
  test('get what JQL searches, with every object once and labels of the length that is stored', async () => {
    store(assetId, { objects: [laptop, phone, { ...laptop, color: 'grey' }] });
    store(assetId, { objects: [{ objectId: objectId(4), label: 'x'.repeat(300) }] });
    await site.refreshDaily();
    expect(valueOf(0)).toEqual({
      objects: [laptop, phone],
      objectIds: [laptop.objectId, phone.objectId],
      labels: ['MacBook Pro', 'Phone'],
    });
    expect(valueOf(1)).toMatchObject({ labels: [`${'x'.repeat(254)}…`] });
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', repaired: 2, leftAlone: 0 });
  });

  test.each([
    ['objects alone', { objects: [laptop] }, { pathIds: [laptop.objectId] }],
    [
      'levels that end in its objects',
      { objects: [laptop], levels: [countryLevel, cityLevel] },
      { pathIds: [country.objectId, laptop.objectId], levels: [countryLevel, cityLevel] },
    ],
    [
      'levels whose labels are older than those of its objects',
      { objects: [{ ...laptop, label: 'MacBook Air' }], levels: [countryLevel, cityLevel] },
      {
        labels: ['MacBook Air'],
        levels: [countryLevel, { ...cityLevel, objects: [{ ...laptop, label: 'MacBook Air' }] }],
      },
    ],
    [
      'levels of which the last ones are empty',
      { objects: [country], levels: [countryLevel, { ...cityLevel, objects: [] }] },
      {
        pathIds: [country.objectId],
        levels: [countryLevel, { ...cityLevel, objects: [] }],
      },
    ],
    [
      'levels that end elsewhere',
      { objects: [phone], levels: [countryLevel, cityLevel] },
      { pathIds: [phone.objectId] },
    ],
  ])('of a cascade too: %s', async (_, value, expected) => {
    store(cityId, value);
    await site.refreshDaily();
    const objectIds = value.objects.map((object) => object.objectId);
    expect(valueOf(0, cityId)).toMatchObject({ objects: value.objects, objectIds, ...expected });
  });

  test.each([
    ['text', 'MacBook Pro'],
    ['an object without an id', { objects: [{ label: 'MacBook Pro' }] }],
    ['no objects', { objects: [] }],
  ])('of no known shape are left alone and counted: %s', async (_, value) => {
    store(assetId, value);
    store(assetId, { objects: [laptop] });
    await site.refreshDaily();
    expect(valueOf(0)).toEqual(value);
    const told = { repaired: 1, leftAlone: 1, leftAloneKeys: ['DEMO-1'] };
    expect(await site.refresh.find()).toMatchObject(told);
  });

  test('are still told of after a refresh of one query, which looks at none', async () => {
    store(assetId, 'no object');
    await site.refreshDaily();
    await site.refreshNow(['0'.repeat(64)]);
    expect(await site.refresh.find()).toMatchObject({
      leftAlone: 1,
      leftAloneKeys: ['DEMO-1'],
      leftAloneFields: ['Asset'],
    });
  });

  test('are all found, however many pages they are on', async () => {
    for (let index = 0; index < 530; index += 1) {
      store(assetId, index % 5 === 0 ? 'no object' : { objects: [laptop] });
    }
    await site.refreshDaily();
    const told = await site.refresh.find();
    expect(told).toMatchObject({ repaired: 424, leftAlone: 106 });
    const firstKeys = Array.from({ length: 20 }, (_, index) => `DEMO-${5 * index + 1}`);
    expect(told?.leftAloneKeys).toEqual(firstKeys);
  });

  test('are all found where people change work items while the pages are read', async () => {
    for (let index = 0; index < 150; index += 1) store(assetId, 'no object');
    store(assetId, { objects: [laptop] });
    const searchIssues = site.jira.searchIssues.bind(site.jira);
    site.jira.searchIssues = async (...asked) => {
      const page = await searchIssues(...asked);
      site.jira.changedIds.unshift('151');
      return page;
    };
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ repaired: 1, leftAlone: 150 });
  });

  test('are not written over what someone has just saved', async () => {
    store(assetId, { objects: [laptop] });
    const saved = { objects: [phone], objectIds: [phone.objectId], labels: [phone.label] };
    const searchIssues = site.jira.searchIssues.bind(site.jira);
    site.jira.searchIssues = async (...asked) => {
      const page = await searchIssues(...asked);
      site.jira.issues = site.jira.issues.map((issue) => ({
        ...issue,
        fields: { [assetId]: saved },
      }));
      return page;
    };
    await site.refreshDaily();
    expect(valueOf(0)).toEqual(saved);
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', repaired: 0, leftAlone: 0 });
  });

  test('are not written again where the search does not know of it yet', async () => {
    const value = { objects: [laptop], objectIds: [laptop.objectId], labels: [laptop.label] };
    store(assetId, value);
    site.jira.isSearchBehind = true;
    await site.refreshDaily();
    expect(site.jira.calls).not.toContain('writeFieldValues');
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', repaired: 0, leftAlone: 0 });
  });

  test('are listed by work item, once for each field that is left alone, and by field', async () => {
    site.addIssue({ [assetId]: 'MacBook Pro', [cityId]: 'Riga' });
    await site.refreshDaily();
    const told = {
      leftAlone: 2,
      leftAloneKeys: ['DEMO-1', 'DEMO-1'],
      leftAloneFields: ['Asset', 'City'],
    };
    expect(await site.refresh.find()).toMatchObject(told);
    expect(JSON.stringify([...site.store.entries])).not.toMatch(/MacBook|Riga/);
  });

  test('are filled in without a token and without the service, and not for single queries', async () => {
    store(assetId, { objects: [laptop] });
    site.token = undefined;
    await site.refreshNow(['0'.repeat(64)]);
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', repaired: 0, leftAlone: 0 });
    await site.refreshNow();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', repaired: 1 });
  });

  test('are written one by one where Jira refuses one of them, which is left alone and counted', async () => {
    for (let index = 0; index < 130; index += 1) store(assetId, { objects: [laptop] });
    site.jira.unwritable.add('7');
    await site.refreshDaily();
    expect(valueOf(6)).toEqual({ objects: [laptop] });
    const told = { phase: 'done', repaired: 129, leftAlone: 1, leftAloneKeys: ['DEMO-7'] };
    expect(await site.refresh.find()).toMatchObject(told);
  });

  test('of a field that Jira cannot search keep no other field waiting', async () => {
    store(cityId, { objects: [laptop] });
    site.jira.trouble = (call) =>
      call === 'searchIssues' && site.jira.calls.filter((made) => made === call).length === 1
        ? { status: 400 }
        : undefined;
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ phase: 'done', repaired: 1 });
    expect(site.log).toEqual([expect.stringContaining('JiraError')]);
  });

  test('stay counted where Jira refuses a later page', async () => {
    for (let index = 0; index < 150; index += 1) store(assetId, 'no object');
    site.jira.trouble = (call) =>
      call === 'searchIssues' && site.jira.calls.filter((made) => made === call).length === 2
        ? { status: 400 }
        : undefined;
    await site.refreshDaily();
    expect(await site.refresh.find()).toMatchObject({ leftAlone: 100, leftAloneFields: ['Asset'] });
  });
});
