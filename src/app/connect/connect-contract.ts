import * as z from 'zod/mini';
import { queryRecord, waiting } from '../stored-queries/query-record';
import { resolverFunction } from '../access/resolver-function';

/** Whose account of the service the person has connected. */
export const connection = z.union([
  z.object({ isConnected: z.literal(true), name: z.string(), email: z.string() }),
  z.object({ isConnected: z.literal(false) }),
]);
export type Connection = z.infer<typeof connection>;

export const finishedSearch = z.object({
  objectCount: z.number(),
  /** Milliseconds since they were found, by whoever ran the search. */
  ageMs: z.number(),
  /** The first refresh after it ends them, unless a token gets others; milliseconds since the epoch. */
  goodUntil: z.number(),
});
export type FinishedSearch = z.infer<typeof finishedSearch>;

/** A search that has no result until someone runs its query with their own account. */
export const waitingSearch = z.extend(
  z.pick(queryRecord, { query: true, fieldName: true, writtenAs: true }),
  {
    hash: z.string(),
    askedAt: waiting.shape.askedAt,
    /** What a person found, and the next search takes; undefined where nobody ran it. */
    found: z.optional(finishedSearch),
  },
);
export type WaitingSearch = z.infer<typeof waitingSearch>;

export const waitingSearches = z.object({
  /** Whether admins allow that people run them. */
  isAllowed: z.boolean(),
  /** The time that ages are counted from. */
  now: z.number(),
  /** At most 500; there are more where `nextCursor` is given. */
  rows: z.array(waitingSearch),
  nextCursor: z.optional(z.string()),
});

export const findConnection = resolverFunction({
  key: 'connection',
  payload: z.strictObject({}),
  reply: connection,
});

/** Makes the platform ask for consent: it fails with the platform's own error, or says why not. */
export const connect = resolverFunction({
  key: 'connect',
  payload: z.strictObject({}),
  reply: z.never(),
});

export const listWaitingSearches = resolverFunction({
  key: 'waitingSearches',
  payload: z.strictObject({
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
  }),
  reply: waitingSearches,
});

/** Runs the query of a search with the person's own account, for everyone's searches. */
export const runSearch = resolverFunction({
  key: 'runSearch',
  payload: z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  reply: finishedSearch,
});
