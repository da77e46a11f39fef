import * as z from 'zod/mini';

const objectSource = z.object({
  workspaceId: z.guid(),
  /** All types where absent: the levels of a cascade have no fixed type. */
  typeId: z.optional(z.guid()),
});
export type ObjectSource = z.infer<typeof objectSource>;

/** Each source once, in the order of their ids. */
export function distinctSources(sources: readonly ObjectSource[]): ObjectSource[] {
  const byKey = new Map(sources.map((source) => [sourceKey(source), source]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, source]) => source);
}

/** Equal for two sources that name the same place. */
export function sourceKey({ workspaceId, typeId = '' }: ObjectSource): string {
  return `${workspaceId} ${typeId}`.toLowerCase();
}

const epochMs = z.number();

/** What one query on one field found last; the ids are kept by Jira alone. */
export const keptResult = z.object({
  /** Whose rights in the service decided: the app's access token, or a person's own account. */
  credential: z.enum(['token', 'person']),
  computedAt: epochMs,
  objectCount: z.number(),
  /** Of the sorted ids. */
  digest: z.string(),
  /** The clause that was compared, as it stands in the fragment. */
  spelling: z.string(),
  /** Of the sources that were searched. */
  configurationDigest: z.string(),
  /**
   * Of each source that had no answer: it couldn't be read, or the query means nothing there. Absent in a
   * person's result, and in records from before this was kept.
   */
  unanswered: z.optional(z.array(z.string())),
  /** Of every result that is kept of it: see `rightAtOf`. */
  rightAt: epochMs,
  /** Refreshes leave it out, or failed, since `rightAt`. */
  isLeftOut: z.boolean(),
});
export type KeptResult = z.infer<typeof keptResult>;

/** Of the last refresh, which failed at a query. */
export const queryTrouble = z.object({
  message: z.string(),
  since: epochMs,
  /** When a refresh failed at it last; absent in records from before this was kept. */
  triedAt: z.optional(epochMs),
  /** The query was refused, which took its result away: searches say why. Else that stays. */
  isRefused: z.boolean(),
});

const waiting = z.object({
  /** When a search last asked for it. */
  askedAt: epochMs,
  /** What the field's contexts pointed at by then. */
  sources: z.array(objectSource),
  /** When the result that it had was no longer good; absent where it never had one. */
  expiredAt: z.optional(epochMs),
});
type Waiting = z.infer<typeof waiting>;

/** What a query is, and on which field. */
export const queryFacts = z.object({
  query: z.string(),
  fieldId: z.string(),
  /** As it was when the record was written. */
  fieldName: z.string(),
  /** The field arguments that were written for it: a name, `customfield_10010`, `cf[10010]`. */
  writtenAs: z.array(z.string()),
});

/** Everything that is kept of one query on one field: see {@link stateOf}. */
export const queryRecord = z.object({
  version: z.literal(1),
  ...queryFacts.shape,
  result: z.optional(keptResult),
  trouble: z.optional(queryTrouble),
  /** A search had no result, or got no new one, because there was no access token. */
  waiting: z.optional(waiting),
  /** What a person found with their own account, and the next search takes. */
  ready: z.optional(z.object({ objectCount: z.number(), computedAt: epochMs })),
  removedAt: z.optional(epochMs),
});
export type QueryRecord = z.infer<typeof queryRecord>;

const dayMs = 24 * 60 * 60 * 1000;
/** How long a result stays good if nothing computes it again. */
export const goodForMs = 7 * dayMs;
/** How long a query waits that nobody searches with; by then Jira has dropped a removed one, too. */
export const keptWithoutResultMs = 7 * dayMs;
/** How long a search takes what a person found. */
export const readyForMs = 10 * 60 * 1000;

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The last refresh of everything: it vouches for what it found unchanged. */
  readonly lastRun: { readonly startedAt: number } | null | undefined;
}

type Rightness = Pick<KeptResult, 'credential' | 'rightAt' | 'isLeftOut'>;

/**
 * When the results of a query were last known to be right, every one that is kept of it, in
 * milliseconds since the epoch. What a refresh finds unchanged it does not write: it vouches for
 * every result of a token that it did not leave out.
 */
export function rightAtOf(
  { credential, rightAt, isLeftOut }: Rightness,
  lastRun: Moment['lastRun'],
): number {
  if (isLeftOut || credential === 'person' || !lastRun) return rightAt;
  return Math.max(rightAt, lastRun.startedAt);
}

export function isResultOver(result: Rightness, { now, lastRun }: Moment): boolean {
  return now >= rightAtOf(result, lastRun) + goodForMs;
}

type QueryState =
  /** A search has no result, and somebody can run it with their own account. */
  | 'waiting'
  /** Somebody did, and the next search takes what they found. */
  | 'ready'
  /** The result is as the service last said. */
  | 'good'
  /** The result of before stays: the last refresh failed at it, or left it out. */
  | 'kept'
  /** There is no result: searches say why. */
  | 'refused'
  /** An admin took the result away, and nobody searched since. */
  | 'removed'
  /** The result is good no more, or nobody waits for one any longer. */
  | 'expired';

interface StateFacts {
  readonly result?: Rightness | undefined;
  readonly trouble?: { readonly isRefused: boolean } | undefined;
  readonly waiting?: Pick<Waiting, 'askedAt'> | undefined;
  readonly ready?: { readonly computedAt: number } | undefined;
  readonly removedAt?: number | undefined;
}

/** What there is to say of a query, for the refresh and for the people who look at it alike. */
export function stateOf(facts: StateFacts, moment: Moment): QueryState {
  const { result, trouble, waiting, ready, removedAt = -Infinity } = facts;
  const { now } = moment;
  if (result) {
    if (trouble?.isRefused) return 'refused';
    if (isResultOver(result, moment)) return 'expired';
    return trouble || result.isLeftOut ? 'kept' : 'good';
  }
  if (isWaiting(waiting, now)) {
    return ready && now < ready.computedAt + readyForMs ? 'ready' : 'waiting';
  }
  return now < removedAt + keptWithoutResultMs ? 'removed' : 'expired';
}

/** Whether somebody can run the query: also beside a result that other searches have. */
export function isWaiting(waiting: Pick<Waiting, 'askedAt'> | undefined, now: number): boolean {
  return waiting !== undefined && now < waiting.askedAt + keptWithoutResultMs;
}

/** A result that a refresh left out, or failed to compute. */
export function leftOut(result: KeptResult, lastRun: Moment['lastRun']): KeptResult {
  return { ...result, rightAt: rightAtOf(result, lastRun), isLeftOut: true };
}

/**
 * A result that only some searches with its query have got: others keep what is known. All of them
 * end with the oldest, and are marked as a person's where any is.
 */
export function besideOlder(
  result: KeptResult,
  known: KeptResult | undefined,
  lastRun: Moment['lastRun'],
): KeptResult {
  if (!known) return result;
  return {
    ...result,
    credential: known.credential === 'person' ? 'person' : result.credential,
    rightAt: Math.min(result.rightAt, rightAtOf(known, lastRun)),
    isLeftOut: known.isLeftOut,
  };
}

/** Keeps a record small; nobody names one field in more ways. */
const maximumWays = 20;

/** How people name the field of a query: what is known first, each once, at most 20. */
export function mergeWays(known: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])].slice(0, maximumWays);
}
