import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { connection } from './connection';
import { finishedSearch, waitingSearches } from './replies';

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
