import { expect } from 'vitest';
import { faults, type AppSite } from './app-site';
import type { Call, ExpectedAnswers } from './expected-answers';
import type { Fault } from './invocation-faults';
import {
  fieldArguments,
  fieldNames,
  labels,
  queries,
  statuses,
  type Content,
  type ObjectFacts,
  type TypeName,
  type World,
} from './world';
import fc from '../support/property-testing';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What the test knows: the model of answers, and what Jira's issues hold. */
export interface Known {
  readonly answers: ExpectedAnswers;
  /** The ids of the objects in the field, by the issue's key. */
  readonly issues: Map<string, readonly string[]>;
  /** What was searched with, each once. */
  readonly calls: Set<Call>;
}

/** Something that happens, to the app and to what the test knows; nothing where it can't. */
export interface Step {
  readonly toString: () => string;
  readonly play: (known: Known, site: AppSite) => Promise<void>;
}

function steps<Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  play: (value: Value, known: Known, site: AppSite) => void | Promise<void>,
  isPossible: (world: World) => boolean = () => true,
): fc.Arbitrary<Step> {
  return values.map((value) => ({
    toString: () => `${name} ${JSON.stringify(value)}`,
    play: async (known, site) => {
      if (isPossible(known.answers.world)) await play(value, known, site);
    },
  }));
}

const issueKeys = ['DEMO-1', 'DEMO-2', 'DEMO-3', 'DEMO-4'];
const types: readonly TypeName[] = ['laptop', 'phone'];
const label = fc.constantFrom(...labels);
const status = fc.constantFrom(...statuses);
const index = fc.nat({ max: 7 });
const hasObjects = ({ objects }: World) => objects.size > 0;

const createObject = steps(
  'create',
  fc.record({ type: fc.constantFrom(...types), label, status }),
  async (facts, { answers }, site) => {
    const id = await site.createObject(facts);
    answers.change({ objects: new Map(answers.world.objects).set(id, facts) });
  },
);

const changeObject = steps(
  'change',
  fc.record({ index, changes: fc.oneof(fc.record({ label }), fc.record({ status })) }),
  async ({ index, changes }, { answers }, site) => {
    const [id, facts] = objectAt(answers.world, index);
    const changed = { ...facts, ...changes };
    await site.changeObject(id, changed);
    answers.change({ objects: new Map(answers.world.objects).set(id, changed) });
  },
  hasObjects,
);

const deleteObject = steps(
  'delete',
  index,
  async (index, { answers }, site) => {
    const [id] = objectAt(answers.world, index);
    await site.deleteObject(id);
    const objects = new Map(answers.world.objects);
    objects.delete(id);
    answers.change({ objects });
  },
  hasObjects,
);

const setIssue = steps(
  'set',
  fc.record({ key: fc.constantFrom(...issueKeys), indices: fc.array(index, { maxLength: 3 }) }),
  async ({ key, indices }, { answers, issues }, site) => {
    const picked = new Map(indices.map((index) => objectAt(answers.world, index)));
    const objects = [...picked].map(([objectId, { label }]) => ({ objectId, label }));
    await site.setIssue(key, objects);
    issues.set(key, [...picked.keys()]);
  },
  hasObjects,
);

/** Few, so that many searches find what an earlier one left. */
const calls: readonly Call[] = queries.flatMap((query, index) => [
  { query, operator: 'in' as const, argument: 'Asset' },
  { query, operator: 'not in' as const, argument: 'Asset' },
  { query, operator: 'in' as const, argument: fieldArguments[index % 4] ?? 'Asset' },
]);

const search = steps('search', fc.constantFrom(...calls), async (call, known, site) => {
  known.calls.add(call);
  await expectAnswer(call, known, site);
});

const searchAgain = steps('search again', fc.constant('all'), async (_, known, site) => {
  for (const call of known.calls) await expectAnswer(call, known, site);
});

async function expectAnswer(call: Call, { answers, issues }: Known, site: AppSite): Promise<void> {
  const { query, operator, argument } = call;
  const found = await site.search(
    `project = DEMO and issue ${operator} workspaceObjects(${JSON.stringify(query.text)}, ${JSON.stringify(argument)})`,
  );
  const allowed = answers.search(call, site.now);
  const expected = allowed.map((content) => answerFor(content, call, issues));
  const isAllowed = expected.some((one) => isSame(one, found));
  const message = `${query.text} ${operator}: ${JSON.stringify(expected)}`;
  expect(isAllowed ? 'as expected' : found, message).toBe('as expected');
}

async function pass(
  durationMs: number,
  { schedules }: { schedules: boolean },
  answers: ExpectedAnswers,
  site: AppSite,
): Promise<void> {
  const mayDie = faults.isPlanned;
  await site.advance(durationMs, { schedules });
  answers.advance(site.now, { schedules, mayDie });
}

const advance = steps(
  'advance',
  fc.record({
    ms: fc.constantFrom(2 * minuteMs, 3 * hourMs, dayMs, 3 * dayMs, 6 * dayMs, 8 * dayMs),
    schedules: fc.boolean().map((isLeftOut) => !isLeftOut || undefined),
  }),
  async ({ ms, schedules = false }, { answers }, site) => {
    await pass(ms, { schedules }, answers, site);
  },
);

