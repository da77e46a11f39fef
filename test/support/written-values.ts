/** The values of an object as the API takes them, from lists by the ids of their attributes. */
export function writtenValues(values: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(values).map(([attributeId, list]) => ({ attributeId, values: [...list] }));
}
