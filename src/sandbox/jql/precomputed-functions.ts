import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type {
  CustomFunctionAnswer,
  CustomFunctionClause,
  CustomJqlFunction,
  CustomJqlFunctions,
  Evaluation,
} from './custom-functions';
import { sentences } from './sentences';
import type { Caller } from '../jira/accounts';
import type { PropertySpelling } from '../jira/platform-switches';
import { invalid } from '../jira/jira-error';
import { readFragment } from './custom-functions';
import { jqlOperators } from './tree';
import type { JqlOperator } from './tree';

/** A function of an app, as Jira knows it. */
export interface AppFunction extends CustomJqlFunction {
  /** ARI of its module. */
  functionKey: string;
}

/** A clause as the platform hands it to the app. */
export interface EvaluatedClause extends CustomFunctionClause {
  /** Of the field on the left, as the manifest names them. */
  type: readonly string[];
}

/** What the app made of it; `threw` stands for every end without an answer. */
export type FunctionOutcome =
  | { jql: string }
  | { error: string; storeErrorAsPrecomputation?: boolean | undefined }
  | 'threw';

export type EvaluateFunction = (
  clause: EvaluatedClause,
  precomputationId: string,
  /** Those of the first query that needs the answer, which everyone shares. */
  caller: Caller,
) => Promise<FunctionOutcome>;

interface PrecomputedFunctionsOptions {
  stored: StoredPrecomputations;
  functions: readonly AppFunction[];
  evaluate: EvaluateFunction;
  spellings: () => readonly PropertySpelling[];
  now: () => Date;
  /** Makes Jira's state safe on disk. */
  save: () => Promise<void>;
}

const failureLifetimeMs = 60_000;
/** How old the stored time of the last use may get. */
const useAccuracyMs = 60_000;

/**
 * Functions of an app whose answers Jira keeps: the app is asked once for each function, operator
 * and arguments, whoever searches, and not again before seven days without a search. Failures are
 * remembered for a minute.
 */
export class PrecomputedFunctions implements CustomJqlFunctions {
  #failures = new Map<string, { answer: CustomFunctionAnswer; endsMs: number }>();
  #running = new Map<string, Promise<CustomFunctionAnswer>>();

  constructor(private readonly options: PrecomputedFunctionsOptions) {}

  list(): readonly AppFunction[] {
    return this.options.functions;
  }

  async evaluate(
    clause: CustomFunctionClause,
    { caller, purpose }: Evaluation,
  ): Promise<CustomFunctionAnswer> {
    const called = this.#getFunction(clause.functionName);
    const { functionKey } = called;
    const kept = this.options.stored.find({ functionKey, ...clause });
    if (kept) {
      if (purpose === 'search') await this.#use(kept);
      return answerOf(kept);
    }
    const key = JSON.stringify([functionKey, clause.operator, clause.arguments]);
    return (
      this.#findFailure(key) ??
      this.#running.get(key) ??
      this.#start(key, () => this.#evaluateFirst(key, called, clause, caller))
    );
  }

  /** Forgets what isn't part of Jira's state, including calls of the app under way. */
  reset(): void {
    this.#failures = new Map();
    this.#running = new Map();
  }

  #getFunction(name: string): AppFunction {
    const called = this.options.functions.find((candidate) => candidate.name === name);
    if (!called) throw new Error(`No app has a JQL function "${name}".`);
    return called;
  }

  async #use(kept: Precomputation): Promise<void> {
    if (this.#nowMs() - kept.usedMs < useAccuracyMs) return;
    this.options.stored.use(kept);
    await this.options.save();
  }

  #findFailure(key: string): CustomFunctionAnswer | undefined {
    const nowMs = this.#nowMs();
    for (const [other, { endsMs }] of this.#failures) {
      if (endsMs <= nowMs) this.#failures.delete(other);
    }
    return this.#failures.get(key)?.answer;
  }

  /** Searches that need the same answer while it is made wait for it together. */
  #start(key: string, evaluateFirst: () => Promise<CustomFunctionAnswer>) {
    const running = this.#running;
    const answer = evaluateFirst().finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  }

  async #evaluateFirst(
    key: string,
    { functionKey, types }: AppFunction,
    clause: CustomFunctionClause,
    caller: Caller,
  ): Promise<CustomFunctionAnswer> {
    const { stored, evaluate, save } = this.options;
    const failures = this.#failures;
    const id = randomUUID();
    const outcome = await evaluate({ ...clause, type: types }, id, caller);
    const result = this.#resultOf(clause.functionName, outcome);
    if ('failure' in result) {
      const answer = { ok: false as const, error: result.failure };
      failures.set(key, { answer, endsMs: this.#nowMs() + failureLifetimeMs });
      return answer;
    }
    const { field, operator, functionName } = clause;
    const nowMs = this.#nowMs();
    const kept = {
      ...{ id, functionKey, functionName, field, operator, arguments: [...clause.arguments] },
      ...{ result, createdMs: nowMs, updatedMs: nowMs, usedMs: nowMs },
    };
    // The answer belongs to the site before a reset.
    if (failures === this.#failures) {
      stored.add(kept);
      await save();
    }
    return answerOf(kept);
  }

  #resultOf(
    functionName: string,
    outcome: FunctionOutcome,
  ): Precomputation['result'] | { failure: string } {
    if (outcome === 'threw') return { failure: sentences.functionFailed };
    if ('error' in outcome) {
      const { error, storeErrorAsPrecomputation = false } = outcome;
      return storeErrorAsPrecomputation ? { error } : { failure: error };
    }
    const result = { value: outcome.jql };
    const refusal = refusalOf(functionName, result, this.options.spellings());
    return refusal === undefined ? result : { failure: refusal };
  }

  #nowMs(): number {
    return this.options.now().getTime();
  }
}

