import { beforeEach, describe, expect, test } from 'vitest';
import { objectId, workspaceId } from '../refresh/support/memory-service';
import type { CascadeValue } from '../../../src/app/cascade-field/cascade-value';
import { assetId, configurationOf, placeIn } from '../refresh/support/memory-site';
import fc from '../../support/property-testing';
import { UpkeepSite } from './support/upkeep-site';
import { entriesOf, relabel, type FieldEntry } from '../../../src/app/label-upkeep/relabel-value';

let site: UpkeepSite;

beforeEach(() => {
  site = new UpkeepSite();
});

const writes = () => site.jira.calls.filter((call) => call === 'writeFieldValues').length;

describe('A job over the labels of a field', () => {
  test('stores the labels of now on every work item, a hundred with each write', async () => {
    for (let index = 0; index < 1000; index += 1) site.hold([[index % 50, 'Old']]);
    for (let index = 0; index < 50; index += 1) site.label(index, `New ${index}`);
    await site.run();
    expect(site.stored()).toEqual(
      Array.from({ length: 1000 }, (_, index) => [`New ${index % 50}`]),
    );
    const counts = { total: 1000, done: 1000, outdated: 1000, written: 1000 };
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', ...counts });
    expect(writes()).toBe(10);
    expect(site.service.calls).toHaveLength(1);
  });

  test('writes nothing in a dry run, and tells the first ten work items', async () => {
    for (let index = 0; index < 120; index += 1) site.hold([[index, index % 2 ? 'Old' : 'Now']]);
    for (let index = 0; index < 120; index += 1) site.label(index, 'Now');
    await site.run(true);
    const facts = { phase: 'done', isDryRun: true, done: 120, outdated: 60, written: 0 };
    expect(await site.upkeep.find()).toMatchObject(facts);
    expect(writes()).toBe(0);
    const kept = JSON.stringify([...site.store.entries]);
    expect(kept).not.toMatch(/Old|Now/);
    expect(kept.match(/issueId/g)).toHaveLength(10);
  });

  test('leaves gone objects and values alone that it can’t read, and counts these', async () => {
    site.hold([[1, 'Gone']]);
    site.addIssue({ ...placeIn('1'), [assetId]: { objects: 'x' } });
    await site.run();
    expect(site.jira.issues[1]?.fields[assetId]).toEqual({ objects: 'x' });
    expect(await site.upkeep.find()).toMatchObject({ done: 2, outdated: 0, unreadable: 1 });
    expect(writes()).toBe(0);
  });

  test('tells the work items apart that Jira refuses, and writes the others of their page', async () => {
    for (let index = 0; index < 130; index += 1) site.hold([[1, 'Old']]);
    site.label(1, 'New');
    for (const id of ['7', '99', '120']) site.jira.unwritable.add(id);
    await site.run();
    expect(site.stored().filter(([label]) => label === 'Old')).toHaveLength(3);
    expect(await site.upkeep.find()).toMatchObject({
      ...{ phase: 'done', written: 127, unwritable: 3 },
      unwritableKeys: ['DEMO-7', 'DEMO-99', 'DEMO-120'],
    });
  });

  test('looks each object up in the workspace of its work item’s own context', async () => {
    const other = '11111111-0000-4000-8000-00000000000f';
    site.jira.projectConfigurations.set('2', configurationOf(other));
    site.jira.projectConfigurations.set('3', { version: 99 });
    site.service.trouble = () => undefined;
    site.hold([[1, 'Old']]);
    site.hold([[2, 'Old']], '2');
    site.hold([[3, 'Old']], '3');
    for (const index of [1, 2, 3]) site.label(index, 'New');
    await site.run();
    expect(site.stored()).toEqual([['New'], ['New'], ['Old']]);
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 2, unconfigured: 1 });
    expect(site.service.calls).toHaveLength(2);
  });

  test('keeps an id of another type, which somebody planted, with its label as written', async () => {
    site.hold([
      [1, 'Old'],
      [2, 'Planted'],
    ]);
    for (const index of [1, 2]) site.label(index, 'New');
    site.service.types.set(objectId(2), 'hidden');
    await site.run(true);
    const kept = JSON.stringify([...site.store.entries]);
    expect(kept).toContain(objectId(1));
    expect(kept).not.toContain(objectId(2));
    await site.run();
    expect(site.stored()).toEqual([['New', 'Planted']]);
  });

  test('reads a label in a cascade only of what its level can offer', async () => {
    const queries = ['Type = "Country"', 'Type = "City" and Country = {{Level 0}}', 'Gone = "y"'];
    const levelIds = queries.map((_, index) => objectId(90 + index));
    const levels = queries.map((query, index) => ({
      ...{ levelId: levelIds[index], name: `Level ${index}`, query, isMultiple: false },
    }));
    site.jira.fields = [{ id: assetId, name: 'Asset', kind: 'cascade' }];
    site.jira.projectConfigurations.set('1', { version: 1, workspaceId, levels });
    ['Country', 'City', 'Secret'].forEach((type, index) => {
      site.service.types.set(objectId(index), type);
      site.label(index, `New ${index}`);
    });
    site.service.trouble = (query) => (query.startsWith('Gone') ? { status: 400 } : undefined);
    const held = (indices: number[]) => indices.map((index) => object(objectId(index), 'Old'));
    const hold = (...path: number[][]) => {
      const ofLevels = path.map((indices, index) => ({
        levelId: levelIds[index],
        objects: held(indices),
      }));
      const value = { objects: held(path.at(-1) ?? []), levels: ofLevels };
      site.addIssue({ ...placeIn('1'), [assetId]: value });
    };
    hold([0, 1], [0, 1, 2]);
    hold([0], [1], [2]);
    site.addIssue({ ...placeIn('1'), [assetId]: { objects: held([1]) } });
    await site.run();
    const stored = site.jira.issues.map(({ fields }) => fields[assetId] as Partial<CascadeValue>);
    expect(stored.map(({ labels: flat }) => flat)).toEqual([
      ['Old', 'New 1', 'Old'],
      ['Old'],
      undefined,
    ]);
    const labelsOnLevels = stored.map(({ levels: stands = [] }) =>
      stands.map(({ objects }) => objects.map(({ label }) => label).join()),
    );
    expect(labelsOnLevels).toEqual([['New 0,Old', 'Old,New 1,Old'], ['New 0', 'New 1', 'Old'], []]);
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', outdated: 2, hidden: 0 });
  });

  test('goes on with the other workspaces where the token can’t read one', async () => {
    site.jira.projectConfigurations.set(
      '2',
      configurationOf('11111111-0000-4000-8000-00000000000f'),
    );
    site.hold([[1, 'Old']]);
    site.hold([[2, 'Old']], '2');
    for (const index of [1, 2]) site.label(index, 'New');
    site.service.trouble = (query) => (query.includes(objectId(2)) ? { status: 404 } : undefined);
    await site.run();
    expect(site.stored()).toEqual([['New'], ['Old']]);
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 1, hidden: 1 });
  });

  test('never overwrites what someone changed while it looked', async () => {
    site.hold([[1, 'Old']]);
    site.hold([[1, 'Old']]);
    site.label(1, 'New');
    const theirs = { objects: [{ objectId: objectId(2), label: 'Theirs' }] };
    const read = site.jira.readIssues.bind(site.jira);
    site.jira.readIssues = async (...asked) => {
      const [first, ...others] = site.jira.issues;
      site.jira.issues = [
        { ...first!, fields: { ...first!.fields, [assetId]: theirs } },
        ...others,
      ];
      return read(...asked);
    };
    await site.run();
    expect(site.jira.issues[0]?.fields[assetId]).toEqual(theirs);
    expect(site.stored()[1]).toEqual(['New']);
    expect(await site.upkeep.find()).toMatchObject({ written: 1, changedMeanwhile: 1 });
  });

  test('never overwrites what someone changes while it tells apart what Jira refuses', async () => {
    for (let index = 0; index < 100; index += 1) site.hold([[1, 'Old']]);
    site.label(1, 'New');
    site.jira.unwritable.add('1');
    const theirs = { objects: [{ objectId: objectId(2), label: 'Theirs' }] };
    const writeFieldValues = site.jira.writeFieldValues.bind(site.jira);
    site.jira.writeFieldValues = async (fieldId, updates) => {
      const last = site.jira.issues[99];
      const isFirst = writes() === 0;
      const written = writeFieldValues(fieldId, updates);
      await written.catch(() => undefined);
      if (isFirst && last) {
        const changed = { ...last, fields: { ...last.fields, [assetId]: theirs } };
        site.jira.issues = [...site.jira.issues.slice(0, 99), changed];
      }
      return written;
    };
    await site.run();
    expect(site.jira.issues[99]?.fields[assetId]).toEqual(theirs);
    const counts = { written: 98, changedMeanwhile: 1, unwritable: 1 };
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', ...counts });
  });

  test('takes a label that changes while it runs where it looks from then on', async () => {
    site.service.callMs = 70_000;
    for (let index = 0; index < 300; index += 1)
      site.hold([
        [1, 'Old'],
        [100 + index, 'Old'],
      ]);
    for (let index = 0; index < 300; index += 1) site.label(100 + index, 'Other');
    site.label(1, 'First');
    const search = site.jira.searchIssues.bind(site.jira);
    site.jira.searchIssues = async (jql, fields, token) => {
      if (token === '200') site.label(1, 'Second');
      return search(jql, fields, token);
    };
    await site.run();
    const labels = site.stored().map(([label]) => label);
    expect(new Set(labels.slice(0, 200))).toEqual(new Set(['First']));
    expect(new Set(labels.slice(200))).toEqual(new Set(['Second']));
    await site.run();
    expect(new Set(site.stored().map(([label]) => label))).toEqual(new Set(['Second']));
  });

  test('keeps within the calls of the service, however many objects there are', async () => {
    for (let issue = 0; issue < 300; issue += 1) {
      site.hold(Array.from({ length: 100 }, (_, index) => [issue * 100 + index, 'Old'] as const));
    }
    for (let index = 0; index < 30_000; index += 1) site.label(index, 'New');
    await site.run();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 300 });
    expect(site.service.worstWindow()).toBeLessThanOrEqual(100);
    expect(site.service.calls.length).toBeLessThanOrEqual(340);
  });
});

