import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { connection } from './connection';

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
