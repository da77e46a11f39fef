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