describe('A job', () => {
  beforeEach(() => {
    for (let index = 0; index < 250; index += 1) site.hold([[index % 10, 'Old']]);
    for (let index = 0; index < 10; index += 1) site.label(index, 'New');
  });

  test('is one at a time', async () => {
    expect(await site.start(false)).toBe(true);
    expect(await site.start(true)).toBe(false);
    await site.drain();
    expect(await site.start(true)).toBe(true);
  });

  test('needs a token and a field of the app', async () => {
    await expect(site.start(false, 'summary')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    site.token = undefined;
    await expect(site.start(false)).rejects.toMatchObject({
      code: 'TOKEN_MISSING',
    });
    expect(await site.upkeep.find()).toBeUndefined();
  });

  test('ends where it is canceled, and says how far it came', async () => {
    const write = site.jira.writeFieldValues.bind(site.jira);
    site.jira.writeFieldValues = async (...asked) => {
      await write(...asked);
      await site.upkeep.cancel();
    };
    await site.run();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'canceled', written: 100 });
    expect(site.stored().filter(([label]) => label === 'New')).toHaveLength(100);
  });

  test('that is canceled while it waits writes nothing more', async () => {
    site.service.trouble = () => ({ status: 503 });
    await site.start(false);
    await site.drain(site.clock.now + 1000);
    await site.upkeep.cancel();
    site.service.trouble = () => undefined;
    await site.drain();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'canceled', written: 0 });
  });

  test.each([
    ['the token is removed', () => (site.token = undefined), 'access token was removed'],
    [
      'the token is refused',
      () => (site.service.acceptsToken = false),
      'access token, so the job stopped. Save another one',
    ],
    [
      'the service stays away',
      () => (site.service.trouble = () => ({ status: 503 })),
      'The service failed to answer',
    ],
    [
      'the service stays busy',
      () => (site.service.trouble = () => ({ status: 429 })),
      'there were too many',
    ],
    [
      'Jira forgets the page',
      () => (site.jira.trouble = (call) => (call === 'searchIssues' ? { status: 400 } : undefined)),
      'lost track of',
    ],
    [
      'Jira stays away',
      () => (site.jira.trouble = () => ({ status: 503 })),
      'Jira failed to answer',
    ],
  ])('fails with a reason where %s', async (_, fail, reason) => {
    await site.start(false);
    fail();
    await site.drain();
    const facts = await site.upkeep.find();
    expect(facts).toMatchObject({ phase: 'failed', written: 0 });
    expect(facts?.message).toContain(reason);
  });

  test('goes on after the service was away for a while', async () => {
    let refusals = 3;
    site.service.trouble = () => ((refusals -= 1) >= 0 ? { status: 503 } : undefined);
    await site.run();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 250 });
  });

  test('that died without a word is told of as failed, and gives way to another', async () => {
    await site.start(false);
    site.queue.waiting.length = 0;
    site.clock.now += 31 * 60_000;
    expect(await site.upkeep.find()).toMatchObject({ phase: 'failed' });
    await site.run();
    expect(await site.upkeep.find()).toMatchObject({ phase: 'done', written: 250 });
  });
});

