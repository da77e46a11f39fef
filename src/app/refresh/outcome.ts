import type { PrecomputationUpdate } from '../platform/unattended-jira';
import type { StoredQuery } from '../stored-queries/stored-query';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { stateOf } from './listed-queries';
import type { ListedQuery } from './worklist';

/** What becomes of one query. Nothing of it is done before the outcomes of a batch are committed. */
export interface Outcome {
  readonly kind:
    'written' | 'unchanged' | 'failed' | 'skipped' | 'expired' | 'waiting' | 'notAsked';
  /** Only for precomputations that Jira has something else of. */
  readonly updates: readonly PrecomputationUpdate[];
  /** In their order, after the updates. May be done again. */
  readonly rowChanges: readonly ((rows: StoredQueries) => Promise<void>)[];
}

type Content = { readonly value: string } | { readonly error: string };

/** The updates that give each precomputation its content, where it has another. */
export function updatesOf(
  { precomputations }: ListedQuery,
  contentOf: (operator: 'in' | 'not in') => Content,
): PrecomputationUpdate[] {
  const wanted = { in: withState(contentOf('in')), 'not in': withState(contentOf('not in')) };
  return precomputations.flatMap(({ id, operator, state }) => {
    const { content, newState } = wanted[operator];
    return newState === state ? [] : [{ id, ...content }];
  });
}

/** A result may be large, and is the same for every call with its operator. */
function withState(content: Content): { content: Content; newState: string } {
  return { content, newState: stateOf(content) };
}

/** Saves a row, unless it says nothing new; when it was computed is nothing new by itself. */
export function saveIfChanged(row: StoredQuery, known: StoredQuery | undefined) {
  return known && isSameResult(row, known) ? [] : [saveRow(row)];
}

export function saveRow(row: StoredQuery): Outcome['rowChanges'][number] {
  return (rows) => rows.save(row);
}

function isSameResult(row: StoredQuery, known: StoredQuery): boolean {
  return contentOf(row) === contentOf(known);
}

function contentOf(row: StoredQuery): string {
  const { fieldName, writtenAs, credential, digest, spelling, configurationDigest } = row;
  const { trouble, isLeftOut } = row;
  return JSON.stringify([
    ...[fieldName, writtenAs, credential, digest, spelling, configurationDigest],
    ...[row.objectCount, trouble?.message, trouble?.since, trouble?.isRefused, isLeftOut],
  ]);
}
