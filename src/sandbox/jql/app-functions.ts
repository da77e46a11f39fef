import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { sentences } from './sentences';
import type { Caller } from '../jira/accounts';
import type { PropertySpelling } from '../jira/platform-switches';
import { JiraError, invalid } from '../jira/jira-error';
import { readFragment } from './fragments';
import { jqlOperators } from './tree';
import type { JqlOperator } from './tree';

/** A function that an app adds to JQL. */
export interface AppFunction {
  /** ARI of its module. */
  functionKey: string;
  name: string;
  arguments: readonly { name: string; required: boolean }[];
  /** As the manifest names them: `issue`. */
  types: readonly string[];
  operators: readonly JqlOperator[];
}

/** A clause whose right side is a call of an app's function. */
interface FunctionCall {
  /** As the query names it. */
  field: string;
  operator: JqlOperator;
  /** As the app declares it. */
  functionName: string;
  arguments: readonly string[];
}

/** The clause as the platform hands it to the app. */
export interface EvaluatedClause extends FunctionCall {
  /** Of the field on the left, as the manifest names them. */
  type: readonly string[];
}

/** What the app made of it; `threw` stands for every end without an answer. */
export type FunctionOutcome =
  | { jql: string }
  | { error: string; storeErrorAsPrecomputation?: boolean | undefined }
  | 'threw';

type EvaluateFunction = (
  clause: EvaluatedClause,
  precomputationId: string,
  /** Those of the first query that needs the answer, which everyone shares. */
  caller: Caller,
) => Promise<FunctionOutcome>;

/** For whom a clause is evaluated, and why: to find issues, or to see whether it could. */
export interface Evaluation {
  caller: Caller;
  purpose: 'search' | 'check';
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
/** What Jira keeps of a call: one for everybody, by function, operator and arguments. */
export type Precomputation = z.infer<typeof precomputation>;

interface AppFunctionsOptions {
  entries: readonly Precomputation[];
  spellings: () => readonly PropertySpelling[];
  now: () => Date;
  /** Makes Jira's state safe on disk. */
  save: () => Promise<void>;
}

const lifetimeMs = 7 * 24 * 3_600_000;
const failureLifetimeMs = 60_000;
/** How old the stored time of the last use may get. */
const useAccuracyMs = 60_000;

/**
 * Functions of an app, and the answers of it that Jira keeps: the app is asked once for each
 * function, operator and arguments, whoever searches, and not again before seven days without a
 * search. Failures are remembered for a minute.
 */
export class AppFunctions {
  /** In the order of the calls. Entries are immutable. */
  entries: readonly Precomputation[];
  #functions: readonly AppFunction[] = [];
  #ask: EvaluateFunction = () => Promise.resolve('threw');
  #failures = new Map<string, { error: unknown; endsMs: number }>();
  #running = new Map<string, Promise<string>>();

  constructor(private readonly options: AppFunctionsOptions) {
    this.entries = options.entries;
  }

  /**
   * Adds what an app declares, in place of what it declared before, whose failures are forgotten.
   * @param ask gets the app's answer to a clause of which none is kept
   */
  add(functions: readonly AppFunction[], ask: EvaluateFunction): void {
    this.#functions = functions;
    this.#ask = ask;
    this.#forgetCalls();
  }

  list(): readonly AppFunction[] {
    return this.#functions;
  }

  /** Returns what searches used in the last seven days; Jira has removed the rest. */
  listKept(): readonly Precomputation[] {
    const oldestMs = this.#nowMs() - lifetimeMs;
    if (this.entries.some(({ usedMs }) => usedMs <= oldestMs)) {
      this.entries = this.entries.filter(({ usedMs }) => usedMs > oldestMs);
    }
    return this.entries;
  }

