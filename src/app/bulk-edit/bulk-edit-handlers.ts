import type { Client } from '../../api/client';
import { licensedPerson } from '../access/policies';
import type { FieldConfigurations } from '../access/find-configuration';
import { Problem } from '../replies/problem';
import { secured, type SecuredFunction } from '../access/resolver';
import {
  readBulkItems,
  type BulkItem,
  type BulkOperation,
  itemsPerCall,
  type LeftOutReason,
  reasonUnder,
  type SavedPart,
} from '../bulk-screen/bulk-edit-contract';
import {
  cascadeValueOf,
  readCascadeValue,
  type CascadeValue,
  type LevelSelection,
} from '../cascade-field/cascade-value';
import { saveBulkPath } from '../cascade-field/cascade-field-contract';
import { selectedOn } from '../cascade-field/selection';
import type { CascadeConfiguration } from '../cascade-field/configuration';
import { saveBulkObjects } from '../object-field/object-field-contract';
import type { Configuration } from '../object-field/configuration';
import {
  asStored,
  isSameList,
  keysOf,
  planList,
  type WantedObjects,
} from '../object-field/object-list-plan';
import type { Platform, JiraAsPerson } from '../platform/platform';
import type { Invocation } from '../access/invocation';
import {
  cascadeSources,
  createLabelBook,
  type LabelSources,
  objectSources,
} from '../label-upkeep/label-book';
import {
  type FieldEntry,
  entriesOf,
  entryTest,
  readValue,
  relabel,
} from '../label-upkeep/relabel-value';
import {
  type FoundIssue,
  type OwnField,
  findWorkTypePlace,
  placeFields,
} from '../platform/app-jira';
import type { EditProof } from '../platform/proofs';
import { isDeepStrictEqual } from 'node:util';
import { readStoredValue, storedValueOf, objectKey } from '../objects/stored-value';

interface Dependencies extends EditDependencies {
  readonly ofObject: FieldConfigurations<Configuration>;
  readonly ofCascade: FieldConfigurations<CascadeConfiguration>;
}

/** For everyone who edits work items in bulk, each with their own grant and their own permissions. */
export function bulkEditHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { ofObject, ofCascade } = dependencies;
  const objects = createBulkEdit(dependencies, {
    kind: 'object',
    configurations: ofObject,
    labelSourcesOf: objectSources,
    isSingle: ({ cardinality }) => cardinality === 'one',
    isSameSource: (one, other) =>
      one.workspaceId === other.workspaceId &&
      one.typeId === other.typeId &&
      one.query === other.query,
  });
  const paths = createBulkEdit(dependencies, {
    kind: 'cascade',
    configurations: ofCascade,
    labelSourcesOf: cascadeSources,
    isSingle: () => false,
    isSameSource: (one, other) => sourceOf(one) === sourceOf(other),
  });
  return [
    secured(
      readBulkItems,
      everyoneIn('workspace-object', 'workspace-cascade'),
      async ({ offset }, invocation) => {
        const ofField = invocation.moduleKey === 'workspace-cascade' ? paths : objects;
        return { items: await ofField.read(invocation, offset) };
      },
    ),
    secured(
      saveBulkObjects,
      everyoneIn('workspace-object'),
      ({ offset, operation, objects: wanted }, invocation) =>
        objects.save(invocation, offset, {
          operation,
          plan: (stored, { cardinality }) =>
            planObjects(stored, { operation, objects: wanted, isMultiple: cardinality === 'many' }),
        }),
    ),
    secured(saveBulkPath, everyoneIn('workspace-cascade'), ({ offset, selections }, invocation) => {
      const value = cascadeValueOf(selections);
      if (!value && selections.length > 0) throw new Problem('BAD_REQUEST');
      return paths.save(invocation, offset, {
        operation: value ? 'set' : 'clear',
        plan: (stored) => planPath(stored, value),
      });
    }),
  ];
}

function everyoneIn(...modules: string[]) {
  return { policy: licensedPerson, modules };
}

/** What a path is chosen from, without the names of the levels. */
function sourceOf({ workspaceId, levels }: CascadeConfiguration): string {
  return JSON.stringify([
    workspaceId,
    ...levels.map(({ levelId, query, isMultiple }) => [levelId, query, isMultiple]),
  ]);
}

interface EditDependencies {
  readonly client: Client;
  readonly platform: Pick<Platform, 'asPerson' | 'asApp'>;
}

interface Change<Configuration> {
  readonly operation: BulkOperation;
  readonly plan: (stored: unknown, configuration: Configuration) => PlannedChange;
}

