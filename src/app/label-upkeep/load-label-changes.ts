import type { Client } from '../../api/client';
import type { Platform } from '../platform/platform';
import { createLabelBook } from './label-book';
import { objectIdsIn, relabel, type LabelChange } from './relabel-value';
import { createUpkeepStore } from './upkeep-store';

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'asPerson'>;
  /** With the access token. */
  readonly client: Client;
}

export interface SampleChanges {
  readonly changes: readonly (LabelChange & { readonly key: string })[];
  /** How many of the work items the person may not see. */
  readonly hiddenCount: number;
}

/**
 * What the last job would change on the first work items that it found, as that is now: nothing of it
 * is kept. Only of those that the person may see.
 * @throws {ServiceError} or JiraError
 */
export async function loadLabelChanges({ platform, client }: Dependencies): Promise<SampleChanges> {
  const run = await createUpkeepStore(platform.store).find();
  if (!run || run.samples.length === 0) return { changes: [], hiddenCount: 0 };
  const { kind, fieldId, samples } = run;
  const ids = samples.map(({ issueId }) => issueId);
  const read = await platform.asPerson.readIssues(ids, [fieldId]);
  const labels = createLabelBook(client);
  const changes: SampleChanges['changes'][number][] = [];
  for (const { issueId, key, workspaceId } of samples) {
    const value = read.find(({ id }) => id === issueId)?.fields[fieldId];
    const labelOf = await labels.read(workspaceId, objectIdsIn(kind, value));
    const relabeled = labelOf ? relabel(kind, value, labelOf) : undefined;
    if (relabeled?.kind !== 'outdated') continue;
    changes.push(...relabeled.changes.map((change) => ({ key, ...change })));
  }
  return { changes, hiddenCount: samples.length - read.length };
}
