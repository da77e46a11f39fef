import { beforeEach, describe, expect, test } from 'vitest';
import { callAs, type Call } from '../support/jira';
import { callOf, dayMs, FunctionSite, functionKey, minuteMs } from '../support/precomputations';
import { noStateFile } from '../../../src/sandbox/state-files/state-file';
import fc from '../../support/property-testing';

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
            created: '2026-01-15T09:00:00.000+0000',
            updated: '2026-01-15T09:00:00.000+0000',
            used: '2026-01-16T09:00:00.000+0000',
          },
          {
            id: jira.asked[1]?.id,
            ...facts,
            operator: 'not in',
            arguments: ['b', 'Asset'],
            error: 'No such field.',
            created: '2026-01-16T09:00:00.000+0000',
            updated: '2026-01-16T09:00:00.000+0000',
            used: '2026-01-16T09:00:00.000+0000',
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

/** What Jira holds of one call, in few words. */
interface Kept {
  said: string;
  usedMs: number;
}

/** The rules once more, by themselves: what each search must say, and whether the app is asked. */
class Expected {
  readonly #kept = new Map<string, Kept>();
  readonly #failed = new Map<string, Kept>();
  askedCount = 0;

  search(call: string, nowMs: number, answer: Answer): string {
    const kept = this.find(call, nowMs);
    if (kept) {
      if (nowMs - kept.usedMs >= minuteMs) kept.usedMs = nowMs;
      return kept.said;
    }
    const failure = this.#failed.get(call);
    if (failure && nowMs - failure.usedMs < minuteMs) return failure.said;
    this.askedCount += 1;
    const entry = { said: answer.said, usedMs: nowMs };
    (answer.isKept ? this.#kept : this.#failed).set(call, entry);
    return entry.said;
  }

  find(call: string, nowMs: number): Kept | undefined {
    const kept = this.#kept.get(call);
    if (kept && nowMs - kept.usedMs < 7 * dayMs) return kept;
    this.#kept.delete(call);
    return undefined;
  }

  size(nowMs: number): number {
    return [...this.#kept.keys()].filter((call) => this.find(call, nowMs)).length;
  }
}

const answers = {
  found: { outcome: { jql: 'key = DEMO-1' }, said: 'DEMO-1', isKept: true },
  other: { outcome: { jql: 'key = DEMO-2' }, said: 'DEMO-2', isKept: true },
  kept: {
    outcome: { error: 'Kept.', storeErrorAsPrecomputation: true },
    said: '400 Kept.',
    isKept: true,
  },
  failed: { outcome: { error: 'Failed.' }, said: '400 Failed.', isKept: false },
} as const;
type Answer = (typeof answers)[keyof typeof answers];

const calls = [callOf('a'), callOf('b'), callOf('a', 'not in')];
const step = fc.oneof(
  fc.record({
    kind: fc.constant('search' as const),
    call: fc.constantFrom(...calls),
    who: fc.constantFrom('member', 'lead'),
    answer: fc.constantFrom<Answer>(...Object.values(answers)),
  }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(1, minuteMs - 1, minuteMs, dayMs, 6 * dayMs, 7 * dayMs),
  }),
  fc.record({ kind: fc.constant('update' as const), call: fc.constantFrom(...calls) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test('Whatever people search for and however much time passes, each answer is as new as the rules say', async () => {
  const jira = await FunctionSite.open({ file: noStateFile() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await jira.site.reset();
      jira.asked.length = 0;
      const expected = new Expected();
      for (const one of steps) await compare(jira, expected, one);
      expect(jira.asked).toHaveLength(expected.askedCount);
    }),
    { numRuns: 40 },
  );
});

async function compare(jira: FunctionSite, expected: Expected, one: Step): Promise<void> {
  if (one.kind === 'wait') {
    jira.timers.advance(one.ms);
  } else if (one.kind === 'search') {
    jira.answer = () => one.answer.outcome;
    const said = await jira.search(one.call, one.who);
    expect(said).toBe(expected.search(one.call, jira.timers.now().getTime(), one.answer));
  } else {
    await updateAll(jira, expected, one.call);
  }
  const { body } = await callAs(jira.site, 'app')('GET', '/jql/function/computation');
  expect(body).toMatchObject({ total: expected.size(jira.timers.now().getTime()) });
}

/** Gives the call's precomputation another value, as the daily refresh of an app does. */
async function updateAll(jira: FunctionSite, expected: Expected, call: string): Promise<void> {
  const app = callAs(jira.site, 'app');
  const { body } = await app('GET', '/jql/function/computation');
  const { values } = body as { values: { id: string; arguments: string[]; operator: string }[] };
  const entry = values.find(({ arguments: [query = ''], operator }) => {
    return callOf(query, operator) === call;
  });
  const kept = expected.find(call, jira.timers.now().getTime());
  expect(entry === undefined).toBe(kept === undefined);
  if (!entry || !kept) return;
  const update = { values: [{ id: entry.id, value: 'key = DEMO-3' }] };
  await app('POST', '/jql/function/computation', update);
  kept.said = 'DEMO-3';
}
