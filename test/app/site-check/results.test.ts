import { expect, test } from 'vitest';
import { createFixture, onAdmin } from '../support/resolver-fixture';

function openSite() {
  const { kept, call, clock } = createFixture();
  const ask = (functionKey: string, payload: unknown = {}) =>
    call(functionKey, payload, { ...onAdmin, resolver: 'admin' });
  return { store: kept.platform.store, ask, clock };
}

const line = {
  ...{ question: 'Searches', assumptions: [32], state: 'adapted' },
  ...{ found: 'It does.', expected: 'It should.', appDoes: 'Nothing.' },
};
const kept = (value: object) => ({ kind: 'ok', value });

test('The results of a check stay for every admin, with the time at which the app kept them', async () => {
  const { ask, clock } = openSite();
  expect(await ask('siteResults')).toEqual(kept({}));
  expect(await ask('saveSiteResults', { lines: [line] })).toEqual(kept({}));
  const results = { lines: [line], checkedAt: clock.nowMs };
  expect(await ask('siteResults')).toEqual(kept({ results }));
});

test.each([{ version: 2, results: { lines: [], checkedAt: 1 } }, { version: 1 }, 'results'])(
  'Results that this version can’t read count as absent: %j',
  async (stored) => {
    const { ask, store } = openSite();
    await store.set('site-check:results', stored);
    expect(await ask('siteResults')).toEqual(kept({}));
  },
);

test.each([
  ['more lines', { lines: Array.from({ length: 31 }, () => line) }],
  ['longer text', { lines: [{ ...line, found: 'x'.repeat(5_001) }] }],
  ['another state', { lines: [{ ...line, state: 'fine' }] }],
])('Results of %s than a check has are refused', async (_, payload) => {
  const { ask } = openSite();
  expect(await ask('saveSiteResults', payload)).toMatchObject({ code: 'BAD_REQUEST' });
});
