import { beforeEach, describe, expect, test } from 'vitest';
import { digestOf, queryHash } from '../../../src/app/stored-queries/stored-queries';
import {
  cascadeOf,
  configured,
  contracts,
  createSearchSite,
  geography,
  laptops,
  manyIds,
  uuid,
  type SearchSite,
} from './support/search-site';
import { findObjects } from '../../../src/app/jql-function/find-objects';

const query = 'Status = "In repair"';
const hash = queryHash('customfield_10010', query);

let site: SearchSite;
beforeEach(() => {
  site = createSearchSite();
});

/** What was searched, each as `workspace type`. */
const sources = () =>
  site.service.searches.map(({ workspaceId, typeId }) => `${workspaceId} ${typeId}`);

describe('workspaceObjects(query, field)', () => {
  test('finds issues whose field holds one of the objects', async () => {
    expect(await site.search(query)).toEqual({
      jql: `"cf[10010].ObjectId" in ("${uuid(1)}","${uuid(2)}")`,
    });
  });

  test('finds issues whose field holds something and none of the objects after "not in"', async () => {
    expect(await site.search(query, 'Asset', 'not in')).toEqual({
      jql: `"cf[10010].ObjectId" not in ("${uuid(1)}","${uuid(2)}")`,
    });
  });

  test.each([
    ['in', 'cf[10010] is EMPTY AND cf[10010] is not EMPTY'],
    ['not in', '"cf[10010].ObjectId" is not EMPTY'],
  ])('answers valid JQL after "%s" where no object is found', async (operator, jql) => {
    site.service.answer = () => [];
    expect(await site.search(query, 'Asset', operator)).toEqual({ jql });
  });

  test.each(['Asset', 'asset', ' Asset ', 'customfield_10010', 'cf[10010]', 'CF[ 10010 ]'])(
    'takes "%s" for the field',
    async (written) => {
      expect(await site.search(query, written)).toHaveProperty('jql');
    },
  );

  test('takes the field that is written exactly so where others differ in case only', async () => {
    site.jira.fields.push({ id: 'customfield_10020', name: 'ASSET', kind: 'object' });
    expect(await site.search(query, 'Asset')).toHaveProperty('jql');
  });

  test('passes over a field of the same name that is not of this app', async () => {
    site.jira.fields.unshift({ id: 'customfield_10020', name: 'Asset', kind: undefined });
    expect(await site.search(query, 'Asset')).toHaveProperty('jql');
  });

  test('asks for the query as it was written, in the type of the context, without its filter', async () => {
    await site.search(query);
    expect(site.service.searches).toEqual([
      { ...laptops, query, offset: 0, limit: 200, attributeIds: [], token: 'the-token' },
    ]);
  });

  test.each(['Label = "{{Country}}"', '"{{Country}}" = 1', 'Label = "${emailCurrentUser}"'])(
    'takes what looks like a placeholder within quotes as text, as the service does: %s',
    async (written) => {
      expect(await site.search(written)).toHaveProperty('jql');
      expect(site.service.searches).toMatchObject([{ query: written }]);
    },
  );

  test('looks for objects of every level of a cascade, in all types of its workspace', async () => {
    const answer = await site.search('Label = Berlin', 'City');
    expect(answer).toEqual({ jql: `"cf[10011].PathId" in ("${uuid(1)}","${uuid(2)}")` });
    expect(sources()).toEqual([`${geography.workspaceId} undefined`]);
  });

  test('unites what the contexts of a field find, and asks once where several agree', async () => {
    const contexts = [configured(laptops), configured(contracts), undefined, configured(laptops)];
    site.jira.configurations.set('customfield_10010', contexts);
    site.service.answer = ({ typeId }) =>
      typeId === laptops.typeId ? [uuid(1)] : [uuid(2), uuid(3)];
    expect(await site.search(query)).toEqual({
      jql: `"cf[10010].ObjectId" in ("${uuid(1)}","${uuid(2)}","${uuid(3)}")`,
    });
    expect(sources()).toHaveLength(2);
  });

  test.each([
    ['means nothing', { status: 400, message: 'There is no attribute "Status".' }],
    ['may not be read', { status: 404 }],
  ])('has no match in a context where the query %s', async (_, failure) => {
    site.jira.configurations.set('customfield_10010', [configured(contracts), configured(laptops)]);
    site.service.answer = ({ typeId }) => (typeId === laptops.typeId ? [uuid(1)] : failure);
    expect(await site.search(query)).toEqual({ jql: `"cf[10010].ObjectId" in ("${uuid(1)}")` });
  });

  test('asks the service for as many pages as there are, and for nothing else', async () => {
    site.service.answer = () => manyIds(1_000);
    const answer = await site.search(query);
    expect(JSON.stringify(answer).match(/0b1ec700/g)).toHaveLength(1_000);
    expect(site.service.searches.map(({ offset }) => offset)).toEqual([0, 200, 400, 600, 800]);
  });

  test('writes down what was computed, how and when', async () => {
    site.jira.configurations.set('customfield_10011', [cascadeOf(geography)]);
    await site.search(query, 'cf[10010]');
    await site.search(query, 'Asset', 'not in');
    const computedAt = site.clock.now;
    expect(await site.row(hash)).toMatchObject({
      query,
      fieldId: 'customfield_10010',
      fieldName: 'Asset',
      writtenAs: ['cf[10010]', 'Asset'],
      credential: 'token',
      computedAt,
      objectCount: 2,
      digest: digestOf([uuid(1), uuid(2)]),
      spelling: '"cf[10010].ObjectId"',
    });
  });

  test('writes no row again for the twenty-first way to name the field', async () => {
    const searchIn = async (ways: number) => {
      for (let way = 0; way < ways; way += 1) await site.search(query, ' '.repeat(way) + 'Asset');
    };
    await searchIn(20);
    const { bytesWritten } = site.store;
    await searchIn(50);
    expect(site.store.bytesWritten - bytesWritten).toBeLessThan(1_000);
  });

  test('keeps queries apart that mean the same and are written differently', async () => {
    await site.search('Status = Active');
    await site.search('Status  =  Active');
    site.store.catchUp();
    const { rows } = await site.storedQueries.list();
    expect(rows.map(({ row }) => row.query).sort()).toEqual([
      'Status  =  Active',
      'Status = Active',
    ]);
  });

  test('answers also where the storage takes nothing', async () => {
    site.gate.plan(1);
    expect(await site.search(query)).toHaveProperty('jql');
    expect(site.logLines).not.toEqual([]);
  });
});

