import type { FunctionCall } from '../jql-function/read-call';
import type { Precomputation } from '../platform/unattended-jira';
import { queryHash } from '../stored-queries/digests';
import { createFieldMeaning } from './field-meaning';
import { findCall, type Meaning } from './listed-queries';
import type { RefreshParts } from './step';

/** What Jira keeps of the calls that ask one query; empty where nobody searches with it any more. */
export async function findCalls(parts: RefreshParts, hash: string): Promise<Precomputation[]> {
  const meaningOf = createFieldMeaning(parts);
  const found: Precomputation[] = [];
  for (let startAt = 0, isLast = false; !isLast;) {
    const page = await parts.jira.listPrecomputations(startAt);
    for (const precomputation of page.values) {
      const call = findCall(precomputation);
      if (call && isOf(hash, call, await meaningOf(call))) found.push(precomputation);
    }
    startAt += page.values.length;
    isLast = page.isLast || page.values.length === 0;
  }
  return found;
}

function isOf(hash: string, { query }: FunctionCall, { fieldId }: Meaning): boolean {
  return fieldId !== undefined && queryHash(fieldId, query) === hash;
}
