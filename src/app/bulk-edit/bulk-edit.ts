import type { Client } from '../../api/client';
import type { Invocation } from '../access/invocation';
import {
  reasonUnder,
  type BulkItem,
  type BulkOperation,
  type SavedPart,
} from '../bulk-screen/bulk-edit-contract';
import { objectIdsIn, readValue, relabel } from '../label-upkeep/relabel-value';
import { lookUpObjects } from '../objects/look-up-objects';
import { objectKey } from '../objects/object-id';
import type { Platform } from '../platform/platform';
import type { FoundIssue, OwnField } from '../platform/app-jira';
import { chooseItems, type BulkField, type ChosenItem } from './chosen-items';
import type { PlannedChange } from './plan-change';

interface Dependencies {
  readonly client: Client;
  readonly platform: Pick<Platform, 'asPerson' | 'asApp'>;
}

interface Change<Configuration> {
  readonly operation: BulkOperation;
  /** What becomes of the value of a work item. */
  readonly plan: (stored: unknown, configuration: Configuration) => PlannedChange;
}

/** Builds what a bulk edit does with a part of the chosen work items. */
export function createBulkEdit<Configuration extends { readonly workspaceId: string }>(
  { client, platform: { asPerson, asApp } }: Dependencies,
  field: BulkField<Configuration>,
) {
  const { kind } = field;
  return {
    /** What they hold, and why some can't be changed; in their order. */
    async read(invocation: Invocation, offset: number): Promise<BulkItem[]> {
      const { items, fieldId } = await chooseItems(asPerson, field, { invocation, offset });
      return items.map(({ issue, reason }) => ({
        ...{ key: issue?.key, reason },
        ...describe(kind, issue?.fields[fieldId]),
      }));
    },

    /**
     * Writes what is planned for each, with the labels that the objects have now: as many service
     * calls as there are hundreds of distinct objects. What has its value already stays as it is.
     * @throws {ServiceError}, JiraError or Problem
     */
    async save(
      invocation: Invocation,
      offset: number,
      change: Change<Configuration>,
    ): Promise<SavedPart> {
      const part = await chooseItems(asPerson, field, { invocation, offset });
      const { items, fieldId, proof, configuration } = part;
      const planFor = (read: readonly FoundIssue[]) =>
        items.map((item) => planItem(item, { read, fieldId, ...change }));
      const first = planFor(items.flatMap(({ issue }) => issue ?? []));
      const renew = await readLabels({ client, kind }, configuration.workspaceId, first);
      // What others changed while the service was asked must stay.
      const ids = items.map(({ issueId }) => issueId);
      const planned = planFor(await asPerson.readIssues(ids, [fieldId]));
      const updates = planned.flatMap(({ issueId, change }) =>
        change.kind === 'value' ? [{ issueId, value: renew(change.value) }] : [],
      );
      const refused =
        updates.length > 0 ? await asApp.writeFieldValues(proof, fieldId, updates) : [];
      const leftOut = planned.flatMap(({ issueId, key, change }) => {
        if (change.kind === 'leftOut') return [{ key, reason: change.reason }];
        return refused.includes(issueId) ? [{ key, reason: 'refused' as const }] : [];
      });
      const unchangedCount = planned.filter(({ change }) => change.kind === 'unchanged').length;
      const savedCount = planned.length - unchangedCount - leftOut.length;
      return { savedCount, unchangedCount, leftOut };
    },
  };
}

interface PlannedItem {
  readonly issueId: string;
  readonly key: string | undefined;
  readonly change: PlannedChange;
}

interface Planning<Configuration> extends Change<Configuration> {
  /** As they are now. */
  readonly read: readonly FoundIssue[];
  readonly fieldId: string;
}

function planItem<Configuration>(
  { issueId, configuration, ...item }: ChosenItem<Configuration>,
  { read, fieldId, operation, plan }: Planning<Configuration>,
): PlannedItem {
  const issue = read.find(({ id }) => id === issueId);
  const reason = reasonUnder(operation, item.reason);
  const change: PlannedChange =
    issue && configuration && !reason
      ? plan(issue.fields[fieldId], configuration)
      : { kind: 'leftOut', reason: reason ?? 'hidden' };
  return { issueId, key: issue?.key, change };
}

/** What brings the labels of now into a value; objects that the person can't see keep theirs. */
async function readLabels(
  { client, kind }: { readonly client: Client; readonly kind: OwnField['kind'] },
  workspaceId: string,
  planned: readonly PlannedItem[],
) {
  const ids = planned.flatMap(({ change }) =>
    change.kind === 'value' ? objectIdsIn(kind, change.value) : [],
  );
  const found = await lookUpObjects(client, { workspaceId, attributes: [] }, ids);
  const labels = new Map(found.map(({ objectId, label }) => [objectKey(objectId), label]));
  return (value: object | null): object | null => {
    const renewed = relabel(kind, value, (objectId) => labels.get(objectKey(objectId)));
    return renewed.kind === 'outdated' ? renewed.value : value;
  };
}

function describe(kind: OwnField['kind'], stored: unknown) {
  const { objects, isDamaged: isUnreadable } = readValue(kind, stored);
  const ids = objectIdsIn(kind, stored).map(objectKey).sort();
  const valueKey = isUnreadable ? JSON.stringify(stored) : ids.join();
  return { objects: [...objects], isUnreadable, valueKey };
}
