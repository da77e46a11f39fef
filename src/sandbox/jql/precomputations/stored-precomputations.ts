import * as z from 'zod';
import { invalid } from '../../jira/jira-error';
import type { CustomFunctionAnswer } from '../custom-functions';
import { readFragment } from '../fragment';
import type { PropertySpelling } from '../property-spelling';
import { jqlOperators } from '../tree';
import type { JqlOperator } from '../tree';

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

export type PrecomputationUpdate = { id: string } & Precomputation['result'];

/** What functions of apps answered, in the order in which they were asked. No entry changes. */
export class StoredPrecomputations {
  entries: readonly Precomputation[];
  readonly #now: () => Date;

  constructor(entries: readonly Precomputation[], now: () => Date) {
    this.entries = entries;
    this.#now = now;
  }

  /** Returns those that a search used in the last seven days; Jira has removed the others. */
  list(): readonly Precomputation[] {
    const oldestMs = this.#now().getTime() - lifetimeMs;
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
  update(updates: readonly PrecomputationUpdate[], spellings: ReadonlySet<PropertySpelling>): void {
    const results = new Map(updates.map(({ id, ...result }) => [id, result]));
    const updatedMs = this.#now().getTime();
    this.entries = this.list().map((entry) => {
      const result = results.get(entry.id);
      if (!result) return entry;
      const refusal = refusalOf(entry.functionName, result, spellings);
      if (refusal !== undefined) throw invalid(refusal);
      return { ...entry, result, updatedMs };
    });
  }

  /** Says that a search needed it. */
  use(used: Precomputation): void {
    const usedMs = this.#now().getTime();
    this.entries = this.entries.map((entry) => (entry === used ? { ...entry, usedMs } : entry));
  }
}

/** Returns why Jira does not keep a result, `undefined` where it does. */
export function refusalOf(
  functionName: string,
  result: Precomputation['result'],
  spellings: ReadonlySet<PropertySpelling>,
): string | undefined {
  if ('error' in result) return undefined;
  const fragment = readFragment(result.value, functionName, spellings);
  return fragment.ok ? undefined : fragment.error;
}

export function answerOf({ result }: Precomputation): CustomFunctionAnswer {
  return 'error' in result ? { ok: false, error: result.error } : { ok: true, jql: result.value };
}