  /**
   * Returns the JQL that stands for a call of a function.
   * @throws {JiraError} 400 with what the person is told in place of it
   */
  async evaluate(
    called: AppFunction,
    call: FunctionCall,
    { caller, purpose }: Evaluation,
  ): Promise<string> {
    const isSame = ({ functionKey, operator, arguments: given }: Precomputation) =>
      functionKey === called.functionKey &&
      operator === call.operator &&
      isDeepStrictEqual(given, call.arguments);
    const kept = this.listKept().find(isSame);
    if (kept) {
      if (purpose === 'search') await this.#use(kept);
      return jqlOf(kept);
    }
    const key = JSON.stringify([called.functionKey, call.operator, call.arguments]);
    this.#throwRecentFailure(key);
    return this.#running.get(key) ?? this.#start(key, called, call, caller);
  }

  /**
   * Gives precomputations new results, all or none; when they were used last stays. An id that is
   * not there is passed over.
   * @throws {JiraError} 400 for a fragment that cannot be read or is too long
   */
  update(updates: readonly ({ id: string } & Precomputation['result'])[]): void {
    const results = new Map(updates.map(({ id, ...result }) => [id, result]));
    const updatedMs = this.#nowMs();
    this.entries = this.listKept().map((entry) => {
      const result = results.get(entry.id);
      if (!result) return entry;
      if ('value' in result) this.#requireFragment(result.value, entry.functionName);
      return { ...entry, result, updatedMs };
    });
  }

  /** Forgets every answer, also of calls of the app under way. */
  reset(): void {
    this.entries = [];
    this.#forgetCalls();
  }

  #forgetCalls(): void {
    this.#failures = new Map();
    this.#running = new Map();
  }

  async #use(kept: Precomputation): Promise<void> {
    const usedMs = this.#nowMs();
    if (usedMs - kept.usedMs < useAccuracyMs) return;
    this.entries = this.entries.map((entry) => (entry === kept ? { ...entry, usedMs } : entry));
    await this.options.save();
  }

  #throwRecentFailure(key: string): void {
    const nowMs = this.#nowMs();
    for (const [other, { endsMs }] of this.#failures) {
      if (endsMs <= nowMs) this.#failures.delete(other);
    }
    const failure = this.#failures.get(key);
    if (failure) throw failure.error;
  }

  /** Searches that need the same answer while it is made wait for it together. */
  #start(key: string, called: AppFunction, call: FunctionCall, caller: Caller) {
    const running = this.#running;
    const answer = this.#askFirst(key, called, call, caller).finally(() => running.delete(key));
    running.set(key, answer);
    return answer;
  }

  async #askFirst(
    key: string,
    { functionKey, types }: AppFunction,
    call: FunctionCall,
    caller: Caller,
  ): Promise<string> {
    const failures = this.#failures;
    const id = randomUUID();
    const outcome = await this.#ask({ ...call, type: types }, id, caller);
    const nowMs = this.#nowMs();
    let result: Precomputation['result'];
    try {
      result = this.#resultOf(call.functionName, outcome);
    } catch (error) {
      // What the sandbox doesn't model is no failure of the app.
      if (error instanceof JiraError && error.status === 400) {
        failures.set(key, { error, endsMs: nowMs + failureLifetimeMs });
      }
      throw error;
    }
    const times = { createdMs: nowMs, updatedMs: nowMs, usedMs: nowMs };
    const kept = { id, functionKey, ...call, arguments: [...call.arguments], result, ...times };
    // The answer belongs to the site before a reset.
    if (failures === this.#failures) {
      this.entries = [...this.entries, kept];
      await this.options.save();
    }
    return jqlOf(kept);
  }

  /** @throws {JiraError} for an answer that isn't kept */
  #resultOf(functionName: string, outcome: FunctionOutcome): Precomputation['result'] {
    if (outcome === 'threw') throw invalid(sentences.functionFailed);
    if ('error' in outcome) {
      if (outcome.storeErrorAsPrecomputation !== true) throw invalid(outcome.error);
      return { error: outcome.error };
    }
    this.#requireFragment(outcome.jql, functionName);
    return { value: outcome.jql };
  }

  #requireFragment(jql: string, functionName: string): void {
    readFragment(jql, functionName, this.options.spellings());
  }

  #nowMs(): number {
    return this.options.now().getTime();
  }
}

/** @throws {JiraError} 400 with the error that is kept in place of JQL */
function jqlOf({ result }: Precomputation): string {
  if ('error' in result) throw invalid(result.error);
  return result.value;
}
