import { createHash } from 'node:crypto';
import { distinctSources, sourceKey, type ObjectSource } from './object-source';
import type { KeptResult } from './query-record';

/** The key of a query on a field: 64 hexadecimal digits. */
export function queryHash(fieldId: string, query: string): string {
  return digestOf([fieldId, query]);
}

/** Of a list of texts in their order. */
export function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** Differs if any of the sources differs. */
export function digestOfSources(sources: readonly ObjectSource[]): string {
  return digestOf(distinctSources(sources).map(sourceKey));
}

/** Of one source: 16 hexadecimal digits. */
export function digestOfSource(source: ObjectSource): string {
  return digestOf([sourceKey(source)]).slice(0, 16);
}

/** A result as it was computed. */
interface ComputedResult extends Pick<
  KeptResult,
  'credential' | 'computedAt' | 'spelling' | 'unanswered'
> {
  /** Sorted. */
  readonly objectIds: readonly string[];
}

/** What is kept of a result: the ids only as their number and digest. */
export function keptResultOf(
  { configurationDigest }: Pick<KeptResult, 'configurationDigest'>,
  { objectIds, credential, computedAt, spelling, unanswered }: ComputedResult,
): KeptResult {
  return {
    ...{ credential, computedAt, spelling, configurationDigest, unanswered },
    objectCount: objectIds.length,
    digest: digestOf(objectIds),
    rightAt: computedAt,
    isLeftOut: false,
  };
}
