import * as z from 'zod/mini';
import { objectKey } from './object-id';

/** One object as Jira stores it: the label is the one that it had when the field was saved. */
export interface StoredObject {
  readonly objectId: string;
  readonly label: string;
}

/** The value of the field in Jira. The flat arrays are what JQL can search. */
export interface StoredValue {
  readonly objects: readonly StoredObject[];
  readonly objectIds: readonly string[];
  readonly labels: readonly string[];
}

export interface ReadValue {
  /** In their order, each object once; empty where nothing is picked. */
  readonly objects: readonly StoredObject[];
  /** True where the value holds something that this version of the app cannot read. */
  readonly isDamaged: boolean;
}

/** Jira stores labels up to this length, in UTF-16 units. */
export const maximumLabelLength = 255;

const storedObject = z.object({ objectId: z.string().check(z.minLength(1)), label: z.string() });
const storedObjects = z.object({ objects: z.array(z.unknown()) });

/**
 * Reads what Jira stores, in the full shape, in the bare shape `{objects: [...]}` that anyone may
 * write through Jira's REST, and as far as possible in any other.
 */
export function readStoredValue(value: unknown): ReadValue {
  if (value === null || value === undefined) return { objects: [], isDamaged: false };
  const list = storedObjects.safeParse(value);
  if (!list.success) return { objects: [], isDamaged: true };
  const readable = list.data.objects.flatMap((entry) => storedObject.safeParse(entry).data ?? []);
  return {
    objects: withoutRepeats(readable),
    isDamaged: readable.length < list.data.objects.length,
  };
}

/** The value to store for these objects; null, which clears the field, for none. */
export function storedValueOf(objects: readonly StoredObject[]): StoredValue | null {
  if (objects.length === 0) return null;
  const stored = withoutRepeats(objects).map(({ objectId, label }) => ({
    objectId,
    label: storedLabel(label),
  }));
  return {
    objects: stored,
    objectIds: stored.map((object) => object.objectId),
    labels: stored.map((object) => object.label),
  };
}

/** The label as it is stored: cut at 255 UTF-16 units, never through the middle of a character. */
export function storedLabel(label: string): string {
  const cut = label.slice(0, maximumLabelLength);
  return cut.length < label.length && isHighSurrogate(cut.charCodeAt(cut.length - 1))
    ? cut.slice(0, -1)
    : cut;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function withoutRepeats(objects: readonly StoredObject[]): StoredObject[] {
  return [...new Map(objects.map((object) => [objectKey(object.objectId), object])).values()];
}
