import { digestOf } from './digests';
import type { StoredQuery } from './stored-query';

/** A result as it was computed, and for what. */
interface ComputedResult extends Pick<
  StoredQuery,
  'query' | 'writtenAs' | 'credential' | 'computedAt' | 'spelling' | 'configurationDigest'
> {
  readonly field: { readonly fieldId: string; readonly name: string };
  /** Sorted. */
  readonly objectIds: readonly string[];
}

/** What is kept of it: the ids only as their number and digest. */
export function rowOf({ field, objectIds, ...result }: ComputedResult): StoredQuery {
  return {
    ...result,
    fieldId: field.fieldId,
    fieldName: field.name,
    objectCount: objectIds.length,
    digest: digestOf(objectIds),
    rightAt: result.computedAt,
    isLeftOut: false,
  };
}
