import { expect, test } from 'vitest';
import { noStateFile } from '../../../src/sandbox/state-files/state-file';
import { callAs } from '../support/jira';
import { callOf, dayMs, FunctionSite, minuteMs } from '../support/precomputations';
import fc from '../../support/property-testing';

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