/** Builds what a bulk edit does with a part of the chosen work items. */
export function createBulkEdit<Configuration extends { readonly workspaceId: string }>(
  { client, platform: { asPerson, asApp } }: EditDependencies,
  field: BulkField<Configuration>,
) {
  const { kind } = field;
  return {
    /** What they hold, and why some can't be changed; in their order. */
    async read(invocation: Invocation, offset: number): Promise<BulkItem[]> {
      const { items, fieldId } = await chooseItems(asPerson, field, { invocation, offset });
      return items.map(({ issue, reason, configuration }) => ({
        ...{ key: issue?.key, reason },
        ...(configuration && field.isSingle(configuration) ? { isSingle: true as const } : {}),
        ...describe(kind, issue?.fields[fieldId]),
      }));
    },

    /**
     * Writes what is planned for each, with the labels that new objects have now: as many service calls
     * as there are hundreds of them, in a cascade on each level. Objects that a work item had before keep
     * their labels: the person didn't choose them. What has its value already isn't written again.
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
      const labelSources = field.labelSourcesOf(configuration);
      const renew = await readLabels({ client, kind }, labelSources, first);
      // What others changed while the service was asked must stay.
      const ids = items.map(({ issueId }) => issueId);
      const planned = planFor(await asPerson.readIssues(ids, [fieldId]));
      const updates = planned.flatMap((item) =>
        item.change.kind === 'value' ? [{ issueId: item.issueId, value: renew(item) }] : [],
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
  /** As it was read. */
  readonly stored: unknown;
  readonly change: PlannedChange;
}

interface Planning<Configuration> extends Change<Configuration> {
  readonly read: readonly FoundIssue[];
  readonly fieldId: string;
}

function planItem<Configuration>(
  { issueId, configuration, ...item }: ChosenItem<Configuration>,
  { read, fieldId, operation, plan }: Planning<Configuration>,
): PlannedItem {
  const issue = read.find(({ id }) => id === issueId);
  const reason = reasonUnder(operation, item.reason);
  const stored = issue?.fields[fieldId];
  const change: PlannedChange =
    issue && configuration && !reason
      ? plan(stored, configuration)
      : { kind: 'leftOut', reason: reason ?? 'hidden' };
  return { issueId, key: issue?.key, stored, change };
}

/**
 * What brings the current labels of new objects into a planned value; one that the person can't see, or
 * that can't be an object of the field, keeps its label.
 */
async function readLabels(
  { client, kind }: { readonly client: Client; readonly kind: OwnField['kind'] },
  sources: LabelSources,
  planned: readonly PlannedItem[],
) {
  const book = createLabelBook(client);
  const asked = { sources, entries: planned.flatMap((item) => newObjects(kind, item)) };
  await book.read([asked]);
  if (book.isUnreadable(asked)) throw new Problem('WORKSPACE_NOT_ACCESSIBLE');
  return ({ stored, change }: PlannedItem): object | null => {
    if (change.kind !== 'value') return null;
    const isStored = entryTest(kind, stored);
    const labelOf = (object: FieldEntry) =>
      isStored(object) ? undefined : book.labelOf(sources, object);
    const renewed = relabel(kind, change.value, labelOf);
    return renewed.kind === 'outdated' ? renewed.value : change.value;
  };
}

function newObjects(kind: OwnField['kind'], { stored, change }: PlannedItem): FieldEntry[] {
  if (change.kind !== 'value') return [];
  const isStored = entryTest(kind, stored);
  return entriesOf(kind, change.value).filter((object) => !isStored(object));
}

function describe(kind: OwnField['kind'], stored: unknown) {
  const { objects, isDamaged: isUnreadable } = readValue(kind, stored);
  const ids = entriesOf(kind, stored)
    .map(({ objectId }) => objectKey(objectId))
    .sort();
  const valueKey = isUnreadable ? JSON.stringify(stored) : ids.join();
  return { objects: [...objects], isUnreadable, valueKey };
}

interface BulkField<Configuration extends { readonly workspaceId: string }> {
  readonly kind: OwnField['kind'];
  readonly configurations: FieldConfigurations<Configuration>;
  readonly labelSourcesOf: (configuration: Configuration) => LabelSources;
  /** Whether the field takes no more than one object. */
  readonly isSingle: (configuration: Configuration) => boolean;
  /** Whether both offer objects of the same source, so that what fits one fits the other. */
  readonly isSameSource: (one: Configuration, other: Configuration) => boolean;
}

interface ChosenItem<Configuration> {
  readonly issueId: string;
  /** As it is stored now; undefined where the person may not see it. */
  readonly issue: FoundIssue | undefined;
  /** Why it can't be changed; undefined where it can, and `configuration` is there. */
  readonly reason: LeftOutReason | undefined;
  /** Also present if the field offers objects of another source there. */
  readonly configuration: Configuration | undefined;
}

/**
 * A part of the chosen work items, at most 100, with what this person may do with each.
 * @throws {Problem} or JiraError
 */
async function chooseItems<Configuration extends { readonly workspaceId: string }>(
  asPerson: Pick<JiraAsPerson, 'readEditable'>,
  { configurations, isSameSource }: BulkField<Configuration>,
  { invocation, offset }: { readonly invocation: Invocation; readonly offset: number },
) {
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
  // The configuration of the first of all chosen work items decides what the field offers.
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

type PlannedChange =
  | { readonly kind: 'value'; readonly value: object | null }
  /** It has the wanted value already. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'leftOut'; readonly reason: LeftOutReason };

/** The value of an object field after an operation. */
export function planObjects(stored: unknown, wanted: WantedObjects): PlannedChange {
  const planned = planList(readStoredValue(stored), wanted);
  return planned.kind === 'list'
    ? { kind: 'value', value: storedValueOf(planned.objects) }
    : planned;
}

/** The value of a cascade that gets this path, or none. */
export function planPath(stored: unknown, value: CascadeValue | null): PlannedChange {
  const { objects, levels, isDamaged } = readCascadeValue(stored);
  const isSame =
    isSameList(objects, value?.objects ?? []) &&
    isDeepStrictEqual(pathOf(levels), pathOf(value?.levels ?? []));
  if (isSame && !isDamaged) return { kind: 'unchanged' };
  const kept = value?.levels.map(({ levelId, objects: wanted }) => ({
    levelId,
    objects: asStored(wanted, selectedOn(levels, levelId)),
  }));
  return { kind: 'value', value: kept ? cascadeValueOf(kept) : null };
}

/** What is selected on each level that has something. */
function pathOf(levels: readonly LevelSelection[]) {
  return levels
    .filter(({ objects }) => objects.length > 0)
    .map(({ levelId, objects }) => [levelId, ...keysOf(objects)]);
}
