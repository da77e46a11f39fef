import { findField } from '../jql-function/find-field';
import { findSpelling } from '../jql-function/find-spelling';
import { fragmentOf } from '../jql-function/fragment';
import type { KeyValueStore } from '../platform/storage';
import type { UnattendedJira } from '../platform/unattended-jira';
import { digestOf } from '../stored-queries/digests';
import type { StoredQueries } from '../stored-queries/stored-queries';
import { findCalls } from './find-calls';

interface Dependencies {
  /** Remembers what it was asked. */
  readonly jira: UnattendedJira;
  readonly store: KeyValueStore;
  readonly storedQueries: StoredQueries;
}

/**
 * Puts what a person found in the place of the errors that Jira keeps: it asks the function no more
 * for these calls. Where it keeps none, the next search takes what was found.
 * @throws {QueryRefused} where the field can't be searched any more
 */
export async function deliverHandover(dependencies: Dependencies, hash: string): Promise<void> {
  const { jira, storedQueries } = dependencies;
  const handover = await storedQueries.findHandover(hash);
  const pending = await storedQueries.findPending(hash);
  if (!handover || !pending) return;
  const calls = await findCalls(dependencies, hash);
  const waiting = calls.filter(({ value }) => value === undefined);
  if (waiting.length === 0) return;
  const { query, fieldId, writtenAs } = pending;
  const { objectIds, computedAt, configurationDigest } = handover;
  const field = await findField(jira, fieldId);
  const spelling = await findSpelling(dependencies, field);
  await jira.updatePrecomputations(
    waiting.map(({ id, operator }) => ({
      id,
      value: fragmentOf({ spelling, operator, objectIds, fieldId }),
    })),
  );
  await storedQueries.save({
    ...{ query, fieldId, fieldName: field.name, writtenAs },
    ...{ credential: 'person', computedAt, objectCount: objectIds.length },
    ...{ digest: digestOf(objectIds), spelling, configurationDigest },
  });
  await storedQueries.deletePending(hash);
}