describe('A job that is cut off', () => {
  test('ends as an uncut one, at whichever write it died, and however often', async () => {
    const prepare = () => {
      const made = new UpkeepSite();
      for (let index = 0; index < 230; index += 1) made.hold([[index % 7, 'Old']]);
      for (let index = 0; index < 7; index += 1) made.label(index, `New ${index}`);
      return made;
    };
    const uncut = prepare();
    await uncut.run();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('before' as const, 'after' as const),
        fc.integer({ min: 1, max: 3 }),
        async (number, moment, deliveries) => {
          const cut = prepare();
          cut.queue.deliveriesOfEach = deliveries;
          await cut.start(false);
          cut.gate.plan(number, moment);
          await cut.drain();
          expect(cut.stored()).toEqual(uncut.stored());
          expect(await cut.upkeep.find()).toMatchObject({ phase: 'done', done: 230, total: 230 });
        },
      ),
    );
  });
});

const object = (objectId: string, label: string) => ({ objectId, label });
const labels = new Map([
  ['a', 'New A'],
  ['b', 'B'],
  ['c', 'New C'],
]);
const labelOf = ({ objectId }: FieldEntry) => labels.get(objectId);

describe('Labels of now in stored values', () => {
  test('A value gets them in its objects and in what searches look at, and keeps everything else', () => {
    const stored = {
      objects: [object('a', 'Old A'), object('b', 'B'), object('gone', 'Gone')],
      objectIds: ['a', 'b', 'gone'],
      labels: ['Old A', 'B', 'Gone'],
      note: 'somebody’s own',
    };
    expect(relabel('object', stored, labelOf)).toEqual({
      kind: 'outdated',
      value: {
        objects: [object('a', 'New A'), object('b', 'B'), object('gone', 'Gone')],
        objectIds: ['a', 'b', 'gone'],
        labels: ['New A', 'B', 'Gone'],
        note: 'somebody’s own',
      },
      changes: [{ from: 'Old A', to: 'New A' }],
      objectIds: ['a'],
    });
  });

  test('A cascade gets them on every level, each change named once', () => {
    const levels = [
      { levelId: '1', objects: [object('c', 'Old C')] },
      { levelId: '2', objects: [object('a', 'Old A')] },
    ];
    const stored = { objects: [object('a', 'Old A')], levels, pathIds: ['c', 'a'] };
    expect(relabel('cascade', stored, labelOf)).toEqual({
      kind: 'outdated',
      value: {
        objects: [object('a', 'New A')],
        objectIds: ['a'],
        labels: ['New A'],
        levels: [
          { levelId: '1', objects: [object('c', 'New C')] },
          { levelId: '2', objects: [object('a', 'New A')] },
        ],
        pathIds: ['c', 'a'],
      },
      changes: [
        { from: 'Old A', to: 'New A' },
        { from: 'Old C', to: 'New C' },
      ],
      objectIds: ['a', 'c'],
    });
    const ids = entriesOf('cascade', stored).map((entry) => [entry.objectId, entry.levelId]);
    expect(ids).toEqual([
      ['a', '2'],
      ['c', '1'],
      ['a', '2'],
    ]);
  });

  test('A cascade gets them where only a level above the last one has an old label', () => {
    const levels = [
      { levelId: '1', objects: [object('c', 'Old C')] },
      { levelId: '2', objects: [object('b', 'B')] },
    ];
    expect(relabel('cascade', { objects: [object('b', 'B')], levels }, labelOf)).toMatchObject({
      kind: 'outdated',
      value: { levels: [{ objects: [object('c', 'New C')] }, levels[1]] },
    });
  });

  test('A value stays as it is where no label changed, or it can’t be read whole', () => {
    expect(relabel('object', { objects: [object('b', 'B')] }, labelOf).kind).toBe('current');
    for (const stored of ['text', { objects: [{ label: 'x' }] }, { objects: 'x' }]) {
      expect(relabel('object', stored, labelOf).kind).toBe('unreadable');
    }
  });
});
