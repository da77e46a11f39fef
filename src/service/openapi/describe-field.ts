import type * as z from 'zod';
import { fieldWords, momentFields } from './field-words';

interface Described {
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
  readonly path: (string | number)[];
}

/** Says of each field of an object what it means, and which ones hold a moment. */
export function describeField({ jsonSchema, path }: Described): void {
  const parent = parentOf(path);
  for (const [name, field] of Object.entries(jsonSchema.properties ?? {})) {
    if (typeof field === 'boolean') continue;
    const words = fieldWords[`${parent}.${name}`] ?? fieldWords[name];
    if (words !== undefined) field.description = words;
    if (momentFields.has(name)) field.format = 'date-time';
  }
}

/** The field that an object is the value of, also in a list: `position`. */
function parentOf(path: readonly (string | number)[]): string {
  const index = path.lastIndexOf('properties');
  return String(path[index + 1] ?? '');
}
