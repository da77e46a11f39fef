import { beforeEach, describe, expect, test } from 'vitest';
import {
  assumedWays,
  findSiteWays,
  saveSiteWays,
} from '../../../src/app/jql-function/clause-syntax';
import { checkStorage } from '../../../src/app/site-check/site-check-handlers';
import { MemoryStore } from '../refresh/support/memory-store';

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore(() => 1_000);
});

const probes = () => [...store.entries.keys()].filter((key) => key.includes('probe'));

describe('the check of the storage', () => {
  test('removes what a run that died has left, and doesn’t take it for its own', async () => {
    await store.set('site-check:probe:3', { runId: 'dead' });
    const list = store.list.bind(store);
    store.list = async (prefix) => {
      const { entries } = await list(prefix);
      return { entries: entries.map(({ key }) => ({ key, value: { runId: 'dead' } })) };
    };
    const [line] = await checkStorage(store, 'mine');
    expect(line?.found).toBe('A list showed 0 of 5 keys right away.');
    expect(probes()).toEqual([]);
  });

  test('removes its keys also where it fails in the middle', async () => {
    store.list = () => Promise.reject(new Error('no list'));
    await expect(checkStorage(store, 'mine')).rejects.toThrow('no list');
    expect(probes()).toEqual([]);
  });
});

describe('what a check found', () => {
  const ways = { ...assumedWays, in: 'joined' } as const;

  test('is read as it was stored', async () => {
    await saveSiteWays(store, ways);
    expect(await findSiteWays(store)).toEqual(ways);
  });

  test.each([
    ['another version', { version: 2, ways }],
    ['no version', { ways }],
    ['another shape', { version: 1, ways: { in: 'sideways' } }],
  ])('counts as not there in %s', async (_, stored) => {
    await store.set('site-check:ways', stored);
    expect(await findSiteWays(store)).toEqual(assumedWays);
  });

  test('counts as not there where the storage fails', async () => {
    store.find = () => Promise.reject(new Error('no storage'));
    expect(await findSiteWays(store)).toEqual(assumedWays);
  });
});
