import { fieldWords, momentFields, nounsOfLists } from './field-words';
import type { Json, JsonObject } from './json';

/** What a schema is about. */
export interface Subject {
  /** What its `id` is the id of: `workflow`. */
  readonly noun: string;
  /** `input` for what a caller writes, `output` for what the service answers. */
  readonly io: 'input' | 'output';
}

/**
 * A copy of a JSON schema in which each field says what it means, and which ones hold a moment.
 * @param owner the field that the schema is the value of, also in a list; empty for the whole
 */
export function describeFields<Part extends Json>(
  part: Part,
  subject: Subject,
  owner?: string,
): Part;
export function describeFields(part: Json, subject: Subject, owner = ''): Json {
  if (Array.isArray(part))
    return part.map((member: Json) => describeFields(member, subject, owner));
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, member]) =>
      key === 'properties' && isObject(member)
        ? [key, describeProperties(member, subject, owner)]
        : [key, describeFields(member, subject, owner)],
    ),
  );
}

function isObject(part: Json): part is JsonObject {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

function describeProperties(properties: JsonObject, subject: Subject, owner: string): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      isObject(field)
        ? describeProperty(name, describeFields(field, subject, name), subject, owner)
        : field,
    ]),
  );
}

function describeProperty(
  name: string,
  field: JsonObject,
  subject: Subject,
  owner: string,
): JsonObject {
  const description = findWords(name, subject, owner);
  return {
    ...field,
    ...(description !== undefined && { description }),
    ...(momentFields.has(name) && { format: 'date-time' }),
  };
}

function findWords(name: string, { noun, io }: Subject, owner: string): string | undefined {
  const place = `${owner || noun}.${name}`;
  const words = (io === 'input' ? fieldWords[`written ${place}`] : undefined) ?? fieldWords[place];
  if (words !== undefined) return words;
  return name === 'id' ? `The id of the ${nounsOfLists[owner] ?? noun}, a UUID.` : fieldWords[name];
}
