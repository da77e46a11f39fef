import { beforeEach, describe, expect, test } from 'vitest';
import { callAs, type Call } from '../support/jira';
import { callOf, dayMs, FunctionSite, functionKey, minuteMs } from '../support/precomputations';

const path = '/jql/function/computation';

let jira: FunctionSite;
let app: Call;
beforeEach(async () => {
  jira = await FunctionSite.open();
  app = callAs(jira.site, 'app', ['read:app-data:jira', 'write:app-data:jira']);
});

interface Bean {
  id: string;
  arguments: string[];
}

/** Searches by each query, a minute after the former, and returns the ids of what is kept. */
async function keep(...queries: readonly string[]): Promise<readonly string[]> {
  for (const query of queries) {
    await jira.search(callOf(query));
    jira.timers.advance(minuteMs);
  }
  return jira.site.functions.entries.map(({ id }) => id);
}

async function listed(query = ''): Promise<readonly (string | undefined)[]> {
  const { body } = await app('GET', `${path}?${query}`);
  return (body as { values: Bean[] }).values.map(({ arguments: [first] }) => first);
}

describe('The list of precomputations', () => {
  test('says all that is known of each', async () => {
    await jira.search(callOf('a'));
    jira.timers.advance(dayMs);
    await jira.search(callOf('a'));
    jira.answer = () => ({ error: 'No such field.', storeErrorAsPrecomputation: true });
    await jira.search(callOf('b', 'not in'));
    const [dayOne, dayTwo] = ['2026-01-15T09:00:00.000+0000', '2026-01-16T09:00:00.000+0000'];
    const facts = { functionKey, functionName: 'workspaceObjects', field: 'issue' };
    expect(await app('GET', path)).toEqual({
      status: 200,
      body: {
        ...{ startAt: 0, maxResults: 100, total: 2, isLast: true },
        values: [
          {
            id: jira.asked[0]?.id,
            ...facts,
            operator: 'in',
            arguments: ['a', 'Asset'],
            value: 'key = DEMO-1',
            created: dayOne,
            updated: dayOne,
            used: dayTwo,
          },
          {
            id: jira.asked[1]?.id,
            ...facts,
            operator: 'not in',
            arguments: ['b', 'Asset'],
            error: 'No such field.',
            created: dayTwo,
            updated: dayTwo,
            used: dayTwo,
          },
        ],
      },
    });
  });

  test('comes in pages of at most 100', async () => {
    await keep(...Array.from({ length: 101 }, (_, index) => `q${index}`));
    expect(await listed('orderBy=created')).toHaveLength(100);
    expect(await listed('orderBy=created&startAt=100')).toEqual(['q100']);
    expect(await app('GET', `${path}?startAt=98&maxResults=2`)).toMatchObject({
      body: { startAt: 98, maxResults: 2, total: 101, isLast: false },
    });
    expect(await app('GET', `${path}?maxResults=101`)).toMatchObject({ status: 400 });
  });

  test.each(['orderBy=value', 'orderBy=-created', `functionKey=${functionKey}`])(
    'comes in no other order, and of no one function: %s',
    async (query) => {
      expect(await app('GET', `${path}?${query}`)).toMatchObject({ status: 501 });
    },
  );

  test('leaves out what no search used for seven days', async () => {
    await keep('a', 'b');
    jira.timers.advance(7 * dayMs - minuteMs);
    expect(await listed()).toEqual([]);
  });
});

const tooLong = `"Asset.Label" in (${Array.from({ length: 1001 }, (_, index) => index).join()})`;

describe('An update', () => {
  test('changes what searches find, and not how long it is kept', async () => {
    const [id] = await keep('a');
    jira.timers.advance(6 * dayMs);
    const values = [{ id, value: 'key in (DEMO-2, DEMO-3)' }];
    expect(await app('POST', path, { values })).toEqual({ status: 200, body: {} });
    expect(await listed()).toEqual(['a']);
    jira.timers.advance(dayMs);
    expect(await listed()).toEqual([]);
  });

  test('is found by the next search', async () => {
    const [id] = await keep('a');
    await app('POST', path, { values: [{ id, value: 'key in (DEMO-2, DEMO-3)' }] });
    expect(await jira.search(callOf('a'))).toBe('DEMO-3 DEMO-2');
    await app('POST', path, { values: [{ id, error: 'Its field was deleted.' }] });
    expect(await jira.search(callOf('a'))).toBe('400 Its field was deleted.');
    await app('POST', path, { values: [{ id, value: 'id = -1' }] });
    expect(await jira.search(callOf('a'))).toBe('');
    expect(jira.asked).toHaveLength(1);
  });

  test('changes nothing where one of the ids is gone', async () => {
    const [id] = await keep('a');
    const values = [
      { id, value: 'key = DEMO-2' },
      { id: 'gone', value: 'key = DEMO-2' },
    ];
    expect(await app('POST', path, { values })).toEqual({
      status: 404,
      body: {
        errorMessages: ['Some of the precomputations were not found.'],
        notFoundPrecomputationIDs: ['gone'],
      },
    });
    expect(await jira.search(callOf('a'))).toBe('DEMO-1');
    expect(await app('POST', `${path}?skipNotFoundPrecomputations=true`, { values })).toEqual({
      status: 200,
      body: { notFoundPrecomputationIDs: ['gone'] },
    });
    expect(await jira.search(callOf('a'))).toBe('DEMO-2');
  });

  test.each([
    ['a fragment of more than 1,000 values', { value: tooLong }, 'maximum of 1000 values'],
    ['a fragment that cannot be read', { value: 'key =' }, 'Error in the JQL Query'],
  ])('changes nothing where it holds %s', async (_, wrong, error) => {
    const [a, b] = await keep('a', 'b');
    const values = [
      { id: a, value: 'key = DEMO-2' },
      { id: b, ...wrong },
    ];
    expect(await app('POST', path, { values })).toMatchObject({
      status: 400,
      body: { errorMessages: [expect.stringContaining(error) as string] },
    });
    expect(await jira.search(callOf('a'))).toBe('DEMO-1');
  });

  test.each([
    ['neither', {}],
    ['both', { value: 'key = DEMO-1', error: 'No.' }],
  ])('needs a value or an error, and not %s', async (_, result) => {
    const [id] = await keep('a');
    const reply = await app('POST', path, { values: [{ id, ...result }] });
    expect(reply).toMatchObject({ status: 400 });
  });
});

describe.each([
  ['GET', path, undefined, 'read:app-data:jira'],
  ['POST', path, { values: [] }, 'write:app-data:jira'],
])('%s %s', (method, target, body, scope) => {
  test('is for the app as itself, with its scope', async () => {
    const replies = await Promise.all([
      callAs(jira.site, 'app', [scope])(method, target, body),
      callAs(jira.site, 'app', ['read:jira-work'])(method, target, body),
      callAs(jira.site, 'admin')(method, target, body),
      callAs(jira.site, 'admin', [scope])(method, target, body),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 403, 403, 403]);
  });
});
