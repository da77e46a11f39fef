import type { Client } from '../../api/client';
import type { FieldConfigurations } from '../access/find-configuration';
import type { Invocation } from '../access/invocation';
import {
  type BulkItem,
  type BulkOperation,
  itemsPerCall,
  type LeftOutReason,
  reasonUnder,
  type SavedPart,
} from '../bulk-screen/bulk-edit-contract';
import { objectIdsIn, readValue, relabel } from '../label-upkeep/relabel-value';
import { lookUpObjects } from '../objects/find-objects';
import { objectKey } from '../objects/object-id';
import type { FoundIssue, OwnField } from '../platform/app-jira';
import type { EditProof } from '../platform/proofs';
import { findWorkTypePlace, placeFields } from '../platform/field-place';
import type { JiraAsPerson, Platform } from '../platform/platform';
import { Problem } from '../replies/problem';
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
     * calls as there are hundreds of distinct objects. What has its value already isn't written again.
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

/** What brings the current labels into a value; objects that the person can't see keep theirs. */
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

/** What a bulk edit has to know of one of the app's field types. */
interface BulkField<Configuration extends { readonly workspaceId: string }> {
  readonly kind: OwnField['kind'];
  readonly configurations: FieldConfigurations<Configuration>;
  /** Whether both offer objects of the same source, so that what fits one fits the other. */
  readonly isSameSource: (one: Configuration, other: Configuration) => boolean;
}

/** One of the chosen work items. */
interface ChosenItem<Configuration> {
  readonly issueId: string;
  /** As it is stored now; undefined where the person may not see it. */
  readonly issue: FoundIssue | undefined;
  /** Why it can't be changed; undefined where it can, and `configuration` is there. */
  readonly reason: LeftOutReason | undefined;
  /** Also present if the field offers objects of another source there. */
  readonly configuration: Configuration | undefined;
}

interface ChosenPart<Configuration> {
  readonly items: readonly ChosenItem<Configuration>[];
  readonly fieldId: string;
  readonly proof: EditProof;
  /** Of the first of all chosen work items: it decides what the field offers. */
  readonly configuration: Configuration;
}

/**
 * A part of the chosen work items, at most 100, with what this person may do with each.
 * @throws {Problem} or JiraError
 */
async function chooseItems<Configuration extends { readonly workspaceId: string }>(
  asPerson: Pick<JiraAsPerson, 'readEditable'>,
  { configurations, isSameSource }: BulkField<Configuration>,
  { invocation, offset }: { readonly invocation: Invocation; readonly offset: number },
): Promise<ChosenPart<Configuration>> {
  const { issues = [], fieldId } = invocation.extension;
  const chosen = issues.slice(offset, offset + itemsPerCall).map(({ id }) => id);
  const isPart = Number.isInteger(offset) && offset >= 0;
  if (fieldId === undefined || !isPart || chosen.length === 0) throw new Problem('BAD_REQUEST');
  const ids = [...new Set(chosen)];
  const [configuration, { issues: read, proof }] = await Promise.all([
    configurations.get(invocation),
    asPerson.readEditable(ids, fieldId, [fieldId, ...placeFields]),
  ]);
  if (!proof) throw new Problem('NOT_ALLOWED');
  const items: ChosenItem<Configuration>[] = [];
  for (const issueId of ids) {
    const issue = read.find(({ id }) => id === issueId);
    const place = findWorkTypePlace(issue?.fields);
    const own =
      place && (await configurations.findAt(invocation, place.projectId, place.workTypeId));
    items.push({ issueId, issue, reason: reasonOf(issue, proof, own), configuration: own });
  }
  return { items, fieldId, proof, configuration };

  function reasonOf(
    issue: FoundIssue | undefined,
    proof: EditProof,
    own: Configuration | undefined,
  ): LeftOutReason | undefined {
    if (!issue) return 'hidden';
    const obstacle = proof.findObstacle(issue.id);
    if (obstacle) return obstacle;
    if (!own) return 'notConfigured';
    return isSameSource(own, configuration) ? undefined : 'otherSource';
  }
}