describe('the clause over the objects of a field', () => {
  const accepting = (accepted: string) => {
    site.jira.acceptsQueries = (queries) =>
      Promise.resolve(queries.map((tried) => tried.startsWith(`${accepted} in (`)));
  };

  test.each(['"cf[10010].ObjectId"', 'cf[10010].ObjectId', '"Asset.ObjectId"', '"Asset".ObjectId'])(
    'is written as %s where Jira accepts that alone',
    async (spelling) => {
      accepting(spelling);
      expect(await site.search(query)).toEqual({
        jql: `${spelling} in ("${uuid(1)}","${uuid(2)}")`,
      });
    },
  );

  test.each(['"As\\"set.ObjectId"', '"As\\"set".ObjectId'])(
    'stays one clause where the name of the field has a quote in it: %s',
    async (spelling) => {
      const name = 'As"set';
      site.jira.fields = [{ id: 'customfield_10010', name, kind: 'object' }];
      accepting(spelling);
      const answer = await site.search(query, name);
      expect(answer).toEqual({ jql: `${spelling} in ("${uuid(1)}","${uuid(2)}")` });
    },
  );

  test('is asked for once an hour', async () => {
    const asked = () => site.jira.calls.filter((call) => call === 'acceptsQueries').length;
    await site.search(query);
    site.clock.now += 59 * 60_000;
    await site.search('Status = Active');
    expect(asked()).toBe(1);
    site.clock.now += 60_000;
    await site.search('Status = Sold');
    expect(asked()).toBe(2);
  });

  test('is asked for again once the field has another name', async () => {
    accepting('"Asset.ObjectId"');
    await site.search(query);
    site.jira.fields = [{ id: 'customfield_10010', name: 'Device', kind: 'object' }];
    accepting('"Device.ObjectId"');
    const answer = await site.search(query, 'Device');
    expect(answer).toHaveProperty('jql', expect.stringMatching(/^"Device\.ObjectId" in/));
  });
});

describe('what is kept of queries', () => {
  beforeEach(() => {
    site = createSearchSite();
    site.credentials.token = undefined;
  });

  test.each([
    ['a query', 'query', () => site.storedQueries.find(hash)],
    ['a handover', 'handover', () => site.storedQueries.findHandover(hash)],
  ])('counts %s of another shape or version as absent', async (_, kind, find) => {
    await site.search(query);
    await site.runAsPerson(hash);
    const key = `${kind}:${hash}`;
    const stored = (await site.store.find(key)) as object;
    for (const row of [{ query: 7 }, { ...stored, version: 2 }]) {
      await site.store.set(key, row);
      expect(await find()).toBeUndefined();
    }
  });

  test('is replaced by the next search where it is of another version', async () => {
    await site.store.set(`query:${hash}`, { version: 2, query });
    await site.search(query);
    expect(await site.findWaiting(hash)).toMatchObject({ version: 1, query });
  });

  test.each([
    { title: 'that it doesn’t understand', answer: { status: 400 } },
    { title: 'on objects that its owner can’t see', answer: { status: 404 } },
  ])('waits no longer once the service refuses a token the query $title', async ({ answer }) => {
    await site.search(query);
    expect(await site.findWaiting(hash)).toBeDefined();
    site.credentials.token = 'the-token';
    site.service.answer = () => ({ status: 503 });
    await site.search(query);
    expect(await site.findWaiting(hash)).toBeDefined();
    site.service.answer = () => answer;
    await site.search(query);
    expect(await site.storedQueries.find(hash)).toBeUndefined();
  });

  test('allows own accounts where nobody has decided', async () => {
    expect(await site.storedQueries.getSettings()).toEqual({ personRunsAllowed: true });
  });

  test.each(['odd', null, { personRunsAllowed: 'no' }])(
    'forbids own accounts where the settings are damaged: %j',
    async (damaged) => {
      await site.store.set('settings', damaged);
      expect(await site.storedQueries.getSettings()).toEqual({ personRunsAllowed: false });
    },
  );
});

test('More objects than a search holds are refused also where they came while they were read', async () => {
  site.service.answer = ({ offset }) => manyIds(offset < 800 ? 1_000 : 1_200);
  const found = findObjects({
    ...{ client: site.clientOf('the-token'), fieldName: 'Asset', sources: [laptops], query },
    signal: new AbortController().signal,
  });
  await expect(found).rejects.toMatchObject({
    message: expect.stringContaining('The query matches more than 1,000 objects') as string,
    detail: expect.stringContaining('The query matches 1,200 objects') as string,
  });
});
