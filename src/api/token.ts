import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';

const maximumDurationDays = 3_650;

/** A personal access token as its owner may read it: never the token itself. */
export const accessToken = z.object({
  id,
  name: z.string(),
  /** The last characters of the token, by which its owner tells it from others. */
  lastFour: z.string(),
  createdAt: z.string(),
  /** Null: never. */
  expiresAt: z.nullable(z.string()),
  /** To within a few minutes; null: not yet. */
  lastUsedAt: z.nullable(z.string()),
});
export type AccessToken = z.infer<typeof accessToken>;

/** The token that the call is made with. */
export const getCurrentToken = endpoint({
  method: 'GET',
  path: '/token/current',
  permission: null,
  reply: z.object({
    id,
    name: z.string(),
    userId: id,
    lastFour: z.string(),
    expiresAt: z.nullable(z.string()),
  }),
});

/** The caller's tokens, the newest first; expired ones until they are revoked. */
export const listTokens = endpoint({
  method: 'GET',
  path: '/token',
  permission: null,
  query: paging,
  reply: pageOf(accessToken),
});

/** What a new token is given; also what the form of the service's page asks for. */
export const newToken = z.strictObject({
  name: z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(100)),
  /** Null: no end. */
  durationDays: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(maximumDurationDays))),
});

/** The reply is the only one that ever holds the token itself. */
export const createToken = endpoint({
  method: 'POST',
  path: '/token',
  permission: null,
  body: newToken,
  reply: z.extend(accessToken, { token: z.string() }),
});

/** Ends one of the caller's tokens at once; also the one that the call is made with. */
export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/token/{id}',
  permission: null,
});
