import { readFragment } from '../../jql/fragment';
import type { CustomFunctionAnswer } from '../../jql/custom-functions';
import type { JqlOperator } from '../../jql/tree';
import { invalid } from '../jira-error';
import type { JiraModel } from '../model';
import type { Precomputation } from '../state';

const lifetimeMs = 7 * 24 * 3_600_000;

/** What the platform keeps of a call: one for everybody, by function, operator and arguments. */
interface PrecomputationKey {
  /** ARI of the function's module. */
  functionKey: string;
  operator: JqlOperator;
  arguments: readonly string[];
}

/** Returns those that a search used in the last seven days; Jira has removed the others. */
export function listPrecomputations({ state, now }: JiraModel): readonly Precomputation[] {
  const oldestMs = now().getTime() - lifetimeMs;
  if (state.precomputations.some(({ usedMs }) => usedMs <= oldestMs)) {
    state.precomputations = state.precomputations.filter(({ usedMs }) => usedMs > oldestMs);
  }
  return state.precomputations;
}

/** Returns what is kept of a call, `undefined` where it is to be evaluated. */
export function findPrecomputation(
  model: JiraModel,
  { functionKey, operator, arguments: written }: PrecomputationKey,
): Precomputation | undefined {
  return listPrecomputations(model).find(
    (candidate) =>
      candidate.functionKey === functionKey &&
      candidate.operator === operator &&
      candidate.arguments.length === written.length &&
      candidate.arguments.every((argument, index) => argument === written[index]),
  );
}

export type PrecomputationUpdate = { id: string } & Precomputation['result'];

/**
 * Gives precomputations new results, all or none; when they were used last stays. An id that is not
 * there is passed over.
 * @throws {JiraError} 400 for a fragment that cannot be read or is too long
 */
export function updatePrecomputations(
  model: JiraModel,
  updates: readonly PrecomputationUpdate[],
): void {
  const results = new Map(updates.map(({ id, ...result }) => [id, result]));
  const updatedMs = model.now().getTime();
  model.state.precomputations = listPrecomputations(model).map((entry) => {
    const result = results.get(entry.id);
    if (!result) return entry;
    const refusal = refusalOf(model, entry.functionName, result);
    if (refusal !== undefined) throw invalid(refusal);
    return { ...entry, result, updatedMs };
  });
}

/** Says that a search needed it. */
export function usePrecomputation(model: JiraModel, used: Precomputation): void {
  const usedMs = model.now().getTime();
  model.state.precomputations = model.state.precomputations.map((entry) =>
    entry === used ? { ...entry, usedMs } : entry,
  );
}

/** Returns why Jira does not keep a result, `undefined` where it does. */
export function refusalOf(
  { jql }: JiraModel,
  functionName: string,
  result: Precomputation['result'],
): string | undefined {
  if ('error' in result) return undefined;
  const fragment = readFragment(result.value, functionName, jql.propertySpellings);
  return fragment.ok ? undefined : fragment.error;
}

export function answerOf({ result }: Precomputation): CustomFunctionAnswer {
  return 'error' in result ? { ok: false, error: result.error } : { ok: true, jql: result.value };
}
