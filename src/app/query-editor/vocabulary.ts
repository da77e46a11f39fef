import { printAttributeName, quoteString } from '../../query';
import type { AttributeChoice } from '../field-configuration/field-configuration-contract';

export interface QueryVocabulary {
  readonly attributes: readonly KnownAttribute[];
  /** Where the query has to say which type it is about; empty where that is configured. */
  readonly typeNames: readonly string[];
  /** Names of the levels before the one that the query is for. */
  readonly earlierLevels: readonly string[];
}

export interface KnownAttribute {
  readonly name: string;
  readonly attributeTypeCode: string;
  /** More than one where types have attributes of one name; none of what every object has. */
  readonly attributeIds: readonly string[];
  /** Where the query is for several types: those that have it. */
  readonly typeNames?: readonly string[];
}

interface ReadType {
  readonly name: string;
  readonly attributes: readonly Omit<AttributeChoice, 'isLabel'>[];
}

/** Each once by name and type of its values; several types may be behind one reference. */
export function attributesOf(behind: Pick<ReadType, 'attributes'> | undefined): KnownAttribute[] {
  const known = new Map<string, KnownAttribute>();
  for (const { id, name, attributeTypeCode } of behind?.attributes ?? []) {
    const key = JSON.stringify([name, attributeTypeCode]);
    const { attributeIds = [] } = known.get(key) ?? {};
    known.set(key, { name, attributeTypeCode, attributeIds: [...attributeIds, id] });
  }
  return [...known.values()];
}

/** The attributes of all types, each once by name and type of its values. */
export function attributesOfAll(types: readonly ReadType[]): KnownAttribute[] {
  const known = new Map<string, KnownAttribute>();
  for (const type of types) {
    for (const attribute of attributesOf(type)) {
      const key = JSON.stringify([attribute.name, attribute.attributeTypeCode]);
      const { attributeIds = [], typeNames = [] } = known.get(key) ?? {};
      known.set(key, {
        ...attribute,
        attributeIds: [...attributeIds, ...attribute.attributeIds],
        typeNames: [...typeNames, type.name],
      });
    }
  }
  return [...known.values()];
}

/** What the query language can do with the values of an attribute. */
export type AttributeKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'time'
  | 'choice'
  | 'reference'
  | 'person';

const kinds: ReadonlyMap<string, readonly [AttributeKind, string]> = new Map([
  ['TEXT', ['text', 'text']],
  ['EMAIL', ['text', 'email']],
  ['URL', ['text', 'link']],
  ['RICH_TEXT', ['text', 'formatted text']],
  ['MEDIA', ['text', 'file']],
  ['INTEGER', ['number', 'whole number']],
  ['DECIMAL', ['number', 'number']],
  ['BOOLEAN', ['boolean', 'yes or no']],
  ['DATE', ['time', 'date']],
  ['DATETIME', ['time', 'date and time']],
  ['SYSTEM_CREATED', ['time', 'time of creation']],
  ['SYSTEM_UPDATED', ['time', 'time of last change']],
  ['OPTION', ['choice', 'option']],
  ['WORKFLOW', ['choice', 'workflow state']],
  ['REFERENCE', ['reference', 'reference']],
  ['USER', ['person', 'person']],
]);

/** Text where this version does not know the code: every operator on text is an operator. */
export function kindOf(attributeTypeCode: string): AttributeKind {
  return kinds.get(attributeTypeCode)?.[0] ?? 'text';
}

/** A type as an admin reads it; the code itself where this version does not know it. */
export function kindName(attributeTypeCode: string): string {
  return kinds.get(attributeTypeCode)?.[1] ?? attributeTypeCode;
}

export function exampleForType(attributes: readonly KnownAttribute[]): string {
  const find = (kind: string) =>
    attributes.find(({ attributeTypeCode }) => kindOf(attributeTypeCode) === kind);
  const [choice, person] = [find('choice'), find('person')];
  const conditions = [
    ...(choice ? [`${printAttributeName(choice.name)} is not empty`] : []),
    ...(person ? [`${printAttributeName(person.name)} = user(\${emailCurrentUser})`] : []),
  ];
  return conditions.join(' and ') || 'Label ~ "new"';
}

/**
 * A query for a level of this name, with a type that the workspace has and, where one has the name of
 * an earlier level, a reference to what is chosen there; undefined while the types are not known.
 */
export function exampleForLevel(levelName: string, known: QueryVocabulary): string | undefined {
  const { attributes, typeNames, earlierLevels } = known;
  const named = typeNames.find(isNamed(levelName));
  const references = attributes.filter(
    (one) =>
      kindOf(one.attributeTypeCode) === 'reference' &&
      (named === undefined || one.typeNames?.includes(named)),
  );
  const referenceTo = (level: string) => references.find(({ name }) => isNamed(level)(name));
  const earlier = earlierLevels.findLast(referenceTo);
  const reference = earlier === undefined ? undefined : referenceTo(earlier);
  const type = named ?? reference?.typeNames?.[0] ?? typeNames[0];
  if (type === undefined) return undefined;
  const ofType = `Type = ${quoteString(type)}`;
  if (!reference) return ofType;
  return `${ofType} and ${printAttributeName(reference.name)} = {{${earlier}}}`;
}

function isNamed(name: string): (other: string) => boolean {
  return (other) => other.toLowerCase() === name.trim().toLowerCase();
}
