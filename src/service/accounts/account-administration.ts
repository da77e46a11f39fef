import type { Member } from '../../api/user';
import type { Database, Queryable } from '../base/database/database';
import { Refusal, notFound } from '../base/refusals/refusal';
import { recordChanges } from '../model/history/record-changes';
import type { Caller } from '../model/permissions/workspace-view';
import { noPasswordYet } from '../model/resources/members';
import type { Membership } from '../model/resources/members';
import { endGrants, endSessions } from './oauth-storage';
import {
  invitationLifetimeMs,
  invitationPath,
  resetLifetimeMs,
  resetPath,
  storeLink,
} from './password-links';
import { assertOtherAdministrator } from './people';
import type { AccountWithPassword } from './people';

/** Who decides about the account of someone else. */
interface Decision {
  /** An administrator, and the workspace that they do it in; undefined for a command of the operator. */
  readonly author: { readonly workspaceId: string; readonly caller: Caller } | undefined;
  /** Of the account. */
  readonly id: string;
  readonly now: Date;
}

interface DecidedAccount extends AccountWithPassword {
  readonly memberships: readonly Membership[];
  /** Whose invitation it came by; null where that isn't known. */
  readonly originWorkspaceId: string | null;
  readonly isSuspendedByOperator: boolean;
}

/**
 * Makes a link with which a person who forgot their password chooses another one; for who has none yet, another
 * invitation. The old password stays until the link is used.
 * @returns the person's name and the path of the link, which can't be read again
 * @throws Refusal 404 for someone who is no member, 403 if the author doesn't decide about them, or for
 *   the author: changing one's own password asks for the old one
 */
export async function createPasswordLink(
  database: Database,
  decision: Decision,
): Promise<{ readonly name: string; readonly path: string; readonly isInvited: boolean }> {
  if (decision.author?.caller.userId === decision.id) {
    throw new Refusal(403, 'Change your own password on the page Password.');
  }
  return decide(database, decision, async (transaction, { id, name, passwordHash }) => {
    const isInvited = passwordHash === noPasswordYet;
    const lifetimeMs = isInvited ? invitationLifetimeMs : resetLifetimeMs;
    const { now, author } = decision;
    const createdBy = author?.caller.userId;
    const { secret } = await storeLink(transaction, { accountId: id, createdBy, lifetimeMs, now });
    const path = `${isInvited ? invitationPath : resetPath}/${secret}`;
    return { result: { name, path, isInvited }, change: { after: { passwordLink: 'created' } } };
  });
}

/**
 * Suspends an account, which ends its sessions, tokens and grants, or lifts that; they stay ended then.
 * @returns the person as they are in the author's workspace; undefined for a command of the operator
 * @throws Refusal 404 for someone who is no member, 403 if the author doesn't decide about them,
 *   400 CONFLICT if one of these would be left without an administrator
 */
export function setSuspension(
  database: Database,
  decision: Decision,
  isSuspended: boolean,
): Promise<Member | undefined> {
  return decide(database, decision, async (transaction, account) => {
    const { id, name, email, memberships } = account;
    const here = memberships.find((each) => each.id === decision.author?.workspaceId);
    const result = here && { id, name, email, role: here.role };
    if (account.isSuspended === isSuspended) return { result };
    if (decision.author !== undefined && account.isSuspendedByOperator) throw onlyByOperator(name);
    if (isSuspended && decision.author !== undefined) {
      for (const { id: workspaceId, role } of memberships) {
        await assertOtherAdministrator(transaction, { workspaceId }, { id, role }, 'id');
      }
    }
    await transaction.query(
      'update account set is_suspended = $2, is_suspended_by_operator = $2 and $3 where id = $1',
      [id, isSuspended, decision.author === undefined],
    );
    await endAccess(transaction, account);
    return { result, change: { before: { isSuspended: !isSuspended }, after: { isSuspended } } };
  });
}

