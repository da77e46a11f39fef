import type { Queryable } from '../../base/database/database';
import type { BearerCaller, Caller } from './workspace-view';

/** What its caller showed when a right was passed on; null where an earlier build passed it on. */
export interface Credential {
  readonly via: BearerCaller['via'] | null;
  readonly credentialId: string | null;
}

/** The right of a person that an address or a session uses later, without their credential. */
export interface Delegation extends Credential {
  readonly userId: string;
  /** In which it is used; null where that is in none. */
  readonly workspaceId: string | null;
}

/**
 * Finds the person whose right it is. It ends when they are suspended, when the credential ends, and when that is blocked in
 * the workspace. Membership and role are for the caller to check.
 * @returns undefined where it has ended
 */
export async function findHolder(
  database: Queryable,
  delegation: Delegation,
  now: Date,
): Promise<Omit<Caller, 'via'> | undefined> {
  const [[account], isLive] = await Promise.all([
    database.queryPrepared<Omit<Caller, 'via'>>(
      'select id as "userId", name, email from account where id = $1 and not is_suspended',
      [delegation.userId],
    ),
    isCredentialLive(database, delegation, now),
  ]);
  return isLive ? account : undefined;
}

function isCredentialLive(
  database: Queryable,
  delegation: Delegation,
  now: Date,
): Promise<boolean> {
  const { via, credentialId, ...place } = delegation;
  if (via === null || credentialId === null) return Promise.resolve(true);
  return via === 'token'
    ? isTokenLive(database, { tokenId: credentialId, ...place }, now)
    : isGrantLive(database, { grantId: credentialId, ...place }, now);
}

type Place = Pick<Delegation, 'userId' | 'workspaceId'>;

async function isTokenLive(
  database: Queryable,
  { tokenId, userId, workspaceId }: Place & { readonly tokenId: string },
  now: Date,
): Promise<boolean> {
  const [tokens, blocks] = await Promise.all([
    database.queryPrepared(
      `select id from personal_access_token
       where id = $1 and account_id = $2 and (expires_at is null or expires_at > $3)`,
      [tokenId, userId, now],
    ),
    database.queryPrepared(
      'select token_id from token_block where workspace_id = $1 and token_id = $2',
      [workspaceId, tokenId],
    ),
  ]);
  return tokens.length > 0 && blocks.length === 0;
}

/** A grant is there as long as one of its tokens is, as for the list of connected apps. */
async function isGrantLive(
  database: Queryable,
  { grantId, userId }: Place & { readonly grantId: string },
  now: Date,
): Promise<boolean> {
  const tokens = await database.queryPrepared(
    `select model from oauth_payload
     where grant_id = $1 and account_id = $2 and model in ('AccessToken', 'RefreshToken')
       and expires_at > $3 limit 1`,
    [grantId, userId, now],
  );
  return tokens.length > 0;
}
