import { randomUUID } from 'node:crypto';
import type {
  CustomFunctionAnswer,
  CustomFunctionClause,
  CustomJqlFunction,
  CustomJqlFunctions,
  Evaluation,
} from '../custom-functions';
import { functionFailed } from '../sentences';
import type { Caller } from '../../jira/jira-caller';
import type { PropertySpelling } from '../property-spelling';
import { answerOf, refusalOf } from './stored-precomputations';
import type { Precomputation, StoredPrecomputations } from './stored-precomputations';

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
  /** Of the first query that needs the answer, which is everyone's. */
  caller: Caller,
) => Promise<FunctionOutcome>;

interface PrecomputedFunctionsOptions {
  stored: StoredPrecomputations;
  functions: readonly AppFunction[];
  evaluate: EvaluateFunction;
  spellings: () => ReadonlySet<PropertySpelling>;
  now: () => Date;
  /** Makes Jira's state safe on disk. */
  save: () => Promise<void>;
}

const failureLifetimeMs = 60_000;
/** How far the kept time of the last use may be behind. */
const useAccuracyMs = 60_000;

/**
 * Functions of an app whose answers Jira keeps: the app is asked once for each function, operator
 * and arguments, whoever searches, and not again before seven days without a search. Failures are
 * remembered for a minute.
 */
export class PrecomputedFunctions implements CustomJqlFunctions {
  readonly #options: PrecomputedFunctionsOptions;
  #failures = new Map<string, { answer: CustomFunctionAnswer; endsMs: number }>();
  #running = new Map<string, Promise<CustomFunctionAnswer>>();

  constructor(options: PrecomputedFunctionsOptions) {
    this.#options = options;
  }

  list(): readonly AppFunction[] {
    return this.#options.functions;
  }

  async evaluate(
    clause: CustomFunctionClause,
    { caller, purpose }: Evaluation,
  ): Promise<CustomFunctionAnswer> {
    const called = this.#getFunction(clause.functionName);
    const { functionKey } = called;
    const kept = this.#options.stored.find({ functionKey, ...clause });
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

  /** Forgets what is not part of Jira's state, also of what the app is still asked for. */
  reset(): void {
    this.#failures = new Map();
    this.#running = new Map();
  }

  #getFunction(name: string): AppFunction {
    const called = this.#options.functions.find((candidate) => candidate.name === name);
    if (!called) throw new Error(`No app has a JQL function "${name}".`);
    return called;
  }

  async #use(kept: Precomputation): Promise<void> {
    if (this.#nowMs() - kept.usedMs < useAccuracyMs) return;
    this.#options.stored.use(kept);
    await this.#options.save();
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
    const { stored, evaluate, save } = this.#options;
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
    // After a reset in between, what the app says belongs to the former site.
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
    if (outcome === 'threw') return { failure: functionFailed };
    if ('error' in outcome) {
      const { error, storeErrorAsPrecomputation = false } = outcome;
      return storeErrorAsPrecomputation ? { error } : { failure: error };
    }
    const result = { value: outcome.jql };
    const refusal = refusalOf(functionName, result, this.#options.spellings());
    return refusal === undefined ? result : { failure: refusal };
  }

  #nowMs(): number {
    return this.#options.now().getTime();
  }
}
