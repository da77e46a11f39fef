import { mailtoLink } from '../../api/email-address';
import { firstLine, storedLabel, isObjectId } from '../objects/stored-value';
import {
  type ShownAttribute,
  type ShownDetails,
  type ShownValue,
  typesWrittenByReader,
  type ShownObject,
} from '../objects/objects-contract';
import { type Formats, isolated } from './formats';

export const valueTexts = {
  hiddenValue: '(not visible to you)',
  yes: 'Yes',
  no: 'No',
  moreValues: (count: number) => `+${count}`,
};

export interface PresentedValue {
  readonly text: string;
  /** What it links to: a page, or someone's email. */
  readonly address?: string | undefined;
  /** Set for a name, which is drawn with an avatar. */
  readonly isPerson?: boolean;
  /** Set for one of a few known values, which is drawn so that it is recognized at a glance. */
  readonly lozenge?: LozengeLook;
  /** Set for a file of which there is a small picture. */
  readonly picture?: FilePicture | undefined;
}

export interface FilePicture {
  /** Lasts a minute from when the service was asked. */
  readonly address: string;
  readonly fileName: string;
}

type LozengeLook = 'default' | 'inprogress' | 'success' | 'moved' | 'removed' | 'new';

/** The value by the type of its attribute, or by its details where the type is not known. */
export function presentValue(
  { value, details = {} }: ShownValue,
  { attributeTypeCode }: Pick<ShownAttribute, 'attributeTypeCode'>,
  formats: Formats,
): PresentedValue {
  const present = presenters.get(attributeTypeCode ?? typeOf(details));
  // The service withholds the details of what the person may not read; a bare id says nothing.
  return (
    present?.(value, details, formats) ?? {
      text: isObjectId(value) ? valueTexts.hiddenValue : value,
    }
  );
}

/** The values of an attribute as one text, for places that take no other. */
export function attributeText(attribute: ShownAttribute, formats: Formats): string {
  return attribute.values.map((value) => presentValue(value, attribute, formats).text).join(', ');
}

/** Each of its values that the person may see. */
export function visibleTexts(attribute: ShownAttribute, formats: Formats): string[] {
  return attribute.values
    .map((value) => presentValue(value, attribute, formats).text)
    .filter((text) => text !== valueTexts.hiddenValue);
}

/** As many values of one attribute as one recognizes an object by. */
const shortValues = 3;

/**
 * An attribute where there is room for a line at most: its first few values, with its name only before
 * what says nothing without. Undefined where the person may see none of them.
 */
export function shortPart(attribute: ShownAttribute, formats: Formats) {
  const { name, attributeTypeCode = '', moreValues = 0 } = attribute;
  const values = attribute.values
    .map((value) => presentValue(value, attribute, formats))
    .filter(({ text }) => text !== valueTexts.hiddenValue);
  if (values.length === 0) return undefined;
  const shown = values.slice(0, shortValues);
  const more = values.length - shown.length + moreValues;
  const listed = shown.map(({ text }) => isolated(storedLabel(text))).join(', ');
  return {
    text:
      (typesWrittenByReader.has(attributeTypeCode) ? `${isolated(name)}: ` : '') +
      (more > 0 ? `${listed} ${valueTexts.moreValues(more)}` : listed),
    /** Whose initials stand before the text; empty for what isn't a person. */
    people: shown.flatMap(({ text, isPerson }) => (isPerson ? [text] : [])),
  };
}

/** The first state among the attributes, which stands beside the label: options of a state have colors. */
export function splitStatus(attributes: readonly ShownAttribute[], formats: Formats) {
  for (const attribute of attributes) {
    const [value] = attribute.values;
    const status = value && presentValue(value, attribute, formats);
    const { isEndState, color } = value?.details ?? {};
    const isState = isEndState !== undefined || lookOf(color) !== undefined;
    if (status?.lozenge && isState && attribute.values.length === 1)
      return { status, others: attributes.filter((one) => one !== attribute) };
  }
  return { status: undefined, others: attributes };
}

