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
