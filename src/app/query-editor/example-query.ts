import { printAttributeName, quoteString } from '../../query';
import { kindOf } from './attribute-kinds';
import type { KnownAttribute, QueryVocabulary } from './vocabulary';

/** A query that works for objects with these attributes. */
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
 * A query for a level of this name, with a type and an attribute that the workspace has; undefined
 * while they are not known.
 */
export function exampleForLevel(levelName: string, known: QueryVocabulary): string | undefined {
  const { attributes, typeNames, earlierLevels } = known;
  const type = typeNames.find(isNamed(levelName)) ?? typeNames[0];
  if (type === undefined) return undefined;
  const ofType = `Type = ${quoteString(type)}`;
  const earlier = earlierLevels.at(-1);
  const references = attributes
    .filter((one) => kindOf(one.attributeTypeCode) === 'reference' && one.typeNames?.includes(type))
    .map(({ name }) => name);
  const reference = references.find(isNamed(earlier ?? '')) ?? references[0];
  if (earlier === undefined || reference === undefined) return ofType;
  return `${ofType} and ${printAttributeName(reference)} = {{${earlier}}}`;
}

function isNamed(name: string): (other: string) => boolean {
  return (other) => other.toLowerCase() === name.trim().toLowerCase();
}