/** People search every day, and the platform keeps its schedule. */
const useDaily = steps('use daily', fc.integer({ min: 2, max: 9 }), async (days, known, site) => {
  for (let day = 0; day < days; day += 1) {
    for (const call of known.calls) await expectAnswer(call, known, site);
    await pass(dayMs, { schedules: true }, known.answers, site);
  }
});

/** People search every day, and just before and after a result ends that no token refreshes. */
const outlive = steps(
  'outlive a result',
  fc.constant('the next'),
  async (_, known, site) => {
    const endsAt = known.answers.nextEnd(site.now);
    if (endsAt === undefined) return;
    const searchAllAt = async (time: number) => {
      await pass(time - site.now, { schedules: true }, known.answers, site);
      for (const call of known.calls) await expectAnswer(call, known, site);
    };
    while (site.now + dayMs < endsAt - minuteMs) await searchAllAt(site.now + dayMs);
    if (site.now < endsAt - minuteMs) await searchAllAt(endsAt - minuteMs);
    await searchAllAt(endsAt + minuteMs);
  },
  ({ token }) => token !== 'good',
);

const fault: fc.Arbitrary<Fault> = fc.record({
  atCall: fc.integer({ min: 1, max: 40 }),
  isCallDone: fc.boolean(),
  end: fc.constantFrom('fails' as const, 'hangs' as const),
});

/** On demand; it may die, and be left alone before it could go on. */
const refresh = steps(
  'refresh',
  fc.record({
    fault: fc.option(fault, { nil: undefined }),
    waitMs: fc.constantFrom(0, hourMs, hourMs),
  }),
  async ({ fault, waitMs }, { answers }, site) => {
    if (fault) faults.plan(fault);
    const askedAt = site.now;
    await site.startRefresh();
    answers.askForRefresh(askedAt, { mayDie: faults.isPlanned });
    await pass(waitMs, { schedules: true }, answers, site);
  },
);

const takeToken = steps(
  'take the token',
  fc.constant('none' as const),
  async (token, { answers }, site) => {
    await site.takeToken();
    answers.change({ token });
  },
  ({ token }) => token !== 'none',
);

const revokeToken = steps(
  'revoke the token',
  fc.constant('revoked' as const),
  async (token, { answers }, site) => {
    await site.revokeToken();
    answers.change({ token });
  },
  ({ token }) => token === 'good',
);

const giveToken = steps(
  'give a token',
  fc.constant('good' as const),
  async (token, { answers }, site) => {
    const askedAt = site.now;
    await site.giveToken();
    answers.change({ token });
    answers.askForRefresh(askedAt, { mayDie: faults.isPlanned });
  },
  ({ token }) => token !== 'good',
);

const renameField = steps(
  'rename',
  fc.constantFrom(...fieldNames),
  (fieldName, { answers }, site) => {
    site.renameField(fieldName);
    answers.change({ fieldName });
  },
);

const configure = steps(
  'configure',
  fc.tuple(fc.constantFrom(...types), fc.constantFrom(...types)),
  async (sources, { answers }, site) => {
    await site.configure(sources);
    answers.change({ sources: [...new Set(sources)] });
  },
);

const anyStep = fc.oneof(
  ...[createObject, deleteObject, takeToken, revokeToken, giveToken, renameField, configure].map(
    often(1),
  ),
  ...[changeObject, setIssue, useDaily, outlive].map(often(2)),
  ...[advance, refresh].map(often(4)),
  ...[search, searchAgain].map(often(6)),
);

export const anySteps = fc.array(anyStep, { minLength: 15, maxLength: 25, size: 'max' });

function often(weight: number) {
  return (arbitrary: fc.Arbitrary<Step>) => ({ arbitrary, weight });
}

/** So that from the beginning searches find something. */
export async function createSomeObjects({ answers, issues }: Known, site: AppSite): Promise<void> {
  const objects = new Map<string, ObjectFacts>();
  for (const [index, label] of labels.entries()) {
    const facts = { type: types[index % 2] ?? 'laptop', label, status: 'In repair' };
    const objectId = await site.createObject(facts);
    objects.set(objectId, facts);
    const key = issueKeys[index] ?? '';
    await site.setIssue(key, [{ objectId, label }]);
    issues.set(key, [objectId]);
  }
  answers.change({ objects });
}

function objectAt({ objects }: World, index: number): [string, ObjectFacts] {
  const all = [...objects];
  const found = all[index % all.length];
  if (!found) throw new Error('There is no object.');
  return found;
}

type Answer = Awaited<ReturnType<AppSite['search']>>;

function answerFor(content: Content, { operator }: Call, issues: Known['issues']): Answer {
  if (content.kind === 'error') return { error: content.says };
  const keys = [...issues].flatMap(([key, ids]) => {
    const holdsOne = ids.some((id) => content.ids.has(id));
    return ids.length > 0 && holdsOne === (operator === 'in') ? [key] : [];
  });
  return { keys: keys.sort() };
}

function isSame(expected: Answer, found: Answer): boolean {
  if ('error' in expected) return 'error' in found && found.error.includes(expected.error);
  return 'keys' in found && expected.keys.join() === found.keys.join();
}
