import { findFieldId } from '../jql-function/find-field';
import { QueryRefused } from '../jql-function/query-refused';
import { type FunctionCall, isShort } from '../jql-function/read-call';
import {
  type AppJira,
  listOwnFields,
  type Precomputation,
  type PrecomputationUpdate,
} from '../platform/app-jira';
import { isJiraRefusal } from '../platform/platform';
import { isTaken, writeInParts } from '../platform/write-values';
import { queryHash } from '../stored-queries/stored-queries';
import type { RefreshParts, RefreshRun } from './run';

type Listed = Pick<RefreshRun, 'listedTo' | 'listedTotal'>;

const beginning: Listed = { listedTo: 0, listedTotal: 0 };

/** If as many are dropped as are added, the total doesn't change; the overlap covers up to this many. */
const overlap = 10;

/**
 * What Jira keeps of calls of the function, page after page; some come twice. What it drops meanwhile
 * moves the rest up, so pages overlap. After more than that were dropped, a page begins as much earlier.
 * @throws {JiraError}
 */
export async function* precomputationPages(
  jira: Pick<AppJira, 'listPrecomputations'>,
  { listedTo, listedTotal }: Listed = beginning,
) {
  for (let isLast = false; !isLast;) {
    const { values, unreadableIds, total, ...page } = await jira.listPrecomputations(listedTo);
    const size = values.length + unreadableIds.length;
    const dropped = listedTotal - total;
    const hasSkipped = dropped > overlap;
    const move = hasSkipped ? -dropped : size - Math.min(overlap, size - 1);
    listedTo = Math.max(0, listedTo + move);
    listedTotal = total;
    isLast = !hasSkipped && (page.isLast || size === 0);
    yield { values, unreadableIds, listedTo, listedTotal, isLast };
  }
}

/** Undefined for a call that the function could not read, which stays unchanged. */
export function findCall(precomputation: Precomputation): FunctionCall | undefined {
  const { operator, arguments: written } = precomputation;
  const [query, fieldArgument, ...others] = written;
  if (query === undefined || fieldArgument === undefined || others.length > 0) return undefined;
  if (!isShort({ query, fieldArgument })) return undefined;
  return { operator, query, fieldArgument };
}

/** What a call of the function means. */
export type Meaning =
  | { readonly fieldId: string }
  /** It names no field: why, in words for who searches. */
  | {
      readonly fieldId?: undefined;
      readonly refusal: string;
      /** The app sees no such field, but it may still exist. */
      readonly isUnseen: boolean;
    };

/**
 * Finds the field that a call means. Where its argument names none, as after a rename, it is the
 * field on which the query was kept under that argument.
 * @param knownFieldIds of fields that the app may no longer see
 */
export async function getMeaning(
  { fields, storedQueries }: Pick<RefreshParts, 'fields' | 'storedQueries'>,
  { query, fieldArgument }: FunctionCall,
  knownFieldIds: readonly string[],
): Promise<Meaning> {
  try {
    return { fieldId: await findFieldId(fields, fieldArgument) };
  } catch (error) {
    if (!(error instanceof QueryRefused)) throw error;
    const ownIds = listOwnFields(await fields.listFields()).map(({ id }) => id);
    for (const fieldId of new Set([...ownIds, ...knownFieldIds])) {
      const record = await storedQueries.find(queryHash(fieldId, query));
      if (record?.writtenAs.includes(fieldArgument)) return { fieldId };
    }
    return { refusal: error.message, isUnseen: isUnseenField(error) };
  }
}

/**
 * Whether a query was refused for a field that the app does not see. Jira says the same of a hidden
 * field as of a deleted one, so its results stay.
 * @see docs/platform-assumptions.md, 36
 */
export function isUnseenField({ code }: QueryRefused): boolean {
  return ['UNKNOWN_FIELD', 'FOREIGN_FIELD', 'FIELD_NOT_SEARCHABLE'].includes(code);
}

/** What Jira keeps of the calls that ask one query; empty where nobody searches with it any more. */
export async function findCalls(parts: RefreshParts, hash: string): Promise<Precomputation[]> {
  const record = await parts.storedQueries.find(hash);
  const knownFieldIds = record ? [record.fieldId] : [];
  const found = new Map<string, Precomputation>();
  for await (const { values } of precomputationPages(parts.jira)) {
    for (const precomputation of values) {
      const call = findCall(precomputation);
      if (!call || (record && record.query !== call.query)) continue;
      const { fieldId } = await getMeaning(parts, call, knownFieldIds);
      const isMeant = fieldId !== undefined && queryHash(fieldId, call.query) === hash;
      if (isMeant) found.set(precomputation.id, precomputation);
    }
  }
  return [...found.values()];
}

/** A result of 1,000 objects has some 40 kB, and Jira has 5 s to answer. */
const maximumBytesPerCall = 200_000;
const maximumUpdatesPerCall = 50;

/**
 * Writes in as many calls as it takes. What Jira refuses is written in smaller parts, so that one update
 * keeps no other from being written; not where it refuses the app, whatever it writes.
 * @see docs/platform-assumptions.md, 45
 * @returns the ids of those that Jira refuses
 * @throws {JiraError} where it does not answer
 */
export async function writePrecomputations(
  jira: Pick<AppJira, 'updatePrecomputations'>,
  updates: readonly PrecomputationUpdate[],
): Promise<Set<string>> {
  const refused = new Set<string>();
  const refuse = (some: readonly PrecomputationUpdate[]) => {
    for (const { id } of some) refused.add(id);
  };
  const write = async (part: readonly PrecomputationUpdate[]) => {
    const written = jira.updatePrecomputations(part).catch((error: unknown) => {
      if (!isJiraRefusal(error) || error.status !== 403) throw error;
      refuse(part);
    });
    return isTaken(written);
  };
  for (const batch of batchesOf(updates)) refuse(await writeInParts(batch, write));
  return refused;
}

function batchesOf(updates: readonly PrecomputationUpdate[]): PrecomputationUpdate[][] {
  const batches: PrecomputationUpdate[][] = [];
  let room = 0;
  for (const update of updates) {
    const bytes = Buffer.byteLength(JSON.stringify(update));
    if (bytes > room || batches.at(-1)?.length === maximumUpdatesPerCall) {
      batches.push([]);
      room = maximumBytesPerCall;
    }
    batches.at(-1)?.push(update);
    room -= bytes;
  }
  return batches;
}
