import * as z from 'zod/mini';

/** One object as Jira stores it, with the label that it had when the field was saved. */
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

/** A field holds no more: manifest.yml, `validation`. Values written in other ways may. */
export const maximumObjects = 100;

/** In place of `z.refine` and formats such as `z.guid`, each of which brings 0.3 to 0.8 kB to every screen. */
export function onlyIf<Value>(holds: (checked: Value) => boolean) {
  return ({ value, issues }: z.core.ParsePayload<Value>) => {
    if (!holds(value)) issues.push({ code: 'custom', input: value });
  };
}

export function isFilled({ length }: { readonly length: number }): boolean {
  return length > 0;
}
export const filledText = z.string().check(onlyIf(isFilled));

/** One as a screen sends it: id and label as stored, so of any text. */
export const sentObject = z.strictObject({
  objectId: filledText.check(z.maxLength(255)),
  label: z.string().check(z.maxLength(maximumLabelLength)),
});

/** One as Jira stores it, of what it may hold beside that only what the app needs. */
export const storedObject = z.object({
  objectId: filledText,
  label: z.string(),
});
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

/** The label to store: a longer one is cut to what fits and ends with an ellipsis. */
export function storedLabel(label: string): string {
  if (label.length <= maximumLabelLength) return label;
  const length = maximumLabelLength - cutSign.length;
  // Never through what is drawn as one character, unless that alone is too long.
  const lastCharacter = new Intl.Segmenter().segment(label).containing(length);
  return label.slice(0, lastCharacter?.index || wholeCodePoints(label, length)) + cutSign;
}

const cutSign = '…';

function wholeCodePoints(text: string, length: number): number {
  return isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Of a text, with a sign that there is more. */
export function firstLine(text: string): string {
  const [first = '', ...others] = text.trim().split(/\s*\n\s*/, 2);
  return others.length === 0 ? first : `${first} …`;
}

/** Each object once, however its id is written. */
export function withoutRepeats<Each extends StoredObject>(objects: readonly Each[]): Each[] {
  return [...new Map(objects.map((object) => [objectKey(object.objectId), object])).values()];
}

/**
 * What a person made of `before`, applied to what others made of it meanwhile: theirs, without what
 * the person took away, and with what they added.
 */
export function mergePicks<Pick extends StoredObject>(
  before: readonly Pick[],
  mine: readonly Pick[],
  theirs: readonly Pick[],
): Pick[] {
  const removed = without(before, mine);
  return [...merged(mine, without(theirs, removed)), ...without(without(mine, before), theirs)];
}

/** Of these objects mine where I have them, since my labels are newer. */
function merged<Pick extends StoredObject>(mine: readonly Pick[], theirs: readonly Pick[]) {
  const byKey = new Map(mine.map((pick) => [objectKey(pick.objectId), pick]));
  return theirs.map((pick) => byKey.get(objectKey(pick.objectId)) ?? pick);
}

function without<Pick extends StoredObject>(picks: readonly Pick[], others: readonly Pick[]) {
  const keys = new Set(others.map(({ objectId }) => objectKey(objectId)));
  return picks.filter(({ objectId }) => !keys.has(objectKey(objectId)));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an object can have this id. A stored value may hold any text. */
export function isObjectId(text: string): boolean {
  return uuid.test(text);
}

/** Equal for ids of the same object: a UUID means the same in any case. */
export function objectKey(objectId: string): string {
  return isObjectId(objectId) ? objectId.toLowerCase() : objectId;
}

export function isSameObject(objectId: string, other: string): boolean {
  return objectKey(objectId) === objectKey(other);
}
