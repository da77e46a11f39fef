import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';
import { workspace } from './workspace';

const maximumDurationDays = 3_650;
/** How long a token lasts unless something else is chosen. */
export const defaultDurationDays = 90;

/** `read`: it can make no call that changes anything. */
export const tokenAccess = z.enum(['read', 'write']);
export type TokenAccess = z.infer<typeof tokenAccess>;

/** What a token can do, and where. */
const reach = {
  access: tokenAccess,
  /** Null: all workspaces of its owner. */
  workspaceId: z.nullable(id),
};

/** What is shown of a token: never the token itself. */
const facts = {
  /** The last characters of the token, by which its owner tells it from others. */
  lastFour: z.string(),
  ...reach,
  createdAt: z.string(),
  /** Null: never. */
  expiresAt: z.nullable(z.string()),
  /** To within a few minutes; null: not yet. */
  lastUsedAt: z.nullable(z.string()),
};

/** A personal access token as its owner may read it. */
export const accessToken = z.object({ id, name: z.string(), ...facts });
export type AccessToken = z.infer<typeof accessToken>;

/** The token that the call is made with. */
export const getCurrentToken = endpoint('GET', '/token/current', null, {
  reply: z.object({
    id,
    name: z.string(),
    userId: id,
    lastFour: z.string(),
    ...reach,
    expiresAt: z.nullable(z.string()),
    /** Those that it is for and that its owner is a member of, by name. */
    workspaces: z.array(
      z.extend(workspace, {
        /** Whether an administrator keeps it out. */
        isBlocked: z.boolean(),
      }),
    ),
  }),
});

/** The caller's tokens that reach no more workspaces than the one of the call, the newest first; expired ones until they are revoked. */
export const listTokens = endpoint('GET', '/token', null, {
  query: paging,
  reply: pageOf(accessToken),
});

/** What a new token is given; also what the form of the service's page asks for. */
export const newToken = z.strictObject({
  name: z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(100)),
  access: z._default(tokenAccess, 'write'),
  /** All workspaces of the owner if absent or null. */
  workspaceId: z._default(z.nullable(id), null),
  /** Null: no end. If absent, 90 or as long as the token of the call lasts, whichever is shorter. */
  durationDays: z.optional(
    z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(maximumDurationDays))),
  ),
});

/** The reply is the only one that ever holds the token itself. */
export const createToken = endpoint('POST', '/token', null, {
  body: newToken,
  reply: z.extend(accessToken, { token: z.string() }),
});

/** Ends one of the caller's tokens at once; also the one that the call is made with. */
export const deleteToken = endpoint('DELETE', '/token/{id}', null);

/** A token of a member as administrators of a workspace see it. */
export const memberToken = z.object({
  id,
  name: z.string(),
  owner: z.object({ id, name: z.string(), email: z.string() }),
  ...facts,
  /** Whether it is kept out of the workspace. */
  isBlocked: z.boolean(),
});
export type MemberToken = z.infer<typeof memberToken>;

/** The tokens with which members reach the workspace, by owner, then the newest first. */
export const listMemberTokens = endpoint('GET', '/token/member', 'audit', {
  query: paging,
  reply: pageOf(memberToken),
});

/** Keeps a member's token out of the workspace; elsewhere it works on. */
export const blockToken = endpoint('PUT', '/token/{id}/block', 'changeAccess');

/** Lets a blocked token into the workspace again. */
export const unblockToken = endpoint('DELETE', '/token/{id}/block', 'changeAccess');