interface Decided<Result> {
  readonly result: Result;
  /** What the history of each workspace of the person says; absent where nothing changed. */
  readonly change?: { readonly before?: unknown; readonly after: unknown };
}

/** One at a time for each workspace, as with roles: two administrators who suspend each other would leave none. */
function decide<Result>(
  database: Database,
  decision: Decision,
  perform: (transaction: Queryable, account: DecidedAccount) => Promise<Decided<Result>>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const { author, id, now } = decision;
    const account = await lockAccount(transaction, id);
    if (account === undefined) throw notFound('user');
    if (author !== undefined) await assertDecides(transaction, author, account);
    const { result, change } = await perform(transaction, account);
    for (const { id: workspaceId } of change === undefined ? [] : account.memberships) {
      const entry = { kind: 'person', id, action: 'change', ...change } as const;
      await recordChanges(transaction, { workspaceId, caller: author?.caller }, [entry], now);
    }
    return result;
  });
}

async function lockAccount(
  transaction: Queryable,
  id: string,
): Promise<DecidedAccount | undefined> {
  // First, so that whoever adds the person to another workspace did so before, or waits.
  const [account] = await transaction.query<Omit<DecidedAccount, 'memberships'>>(
    `select id, email, name, password_hash as "passwordHash", is_suspended as "isSuspended",
       origin_workspace_id as "originWorkspaceId",
       is_suspended_by_operator as "isSuspendedByOperator"
     from account where id = $1 for no key update`,
    [id],
  );
  const memberships = await transaction.query<Membership>(
    `select workspace.id, workspace.name, membership.role
     from workspace join membership on membership.workspace_id = workspace.id
     where membership.user_id = $1 order by workspace.id for no key update of workspace`,
    [id],
  );
  return account && { ...account, memberships };
}

/**
 * @throws Refusal 404 for an account of no member of the author's workspace, 403 for one that is also in others, or that
 *   didn't come from one of theirs: adding it to a workspace gives nobody the account
 */
async function assertDecides(
  transaction: Queryable,
  { workspaceId, caller: { userId, onlyWorkspaceId = null } }: NonNullable<Decision['author']>,
  { name, memberships, originWorkspaceId }: DecidedAccount,
): Promise<void> {
  if (!memberships.some(({ id }) => id === workspaceId)) throw notFound('user');
  const administered = await transaction.query<{ id: string }>(
    `select workspace_id as id from membership
     where user_id = $1 and role = 'administrator' and ($2::uuid is null or workspace_id = $2)`,
    [userId, onlyWorkspaceId],
  );
  const isInReach = (workspaceId: string) => administered.some(({ id }) => id === workspaceId);
  if (!memberships.every(({ id }) => isInReach(id))) {
    const message = `${name} is also a member of a workspace that you don’t administer. Ask whoever runs the service.`;
    throw new Refusal(403, message);
  }
  if (originWorkspaceId !== null && isInReach(originWorkspaceId)) return;
  const message = `${name} wasn’t invited by a workspace that you administer. Ask whoever runs the service.`;
  throw new Refusal(403, message);
}

function onlyByOperator(name: string): Refusal {
  const message = `${name} was suspended by whoever runs the service. Only they can lift that.`;
  return new Refusal(403, message);
}

/** Also what began while the account was suspended: nothing of it comes back. */
async function endAccess(
  transaction: Queryable,
  { id: accountId, memberships }: DecidedAccount,
): Promise<void> {
  await endSessions(transaction, accountId);
  await endGrants(transaction, accountId);
  for (const table of ['personal_access_token', 'invitation']) {
    await transaction.query(`delete from ${table} where account_id = $1`, [accountId]);
  }
  const workspaceIds = memberships.map(({ id }) => id);
  for (const table of ['embed_token', 'embed_session']) {
    await transaction.query(
      `delete from ${table} where workspace_id = any ($1::uuid[]) and user_id = $2`,
      [workspaceIds, accountId],
    );
  }
}
