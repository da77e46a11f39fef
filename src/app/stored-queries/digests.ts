import { createHash } from 'node:crypto';
import { distinctSources, sourceKey, type ObjectSource } from './object-source';

/** The key of a query on a field: 64 hexadecimal digits. */
export function queryHash(fieldId: string, query: string): string {
  return digestOf([fieldId, query]);
}

/** Of a list of texts in their order. */
export function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** Another one where any of the sources differs. */
export function digestOfSources(sources: readonly ObjectSource[]): string {
  return digestOf(distinctSources(sources).map(sourceKey));
}
