import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import { noPasswordYet } from '../model/resources/members';
import { endSessions } from './oauth-storage';
import { hashPassword } from './password';
import type { Account } from './people';

/** Where a link leads that invites: below it is the link's secret. */
export const invitationPath = '/account/invitation';
/** The same for a person who forgot their password. */
export const resetPath = '/account/password';

const hourMs = 60 * 60_000;
export const invitationLifetimeMs = 7 * 24 * hourMs;
export const resetLifetimeMs = hourMs;

interface NewLink {
  readonly accountId: string;
  /** Of the form that asked for it, if one did: sent again, it is known. */
  readonly formId?: string;
  /** An administrator, who knows the link; absent for the operator. */
  readonly createdBy?: string | undefined;
  readonly lifetimeMs: number;
  readonly now: Date;
}

export type PasswordLink = Awaited<ReturnType<typeof storeLink>>;

/**
 * Makes a link with which a person chooses their password, once. An earlier one of the account stops working.
 * @returns its secret, and whether the account had another link
 */
export async function storeLink(
  transaction: Queryable,
  { accountId, formId, createdBy, lifetimeMs, now }: NewLink,
) {
  const secret = randomBytes(32).toString('base64url');
  const earlier = await transaction.query(
    'delete from invitation where account_id = $1 returning 1',
    [accountId],
  );
  await transaction.query(
    `insert into invitation (account_id, secret_hash, expires_at, form_id, created_by)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update
       set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at,
         form_id = excluded.form_id, created_by = excluded.created_by`,
    [
      ...[accountId, hashSecret(secret), new Date(now.getTime() + lifetimeMs)],
      ...[formId ?? null, createdBy ?? null],
    ],
  );
  return { secret, isReplacement: earlier.length > 0 };
}

export interface LinkedAccount extends Account {
  /** Has not chosen a password yet. */
  readonly isInvited: boolean;
}

/** In SQL: whoever made the link is not suspended, and still administers all workspaces of the person. */
const isStillAllowed = `(invitation.created_by is null or exists (
    select from account as creator
    where creator.id = invitation.created_by and not creator.is_suspended
  ) and not exists (
    select from membership
    where membership.user_id = invitation.account_id and not exists (
      select from membership as own
      where own.workspace_id = membership.workspace_id and own.user_id = invitation.created_by
        and own.role = 'administrator'
    )
  ))`;

/**
 * Whose password a link sets; undefined for one that isn't known, was used or has expired, and where whoever made it
 * no longer decides about the account: they know the link.
 */
export async function findLinkedAccount(
  database: Queryable,
  secret: string,
  now: Date,
): Promise<LinkedAccount | undefined> {
  const [account] = await database.query<LinkedAccount>(
    `select account.id, account.name, account.email,
       account.password_hash = '${noPasswordYet}' as "isInvited"
     from invitation join account on account.id = invitation.account_id
     where invitation.secret_hash = $1 and invitation.expires_at > $2 and not account.is_suspended
       and ${isStillAllowed}`,
    [hashSecret(secret), now],
  );
  return account;
}

/**
 * Sets the password. The link no longer works then, and whoever was signed in to the account no longer is.
 * Returns false if the link was used in the meantime, or came to its end.
 */
export async function choosePassword(
  database: Database,
  secret: string,
  password: string,
  now: Date,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return database.transaction(async (transaction) => {
    if ((await findLinkedAccount(transaction, secret, now)) === undefined) return false;
    const [account] = await transaction.query<{ id: string }>(
      `with used as (delete from invitation where secret_hash = $1 returning account_id)
       update account set password_hash = $2 from used
       where account.id = used.account_id and not account.is_suspended
       returning account.id`,
      [hashSecret(secret), passwordHash],
    );
    if (account === undefined) return false;
    await endSessions(transaction, account.id);
    return true;
  });
}

/** Sets another password. A link that would set one no longer works then. */
export async function replacePassword(
  database: Database,
  accountId: string,
  password: string,
  { endsSessions }: { readonly endsSessions: boolean },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await database.transaction(async (transaction) => {
    await transaction.query('update account set password_hash = $2 where id = $1', [
      accountId,
      passwordHash,
    ]);
    await transaction.query('delete from invitation where account_id = $1', [accountId]);
    if (endsSessions) await endSessions(transaction, accountId);
  });
}
