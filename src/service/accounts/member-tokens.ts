import type { Page } from '../../api/page';
import type { MemberToken } from '../../api/token';
import { onlyRow } from '../base/database/database';
import type { Database, Queryable } from '../base/database/database';
import { notFound } from '../base/refusals/refusal';
import { recordChanges } from '../model/history/record-changes';
import type { Caller } from '../model/permissions/workspace-view';
import { page } from '../model/resources/page';
import type { PageRange } from '../model/resources/page';
import { isoText } from '../base/database/iso-text';

interface Place {
  readonly workspaceId: string;
  readonly now: Date;
}

/** A page of {@link readMemberTokens}. */
export async function readMemberTokenPage(
  database: Queryable,
  place: Place,
  range: PageRange,
): Promise<Page<MemberToken>> {
  const { total } = onlyRow(
    await database.query<{ total: number }>(`select count(*)::integer as total ${fromReaching}`, [
      place.workspaceId,
      place.now,
    ]),
  );
  return page(await readMemberTokens(database, place, range), total, range);
}

/**
 * The tokens with which members reach a workspace, blocked ones too, by owner and then the newest first.
 * @param range all if absent
 */
export async function readMemberTokens(
  database: Queryable,
  { workspaceId, now }: Place,
  range?: PageRange,
): Promise<MemberToken[]> {
  const rows = await database.query<{ token: MemberToken }>(
    `select json_build_object(
       'id', token.id, 'name', token.name, 'lastFour', token.last_four,
       'owner', json_build_object('id', account.id, 'name', account.name, 'email', account.email),
       'access', token.access, 'workspaceId', token.workspace_id,
       'createdAt', ${isoText('token.created_at')}, 'expiresAt', ${isoText('token.expires_at')},
       'lastUsedAt', ${isoText('token.last_used_at')},
       'isBlocked', exists (
         select from token_block where workspace_id = $1 and token_id = token.id
       )
     ) as token
     ${fromReaching}
     order by lower(account.name), account.id, token.created_at desc, token.id
     limit $3::bigint offset $4::bigint`,
    [workspaceId, now, range?.limit ?? null, range?.offset ?? 0],
  );
  return rows.map(({ token }) => token);
}

const fromReaching = `
  from membership
  join account on account.id = membership.user_id and not account.is_suspended
  join personal_access_token as token on token.account_id = account.id
  where membership.workspace_id = $1 and (token.workspace_id is null or token.workspace_id = $1)
    and (token.expires_at is null or token.expires_at > $2)`;

interface BlockChange extends Place {
  readonly caller: Caller;
  readonly id: string;
  readonly isBlocked: boolean;
}

/**
 * Keeps a member's token out of a workspace, or lets it in again. Nothing happens where it is so already.
 * @returns the name of the token
 * @throws Refusal 404 for a token that reaches the workspace for no member
 */
export function setTokenBlock(
  database: Database,
  { workspaceId, caller, id, isBlocked, now }: BlockChange,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const [token] = await transaction.query<{ name: string }>(
      `select token.name ${fromReaching} and token.id = $3`,
      [workspaceId, now, id],
    );
    if (token === undefined) throw notFound('token');
    const changed = await transaction.query(isBlocked ? blockStatement : unblockStatement, [
      workspaceId,
      id,
    ]);
    if (changed.length > 0) {
      const state = (is: boolean) => ({ name: token.name, isBlocked: is });
      const change = { kind: 'token', id, action: 'change' } as const;
      await recordChanges(
        transaction,
        { workspaceId, caller },
        [{ ...change, before: state(!isBlocked), after: state(isBlocked) }],
        now,
      );
    }
    return token.name;
  });
}

const blockStatement = `
  insert into token_block (workspace_id, token_id) values ($1, $2) on conflict do nothing
  returning token_id`;

const unblockStatement =
  'delete from token_block where workspace_id = $1 and token_id = $2 returning token_id';
