import * as z from 'zod/mini';
import { isolated } from '../object-display/formats';
import { maximumIdsPerCall, type ShownObject } from '../objects/objects-contract';
import {
  filledText,
  onlyIf,
  readStoredValue,
  storedValueOf,
  type ReadValue,
  type StoredObject,
  type StoredValue,
  maximumObjects,
  sentObject,
  isObjectId,
  objectKey,
} from '../objects/stored-value';

export const maximumLevels = 10;

/** In UTF-16 units. */
export const maximumLevelNameLength = 100;

export interface LevelSelection {
  readonly levelId: string;
  readonly objects: readonly StoredObject[];
}

/** The value of the field in Jira: `objects` are those of the level on which the path ends. */
export interface CascadeValue extends StoredValue {
  readonly levels: readonly LevelSelection[];
  /** The objects of all levels, each once. */
  readonly pathIds: readonly string[];
}

export interface ReadCascade extends ReadValue {
  /** As stored, each level once; empty where the value was written in the bare shape. */
  readonly levels: readonly LevelSelection[];
}

const storedLevels = z.object({ levels: z.optional(z.nullable(z.array(z.unknown()))) });
const storedLevel = z.object({ levelId: filledText, objects: z.unknown() });

/**
 * Reads what Jira stores, in the full shape, in the bare shape `{objects: [...]}` that anyone may
 * write through Jira's REST, and as far as possible in any other. The levels are as they were when
 * the value was saved: the configuration may know others by now.
 */
export function readCascadeValue(value: unknown): ReadCascade {
  const { objects, isDamaged } = readStoredValue(value);
  if (value === null || value === undefined) return { objects, levels: [], isDamaged };
  const list = storedLevels.safeParse(value);
  if (!list.success) return { objects, levels: [], isDamaged: true };
  const entries = list.data.levels ?? [];
  const read = entries.flatMap((entry) => readLevel(entry) ?? []);
  const isWhole = read.length === entries.length && read.every((level) => !level.isDamaged);
  return { objects, levels: eachOnce(read), isDamaged: isDamaged || !isWhole };
}

/**
 * The value to store for what is selected, given in the order of the levels. It holds the objects of
 * the last level that has some; null, which clears the field, where none has.
 */
export function cascadeValueOf(selections: readonly LevelSelection[]): CascadeValue | null {
  const end = selections.findLast(({ objects }) => objects.length > 0);
  const held = storedValueOf(end?.objects ?? []);
  return held && { ...held, ...pathOf(selections) };
}

/**
 * What a form submits for a path that can't be stored yet, with all that was picked so far:
 * manifest.yml, `validation`, refuses it.
 * @param unfinished what to do about it, which the form shows at the field
 */
export function unfinishedCascadeOf(selections: readonly LevelSelection[], unfinished: string) {
  return { objects: [], objectIds: [], labels: [], ...pathOf(selections), unfinished };
}

function pathOf(selections: readonly LevelSelection[]): Pick<CascadeValue, 'levels' | 'pathIds'> {
  const levels = selections.map(({ levelId, objects }) => ({
    levelId,
    objects: storedValueOf(objects)?.objects ?? [],
  }));
  const ids = levels.flatMap(({ objects }) => objects.map(({ objectId }) => objectId));
  const pathIds = [...new Map(ids.map((objectId) => [objectKey(objectId), objectId])).values()];
  return { levels, pathIds };
}

function readLevel(entry: unknown): (LevelSelection & { isDamaged: boolean }) | undefined {
  const level = storedLevel.safeParse(entry).data;
  if (!level) return undefined;
  const { objects, isDamaged } = readStoredValue({ objects: level.objects });
  return { levelId: level.levelId, objects, isDamaged };
}

function eachOnce(read: readonly LevelSelection[]): LevelSelection[] {
  const byId = new Map(read.map(({ levelId, objects }) => [levelId, { levelId, objects }]));
  return [...byId.values()];
}

export const levelId = z.string().check(onlyIf(isObjectId));

export const selections = selectionsOf(maximumIdsPerCall);

/** The same on the portal, where each level takes one call of the service to check. */
export const portalSelections = selectionsOf(maximumObjects);

function selectionsOf(objectsPerLevel: number) {
  const objects = z.array(sentObject).check(z.maxLength(objectsPerLevel));
  return z.array(z.strictObject({ levelId, objects })).check(z.maxLength(maximumLevels));
}

/** Of what is selected on later levels, what is still allowed; other levels are left out. */
export const allowedSelections = z.object({
  levels: z.array(z.object({ levelId: z.string(), objectIds: z.array(z.string()) })),
});
export type AllowedLevel = z.infer<typeof allowedSelections>['levels'][number];

/** The way to the objects on the last level, with current labels where the person may see them. */
export function cascadePathOf(
  { objects, levels }: ReadCascade,
  current: readonly ShownObject[] = [],
) {
  const leaves = new Set(objects.map(({ objectId }) => objectKey(objectId)));
  const isAbove = ({ objectId }: { objectId: string }) => !leaves.has(objectKey(objectId));
  const labels = new Map(current.map(({ objectId, label }) => [objectKey(objectId), label]));
  const above = levels
    .map((level) => level.objects.filter(isAbove))
    .filter((level) => level.length > 0);
  const labelOf = ({ objectId, label }: StoredObject) =>
    isolated(labels.get(objectKey(objectId)) ?? label);
  const text = above.map((level) => level.map(labelOf).join(', ')).join(' / ');
  // A value does not say which of several lead to which.
  const isOne = above.every((level) => level.length === 1);
  return {
    above: above.flat(),
    /** The labels above the last level, such as `Latvia / Vidzeme`; empty where there are none. */
    text,
    /** Whether that is the path of each object on the last level: each level has one object at most. */
    isOne,
    /** What stands before each label then; empty where nothing does. */
    prefix: isOne && text !== '' ? `${text} / ` : '',
  };
}
