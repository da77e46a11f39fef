import * as z from 'zod';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';

const longestDurationDays = 3_650;

/** A personal access token as its owner may read it: never the token itself. */
export const accessToken = z.object({
  id,
  name: z.string(),
  /** The last characters of the token, by which its owner tells it from others. */
  lastFour: z.string(),
  createdAt: z.string(),
  /** Null: never. */
  expiresAt: z.string().nullable(),
  /** To within a few minutes; null: not yet. */
  lastUsedAt: z.string().nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

/** The token that the call is made with. */
export const getCurrentToken = endpoint({
  method: 'GET',
  path: '/token/current',
  pathParameters: [],
  reply: z.object({
    id,
    name: z.string(),
    userId: id,
    lastFour: z.string(),
    expiresAt: z.string().nullable(),
  }),
  needsWorkspace: false,
  onlyReads: true,
});

/** The caller's tokens, the newest first; expired ones until they are revoked. */
export const listTokens = endpoint({
  method: 'GET',
  path: '/token',
  pathParameters: [],
  query: paging,
  reply: pageOf(accessToken),
  needsWorkspace: false,
  onlyReads: true,
});

/** What a new token is given; also what the form of the service's page asks for. */
export const newToken = z.strictObject({
  name: z.string().overwrite(visibleText).min(1).max(100),
  /** Null: no end. */
  durationDays: z.number().int().min(1).max(longestDurationDays).nullable(),
});

/** The reply is the only one that ever holds the token itself. */
export const createToken = endpoint({
  method: 'POST',
  path: '/token',
  pathParameters: [],
  body: newToken,
  reply: accessToken.extend({ token: z.string() }),
  needsWorkspace: false,
  onlyReads: false,
});

/** Ends one of the caller's tokens at once; also the one that the call is made with. */
export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/token/{id}',
  pathParameters: ['id'],
  needsWorkspace: false,
  onlyReads: false,
});
