import { describe, expect, test } from 'vitest';
import { digestOfSources, queryHash } from '../../../src/app/stored-queries/stored-queries';
import { createFixture, type Fixture } from '../support/resolver-fixture';
import { screens } from '../support/resolver-functions';

const pending = {
  version: 1,
  query: 'Status = "In repair"',
  fieldId: 'customfield_10010',
  fieldName: 'Asset',
  writtenAs: ['Asset'],
};
const waiting = {
  sources: [{ workspaceId: '11111111-0000-4000-8000-000000000001' }],
  askedAt: Date.now(),
};
const hash = queryHash(pending.fieldId, pending.query);
const found = {
  objectIds: ['22222222-0000-4000-8000-000000000001'],
  configurationDigest: digestOfSources(waiting.sources),
  computedAt: Date.now(),
  version: 1,
};

async function createSite(): Promise<Fixture> {
  const fixture = createFixture();
  const ready = { objectCount: 1, computedAt: found.computedAt };
  await fixture.kept.store.set(`query:${hash}`, { ...pending, waiting, ready });
  await fixture.kept.store.set(`handover:${hash}`, found);
  return fixture;
}

const call = (fixture: Fixture, functionKey: string, payload: unknown = {}) =>
  fixture.call(functionKey, payload, screens.connect);

describe('searches that wait', () => {
  test('are shown to a person with a grant, with what the page shows of them alone', async () => {
    const { query, fieldName, writtenAs } = pending;
    const { askedAt } = waiting;
    const ageMs = expect.any(Number) as number;
    const ready = { objectCount: 1, ageMs, goodUntil: found.computedAt + 7 * 24 * 60 * 60 * 1000 };
    expect(await call(await createSite(), 'waitingSearches')).toEqual({
      kind: 'ok',
      value: {
        isAllowed: true,
        now: expect.any(Number) as number,
        rows: [{ hash, query, fieldName, writtenAs, askedAt, found: ready }],
      },
    });
  });

  test('are hidden from a person without a grant, as is what others found', async () => {
    const fixture = await createSite();
    fixture.forge.grants.clear();
    expect(await call(fixture, 'waitingSearches')).toEqual({ kind: 'consent' });
    expect(await call(fixture, 'runSearch', { hash })).toEqual({ kind: 'consent' });
    expect(await call(fixture, 'runSearch', { hash: 'a'.repeat(64) })).toEqual({ kind: 'consent' });
  });

  test('are good for at least seven days once one person ran them', async () => {
    expect(await call(await createSite(), 'runSearch', { hash })).toMatchObject({
      value: { objectCount: 1, goodUntil: found.computedAt + 7 * 24 * 60 * 60 * 1000 },
    });
  });
});
