import type { FunctionCall } from '../jql-function/read-call';
import type { Precomputation } from '../platform/unattended-jira';
import { queryHash } from '../stored-queries/digests';
import { createFieldMeaning } from './field-meaning';
import { findCall, type Meaning } from './listed-queries';
import { precomputationPages } from './precomputation-pages';
import type { RefreshParts } from './step';

/** What Jira keeps of the calls that ask one query; empty where nobody searches with it any more. */
export async function findCalls(parts: RefreshParts, hash: string): Promise<Precomputation[]> {
  const meaningOf = createFieldMeaning(parts);
  const found = new Map<string, Precomputation>();
  for await (const { values } of precomputationPages(parts.jira)) {
    for (const precomputation of values) {
      const call = findCall(precomputation);
      if (call && isOf(hash, call, await meaningOf(call))) {
        found.set(precomputation.id, precomputation);
      }
    }
  }
  return [...found.values()];
}

function isOf(hash: string, { query }: FunctionCall, { fieldId }: Meaning): boolean {
  return fieldId !== undefined && queryHash(fieldId, query) === hash;
}
