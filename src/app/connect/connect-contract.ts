import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';
import { queryFacts } from '../stored-queries/query-record';

/** Whose account of the service the person has connected. */
const connection = z.union([
  z.object({ isConnected: z.literal(true), name: z.string(), email: z.string() }),
  z.object({
    isConnected: z.literal(false),
    /** Whether the person was asked for consent in the last 15 minutes; unknown where the storage fails. */
    attempt: z.enum(['none', 'recent', 'unknown']),
  }),
]);
export type Connection = z.infer<typeof connection>;

const finishedSearch = z.object({
  objectCount: z.number(),
  /** Milliseconds since the search was run. */
  ageMs: z.number(),
  /** The first refresh after this time takes them away, unless there is a token; milliseconds since the epoch. */
  goodUntil: z.number(),
});
export type FinishedSearch = z.infer<typeof finishedSearch>;

const { query, fieldName, writtenAs } = queryFacts.shape;

/** A search that has no result until someone runs its query with their own account. */
export const waitingSearch = z.object({
  ...{ query, fieldName, writtenAs },
  hash: z.string(),
  /** When a search last asked for it, in milliseconds since the epoch. */
  askedAt: z.number(),
  /** A person's result, which the next search uses; undefined where nobody ran it. */
  found: z.optional(finishedSearch),
});
export type WaitingSearch = z.infer<typeof waitingSearch>;

export const waitingSearches = z.object({
  /** Whether admins let people run them. */
  isAllowed: z.boolean(),
  /** Ages are counted from here. */
  now: z.number(),
  /** At most 500; there are more where `nextCursor` is given. */
  rows: z.array(waitingSearch),
  nextCursor: z.optional(z.string()),
});

export const findConnection = resolverFunction('connection', {}, connection);

/**
 * Makes the platform ask for consent: fails with the platform's own error, or says why it can't. Where the
 * page asks by itself, it answers without asking if the person was asked in the last 15 minutes.
 */
export const connect = resolverFunction(
  'connect',
  { asksByItself: z.boolean() },
  z.object({ attempt: z.literal('recent') }),
);

export const listWaitingSearches = resolverFunction(
  'waitingSearches',
  {
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
  },
  waitingSearches,
);

/** Runs the query of a search with the person's account. Everyone's searches use the result. */
export const runSearch = resolverFunction(
  'runSearch',
  { hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) },
  finishedSearch,
);