export const precomputation = z.object({
  id: z.string(),
  /** ARI of the function's module. */
  functionKey: z.string(),
  functionName: z.string(),
  /** As the query that was first evaluated names it. */
  field: z.string(),
  operator: z.enum(jqlOperators),
  arguments: z.array(z.string()),
  result: z.union([z.object({ value: z.string() }), z.object({ error: z.string() })]),
  createdMs: z.number(),
  updatedMs: z.number(),
  /** When a search needed it last. */
  usedMs: z.number(),
});
export type Precomputation = z.infer<typeof precomputation>;

const lifetimeMs = 7 * 24 * 3_600_000;

/** What the platform keeps of a call: one for everybody, by function, operator and arguments. */
interface PrecomputationKey {
  /** ARI of the function's module. */
  functionKey: string;
  operator: JqlOperator;
  arguments: readonly string[];
}

type PrecomputationUpdate = { id: string } & Precomputation['result'];

/** The answers of apps' functions, in the order of the calls. Entries are immutable. */
export class StoredPrecomputations {
  entries: readonly Precomputation[];

  constructor(
    entries: readonly Precomputation[],
    private readonly now: () => Date,
  ) {
    this.entries = entries;
  }

  /** Returns those that a search used in the last seven days; Jira has removed the others. */
  list(): readonly Precomputation[] {
    const oldestMs = this.now().getTime() - lifetimeMs;
    if (this.entries.some(({ usedMs }) => usedMs <= oldestMs)) {
      this.entries = this.entries.filter(({ usedMs }) => usedMs > oldestMs);
    }
    return this.entries;
  }

  /** Returns what is kept of a call, `undefined` where it is to be evaluated. */
  find({
    functionKey,
    operator,
    arguments: written,
  }: PrecomputationKey): Precomputation | undefined {
    return this.list().find(
      (candidate) =>
        candidate.functionKey === functionKey &&
        candidate.operator === operator &&
        candidate.arguments.length === written.length &&
        candidate.arguments.every((argument, index) => argument === written[index]),
    );
  }

  add(entry: Precomputation): void {
    this.entries = [...this.entries, entry];
  }

  /**
   * Gives precomputations new results, all or none; when they were used last stays. An id that is
   * not there is passed over.
   * @throws {JiraError} 400 for a fragment that cannot be read or is too long
   */
  update(updates: readonly PrecomputationUpdate[], spellings: readonly PropertySpelling[]): void {
    const results = new Map(updates.map(({ id, ...result }) => [id, result]));
    const updatedMs = this.now().getTime();
    this.entries = this.list().map((entry) => {
      const result = results.get(entry.id);
      if (!result) return entry;
      const refusal = refusalOf(entry.functionName, result, spellings);
      if (refusal !== undefined) throw invalid(refusal);
      return { ...entry, result, updatedMs };
    });
  }

  use(used: Precomputation): void {
    const usedMs = this.now().getTime();
    this.entries = this.entries.map((entry) => (entry === used ? { ...entry, usedMs } : entry));
  }
}

/** Returns why Jira does not keep a result, `undefined` where it does. */
function refusalOf(
  functionName: string,
  result: Precomputation['result'],
  spellings: readonly PropertySpelling[],
): string | undefined {
  if ('error' in result) return undefined;
  const fragment = readFragment(result.value, functionName, spellings);
  return fragment.ok ? undefined : fragment.error;
}

function answerOf({ result }: Precomputation): CustomFunctionAnswer {
  return 'error' in result ? { ok: false, error: result.error } : { ok: true, jql: result.value };
}
