import type { Queryable } from '../base/database/database';
import { selectAccess } from '../model/permissions/workspace-view';
import type { WorkspaceAccess } from '../model/permissions/workspace-view';
import type { Bearer, BearerCaller } from '../model/permissions/caller';
import { recordUse } from './personal-access-token';
import { hashSecret } from '../base/database/secret-hash';

const bearerForm = /^Bearer +([A-Za-z0-9._~+/=-]{1,500})$/i;

/**
 * A live token of either kind, and what its owner may see of the workspace $3: one statement, because
 * it precedes every API call.
 */
const findCallerStatement = `
  select account.id as "userId", account.name, account.email, token.via,
    token.credential_id as "credentialId", token.last_used_at as "lastUsedAt",
    access."schemaVersion", access."deniedTypeIds"
  from (
    select account_id, 'token' as via, id::text as credential_id, last_used_at
    from personal_access_token
    where token_hash = $1 and (expires_at is null or expires_at > $2)
    union all
    select account_id, 'oauth', grant_id, null
    from oauth_payload
    where model = 'AccessToken' and id_hash = $1 and expires_at > $2 and grant_id is not null
      and 'read' = any (string_to_array(payload ->> 'scope', ' '))
  ) as token
  join account on account.id = token.account_id
  left join lateral (${selectAccess('$3', 'account.id')}) as access on true
  limit 1`;

interface BearerRow extends BearerCaller, Nullable<WorkspaceAccess> {
  readonly lastUsedAt: Date | null;
}

type Nullable<Columns> = { readonly [Name in keyof Columns]: Columns[Name] | null };

/**
 * Whom the header speaks for: `Bearer` and a personal access token or an OAuth access token.
 * Undefined for no header, another scheme, and a token that is unknown, expired or revoked.
 * @param workspaceId a UUID, or null to ask about no workspace
 */
export async function findBearer(
  database: Queryable,
  authorizationHeader: string | undefined,
  now: Date,
  workspaceId: string | null,
): Promise<Bearer | undefined> {
  const token = bearerForm.exec(authorizationHeader?.trim() ?? '')?.[1];
  if (token === undefined) return undefined;
  const rows = await database.queryPrepared<BearerRow>(findCallerStatement, [
    hashSecret(token),
    now,
    workspaceId,
  ]);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { lastUsedAt, schemaVersion, deniedTypeIds, ...caller } = row;
  if (caller.via === 'token') await recordUse(database, caller.credentialId, lastUsedAt, now);
  const isMember = schemaVersion !== null && deniedTypeIds !== null;
  return { caller, access: isMember ? { schemaVersion, deniedTypeIds } : undefined };
}
