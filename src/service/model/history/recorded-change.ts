import * as z from 'zod';
import { getAttributeKind } from '../values/attribute-kinds';
import type { Change } from './record-changes';

/** A text, or the beginning of one that was too long. */
const recordedText = z.union([z.string(), z.object({ cut: z.string() })]);
type RecordedText = z.infer<typeof recordedText>;

const recordedValue = z.object({
  value: recordedText,
  /** What people read where it isn't the value itself: the name of an option or a state, a rich text's text, a file's name. */
  text: z.optional(recordedText),
});
export type RecordedValue = z.infer<typeof recordedValue>;

const recordedAttribute = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  values: z.array(recordedValue),
});
export type RecordedAttribute = z.infer<typeof recordedAttribute>;

/** What the history keeps of an object, before a change and after it: of attributes that changed. */
const recordedObject = z.object({ label: recordedText, attributes: z.array(recordedAttribute) });
export type RecordedObject = z.infer<typeof recordedObject>;

/** A change as the history has it, however it was written. */
export type RecordedChange = Pick<Change, 'kind' | 'before' | 'after'> & {
  readonly subjectId: string;
  readonly typeId: string | null;
  readonly siteId: string | null;
};

/** What a value is the id of. */
export type Reference = 'object' | 'person' | 'group' | 'type';

/** A value as it was, before anything that it refers to is looked up. */
export interface FieldValue {
  readonly value: string;
  readonly text?: string;
  readonly isCut: boolean;
}

export interface RecordedField {
  readonly name: string;
  readonly attribute?: Pick<RecordedAttribute, 'id' | 'code'>;
  readonly refersTo: Reference | undefined;
  readonly before: readonly FieldValue[];
  readonly after: readonly FieldValue[];
}

/** What its subject was called at the end of the change; undefined where the change doesn't say. */
export function findLabel({ before, after }: RecordedChange): string | undefined {
  const named = z.object({ label: recordedText.optional(), name: recordedText.optional() });
  const { label, name } = named.safeParse(after ?? before).data ?? {};
  const text = label ?? name;
  return text === undefined ? undefined : readText(text).text;
}

/** What changed, attribute by attribute or field by field. */
export function listFieldChanges({ kind, before, after }: RecordedChange): RecordedField[] {
  return kind === 'object' ? compareObjects(before, after) : compareFields(before, after);
}

function compareObjects(before: unknown, after: unknown): RecordedField[] {
  const [old, current] = [before, after].map(
    (side) => recordedObject.safeParse(side).data?.attributes ?? [],
  );
  const all = new Map([...(old ?? []), ...(current ?? [])].map((each) => [each.id, each]));
  const valuesIn = (attributes: readonly RecordedAttribute[] = [], id: string) =>
    (attributes.find((each) => each.id === id)?.values ?? []).map(readValue);
  return [...all.values()]
    .map(({ id, name, code }) => ({
      name,
      attribute: { id, code },
      refersTo: referenceOf(code),
      before: valuesIn(old, id),
      after: valuesIn(current, id),
    }))
    .filter((field) => field.before.length + field.after.length > 0);
}

function referenceOf(code: string): Reference | undefined {
  const { valueKind } = getAttributeKind(code);
  if (valueKind === 'reference') return 'object';
  return valueKind === 'user' ? 'person' : undefined;
}

function readText(recorded: RecordedText): { readonly text: string; readonly isCut: boolean } {
  return typeof recorded === 'string'
    ? { text: recorded, isCut: false }
    : { text: recorded.cut, isCut: true };
}

function readValue({ value, text }: RecordedValue): FieldValue {
  const [whole, read] = [readText(value), text === undefined ? undefined : readText(text)];
  return {
    value: whole.text,
    ...(read && { text: read.text }),
    isCut: whole.isCut || read?.isCut === true,
  };
}

/** Fields within fields by their path, such as `read.userIds`; those that stayed as they were are left out. */
function compareFields(before: unknown, after: unknown): RecordedField[] {
  const [old, current] = [new Map(listFields(before)), new Map(listFields(after))];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((name) => ({
      name,
      refersTo: referenceIn(name),
      before: old.get(name) ?? [],
      after: current.get(name) ?? [],
    }))
    .filter((field) => JSON.stringify(field.before) !== JSON.stringify(field.after));
}

function referenceIn(path: string): Reference | undefined {
  if (/userIds?$/i.test(path)) return 'person';
  if (/groupIds?$/i.test(path)) return 'group';
  return /typeId$/i.test(path) ? 'type' : undefined;
}

function listFields(part: unknown, path = ''): [string, FieldValue[]][] {
  if (part === undefined || part === null) return [];
  if (Array.isArray(part)) return [[path, part.map(showPart)]];
  const isWhole = typeof part !== 'object' || recordedText.safeParse(part).success;
  if (isWhole) return [[path, [showPart(part)]]];
  return Object.entries(part).flatMap(([key, value]) =>
    listFields(value, path === '' ? key : `${path}.${key}`),
  );
}

/** What a part of a list is called, such as an option or a block of a page. */
const named = z.object({
  name: recordedText.optional(),
  heading: recordedText.optional(),
  kind: z.string().optional(),
  color: z.string().optional(),
});

function showPart(part: unknown): FieldValue {
  const whole = recordedText.safeParse(part);
  if (whole.success) {
    const { text: value, isCut } = readText(whole.data);
    return { value, isCut };
  }
  const { name, heading, kind, color } = named.safeParse(part).data ?? {};
  const [title = '', ...further] = [name, heading, kind, color].flatMap((word) =>
    word === undefined ? [] : [readText(word).text],
  );
  const text = further.length > 0 ? `${title} (${further.join(', ')})` : title;
  return { value: JSON.stringify(part), ...(text !== '' && { text }), isCut: false };
}