type Presenter = (
  value: string,
  details: ShownDetails,
  formats: Formats,
) => PresentedValue | undefined;

/** By attribute type. One that is not here, also of the future, is shown as text. */
const presenters: ReadonlyMap<string, Presenter> = new Map(
  Object.entries({
    TEXT: (_, { text }) => (text === undefined ? text : { text }),
    INTEGER: (value, _, { number }) => ({ text: number(value) }),
    DECIMAL: (value, _, { number }) => ({ text: number(value) }),
    BOOLEAN: (value) => ({
      text: value === 'true' ? valueTexts.yes : value === 'false' ? valueTexts.no : value,
    }),
    DATE: (value, _, { date }) => ({ text: date(value) }),
    DATETIME: (value, _, { dateTime }) => ({ text: dateTime(value) }),
    SYSTEM_CREATED: (value, _, { dateTime }) => ({ text: dateTime(value) }),
    SYSTEM_UPDATED: (value, _, { dateTime }) => ({ text: dateTime(value) }),
    EMAIL: (value) => ({ text: value, address: mailtoLink(value) }),
    URL: (value) => ({ text: value, address: webAddress(value) }),
    OPTION: (_, { name: text, color }) =>
      text === undefined ? text : { text, lozenge: lookOf(color) ?? 'default' },
    WORKFLOW: (_, { name: text, isEndState, color }) =>
      text === undefined
        ? text
        : { text, lozenge: lookOf(color) ?? (isEndState ? 'success' : 'inprogress') },
    REFERENCE: (_, { label: text, url: address }) =>
      text === undefined ? text : { text, address },
    USER: (_, { name, email }) => {
      const text = name ?? email;
      if (text === undefined) return undefined;
      return { text, address: email && mailtoLink(email), isPerson: true };
    },
    MEDIA: (_, { fileName, fileSize, thumbnailUrl: address }, formats) => {
      if (fileName === undefined) return undefined;
      const size = fileSize === undefined ? '' : ` (${formats.fileSize(fileSize)})`;
      const picture = address === undefined ? undefined : { address, fileName };
      return { text: fileName + size, picture };
    },
    RICH_TEXT: (value, { text = value }) => ({ text: firstLine(text) }),
  } satisfies Record<string, Presenter>),
);

/** Undefined for no color, and for one that isn't known. */
function lookOf(color: string | undefined): LozengeLook | undefined {
  return looks.get(color ?? '');
}

/** Jira's colors of a lozenge, by the name of the color. */
const looks: ReadonlyMap<string, LozengeLook> = new Map([
  ['gray', 'default'],
  ['blue', 'inprogress'],
  ['green', 'success'],
  ['yellow', 'moved'],
  ['red', 'removed'],
  ['purple', 'new'],
]);

/** Configurations of older versions of the app do not name the type. */
function typeOf(details: ShownDetails): string {
  if (details.fileName !== undefined) return 'MEDIA';
  if (details.label !== undefined) return 'REFERENCE';
  if (details.isEndState !== undefined) return 'WORKFLOW';
  if (details.email !== undefined) return 'USER';
  if (details.text !== undefined) return 'RICH_TEXT';
  return details.name === undefined ? 'TEXT' : 'OPTION';
}

/** A link of any other kind could run a script. */
function webAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

/** Colors on which inverse text can be read in every theme. */
const avatarColors = ['blue', 'teal', 'green', 'purple', 'magenta', 'orange'] as const;
export type AvatarColor = (typeof avatarColors)[number];

/**
 * What stands for a person's picture, which the service doesn't have: the same for the same name. The
 * initials are empty for a name without letters or digits.
 */
export function avatarOf(name: string) {
  const words = name.match(/[\p{L}\p{N}][^\s@]*/gu) ?? [];
  const [first = '', ...others] = name.includes('@') ? words.slice(0, 1) : words;
  const initials = [first, others.at(-1) ?? ''].map(firstCharacter).join('');
  const sum = Array.from(name).reduce(
    (total, character) => total + (character.codePointAt(0) ?? 0),
    0,
  );
  return { initials, color: avatarColors[sum % avatarColors.length] ?? 'blue' };
}

