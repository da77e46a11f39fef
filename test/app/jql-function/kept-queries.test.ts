import { beforeEach, describe, expect, test } from 'vitest';
import { runAsPerson } from '../../../src/app/connect/connect-handlers';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import { createSearchSite, type SearchSite } from './support/search-site';

const query = 'Status = "In repair"';
const hash = queryHash('customfield_10010', query);

let site: SearchSite;
beforeEach(() => {
  site = createSearchSite();
  site.credentials.token = undefined;
});

const run = () =>
  runAsPerson(
    {
      client: site.clientOf('grant-of-ada'),
      storedQueries: site.storedQueries,
      refresh: { deliver: () => Promise.resolve() },
      now: () => site.clock.now,
    },
    hash,
  );

describe('what is kept of queries', () => {
  test.each([
    ['a query', 'query', () => site.storedQueries.find(hash)],
    ['a handover', 'handover', () => site.storedQueries.findHandover(hash)],
  ])('counts %s of another shape or version as absent', async (_, kind, find) => {
    await site.search(query);
    await run();
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