function firstCharacter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment.toLocaleUpperCase() ?? '';
}

/** An object in a list from which a person chooses, or in which they recognize it. */
export interface ListedObject extends ShownObject {
  /** What the list says of it behind its attributes; absent for what the service has found. */
  readonly notes?: readonly string[];
}

/** The label as people see it: what is stored, searched or compared has no symbol. */
export function withSymbol({ symbol, label }: Pick<ListedObject, 'symbol' | 'label'>): string {
  return symbol === undefined ? label : `${symbol} ${label}`;
}

/** What tells an object apart beside its label: a text for each attribute of which there is something to see, and the notes. */
export function detailsOf(
  object: Pick<ListedObject, 'attributes' | 'notes'>,
  formats: Formats,
): string[] {
  const parts = object.attributes.flatMap((attribute) => shortPart(attribute, formats)?.text ?? []);
  return [...parts, ...notesOf(object)];
}

function notesOf({ notes = [] }: Pick<ListedObject, 'notes'>): string[] {
  return notes.map((note) => isolated(storedLabel(note)));
}

/** Objects that look the same get the beginning of their id as one more attribute. */
export function tellTwinsApart(objects: readonly ListedObject[], formats: Formats): ListedObject[] {
  const keys = looksOf(objects, formats);
  const counts = countsOf(keys);
  return objects.map((object, index) =>
    counts.get(keys[index] ?? '') === 1
      ? object
      : { ...object, attributes: [...object.attributes, idAttribute(object.objectId)] },
  );
}

export function hasTwins(objects: readonly ListedObject[], formats: Formats): boolean {
  return new Set(looksOf(objects, formats)).size < objects.length;
}

function looksOf(objects: readonly ListedObject[], formats: Formats): string[] {
  return objects.map((object) => [object.label, ...detailsOf(object, formats)].join('\n'));
}

export function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** What stands among the attributes of an object that nothing else tells from another. */
export function idAttribute(objectId: string): ShownAttribute {
  return { attributeId: 'ID', name: 'ID', values: [{ value: idText(shortId(objectId)) }] };
}

export function idText(id: string): string {
  return `${id} (ID)`;
}

/** As much of an id as tells objects apart that are the same in all else. */
export function shortId(objectId: string): string {
  return objectId.slice(0, 8);
}

/**
 * Pairs of an object and what tells it apart from those with its label: the value of the first attribute in which
 * all of them differ, else the values of those in which some do. Else the beginning of its id. Names of files come last.
 */
export function differencesOf<Twin extends ListedObject>(
  twins: readonly Twin[],
  formats: Formats,
): (readonly [Twin, string])[] {
  const attributes = twins.flatMap((twin) => twin.attributes);
  const ordered = [...attributes.filter((one) => !isFile(one)), ...attributes.filter(isFile)];
  const attributeIds = new Set(ordered.map(({ attributeId }) => attributeId));
  const columns = [
    ...[...attributeIds].map((attributeId) =>
      twins.map((twin) => textOn(twin, attributeId, formats)),
    ),
    twins.map((twin) => notesOf(twin).join(' · ')),
  ];
  const best = columns.find((column) => new Set(column).size === twins.length);
  const telling = best ? [best] : columns.filter((column) => new Set(column).size > 1);
  const texts = twins.map((_, index) =>
    telling.flatMap((column) => column[index] ?? []).join(' · '),
  );
  const counts = countsOf(texts);
  return twins.map((twin, index) => {
    const text = texts[index] ?? '';
    return [twin, counts.get(text) === 1 ? text : shortId(twin.objectId)];
  });
}

function isFile({ attributeTypeCode }: ShownAttribute): boolean {
  return attributeTypeCode === 'MEDIA';
}

function textOn({ attributes }: ListedObject, attributeId: string, formats: Formats) {
  const attribute = attributes.find((one) => one.attributeId === attributeId);
  return attribute && isolated(attributeText(attribute, formats));
}
