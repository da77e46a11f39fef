import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '../../api/permission';
import { onlyRow } from '../base/database/database';
import type { Queryable, Database } from '../base/database/database';
import { hashSecret } from '../base/database/secret-hash';
import { hashPassword } from './password';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Returns undefined if no account has the id. */
export async function findAccount(database: Queryable, id: string): Promise<Account | undefined> {
  const rows = await database.query<Account>('select id, email, name from account where id = $1', [
    id,
  ]);
  return rows[0];
}

/** Email addresses compare ignoring case. Returns undefined if no account has the address. */
export async function findAccountWithPassword(
  database: Queryable,
  email: string,
): Promise<(Account & { readonly passwordHash: string }) | undefined> {
  const rows = await database.query<Account & { passwordHash: string }>(
    'select id, email, name, password_hash as "passwordHash" from account where email = $1',
    [normalizeEmail(email)],
  );
  return rows[0];
}

/**
 * The password hash of some account, for one address always the same: what an unknown address is
 * checked against, so that it takes as long as a known one. Undefined if there is no account.
 */
export async function findDecoyHash(
  database: Queryable,
  email: string,
): Promise<string | undefined> {
  const rows = await database.query<{ hash: string }>(
    `(select password_hash as hash from account where id >= md5($1)::uuid order by id limit 1)
     union all (select password_hash from account order by id limit 1)`,
    [normalizeEmail(email)],
  );
  return rows[0]?.hash;
}

/** The form in which email addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

const invitationLifetimeMs = 7 * 24 * 60 * 60_000;
/** Stands in place of the hash while the person has not chosen a password yet. */
export const noPasswordYet = 'none';

export interface AdministeredWorkspace {
  readonly id: string;
  readonly name: string;
}

/** A member of a workspace as its administrators see them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Has not chosen a password yet. */
  readonly isInvited: boolean;
}

/** The workspaces that the account administers, by name. */
export function readAdministered(
  database: Queryable,
  accountId: string,
): Promise<AdministeredWorkspace[]> {
  return database.query(
    `select workspace.id, workspace.name
     from membership join workspace on workspace.id = membership.workspace_id
     where membership.user_id = $1 and membership.role = 'administrator'
     order by workspace.name, workspace.id`,
    [accountId],
  );
}

/** The members of a workspace, by name. */
export function readPeople(database: Queryable, workspaceId: string): Promise<Person[]> {
  return database.query(
    `select account.id, account.name, account.email,
       membership.role,
       account.password_hash = '${noPasswordYet}' as "isInvited"
     from membership join account on account.id = membership.user_id
     where membership.workspace_id = $1
     order by lower(account.name), account.id`,
    [workspaceId],
  );
}

interface NewPerson {
  readonly workspaceId: string;
  readonly email: string;
  readonly name: string;
  /** Random, of the form that adds them. */
  readonly formId: string;
  readonly now: Date;
}

interface Invitation {
  readonly secret: string;
  /** Whether the account had another link, which no longer works. */
  readonly isReplacement: boolean;
}

/** The name is the account's, which may be another than the one that was given. */
type Addition =
  | { readonly kind: 'added'; readonly name: string }
  | { readonly kind: 'member'; readonly name: string }
  /** With the secret of the link where they choose their password; it can't be read again. */
  | ({ readonly kind: 'invited'; readonly name: string } & Invitation)
  | { readonly kind: 'waiting' }
  /** By the same form before, whose link still works. */
  | { readonly kind: 'repeated'; readonly name: string };

/**
 * Adds a person to a workspace. Who has no account gets one, and a link to choose a password. Who was
 * invited to another workspace and has not chosen one is not added: whoever has the link there could
 * read here. Who was taken out of all of them gets another link, and the earlier one is of no use.
 */
export function addPerson(
  database: Database,
  { workspaceId, email, name, formId, now }: NewPerson,
): Promise<Addition> {
  return database.transaction(async (transaction) => {
    // A double click sends the form twice at once: the second waits until it finds the account.
    await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      normalizeEmail(email),
    ]);
    const existing = await findAccountWithPassword(transaction, email);
    if (existing !== undefined && existing.passwordHash !== noPasswordYet) {
      const isNew = await insertMembership(transaction, workspaceId, existing.id);
      return { kind: isNew ? 'added' : 'member', name: existing.name };
    }
    if (existing !== undefined && (await waitsElsewhere(transaction, workspaceId, existing.id))) {
      return { kind: 'waiting' };
    }
    if (existing !== undefined && (await wasInvitedBy(transaction, formId, existing.id))) {
      return { kind: 'repeated', name: existing.name };
    }
    const accountId = existing?.id ?? randomUUID();
    await transaction.query(
      `insert into account (id, email, name, password_hash) values ($1, $2, $3, $4)
       on conflict (id) do nothing`,
      [accountId, normalizeEmail(email), name, noPasswordYet],
    );
    await insertMembership(transaction, workspaceId, accountId);
    const invitation = await invite(transaction, { accountId, formId, now });
    return { kind: 'invited', name: existing?.name ?? name, ...invitation };
  });
}

/** Returns whether the account was not a member before. */
async function insertMembership(
  transaction: Queryable,
  workspaceId: string,
  accountId: string,
): Promise<boolean> {
  const inserted = await transaction.query(
    `insert into membership (workspace_id, user_id) values ($1, $2) on conflict do nothing
     returning user_id`,
    [workspaceId, accountId],
  );
  return inserted.length > 0;
}

/** Whether the account is a member of other workspaces and not of this one. */
async function waitsElsewhere(
  transaction: Queryable,
  workspaceId: string,
  accountId: string,
): Promise<boolean> {
  const workspaces = await transaction.query<{ id: string }>(
    'select workspace_id as id from membership where user_id = $1',
    [accountId],
  );
  return workspaces.length > 0 && !workspaces.some(({ id }) => id === workspaceId);
}

async function wasInvitedBy(
  transaction: Queryable,
  formId: string,
  accountId: string,
): Promise<boolean> {
  const invitations = await transaction.query(
    'select from invitation where account_id = $1 and form_id = $2',
    [accountId, formId],
  );
  return invitations.length > 0;
}

interface NewInvitation {
  readonly accountId: string;
  readonly formId: string;
  readonly now: Date;
}

/** An earlier link of the account stops working. */
async function invite(
  transaction: Queryable,
  { accountId, formId, now }: NewInvitation,
): Promise<Invitation> {
  const secret = randomBytes(32).toString('base64url');
  const invited = await transaction.query<{ isReplacement: boolean }>(
    `with earlier as (select from invitation where account_id = $1)
     insert into invitation (account_id, secret_hash, expires_at, form_id) values ($1, $2, $3, $4)
     on conflict (account_id) do update
       set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at,
         form_id = excluded.form_id
     returning exists (select from earlier) as "isReplacement"`,
    [accountId, hashSecret(secret), new Date(now.getTime() + invitationLifetimeMs), formId],
  );
  return { secret, ...onlyRow(invited) };
}

/** Another role, or out of the workspace. */
export type PersonChange = Role | 'remove';

type Change =
  | { readonly kind: 'changed'; readonly name: string }
  /** Nothing is changed: a workspace keeps at least one administrator. */
  | { readonly kind: 'lastAdministrator' }
  | { readonly kind: 'noMember' };

/** Gives a member another role, or takes them out of a workspace, its groups and every access list. */
export function changePerson(
  database: Database,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  change: PersonChange,
): Promise<Change> {
  return database.transaction(async (transaction) => {
    await transaction.query('select from workspace where id = $1 for no key update', [workspaceId]);
    const [member] = await transaction.query<{ name: string; isLastAdministrator: boolean }>(
      `select account.name, membership.role = 'administrator' and not exists (
         select from membership as other
         where other.workspace_id = $1 and other.user_id <> $2 and other.role = 'administrator'
       ) as "isLastAdministrator"
       from membership join account on account.id = membership.user_id
       where membership.workspace_id = $1 and membership.user_id = $2`,
      [workspaceId, id],
    );
    if (member === undefined) return { kind: 'noMember' };
    if (member.isLastAdministrator && change !== 'administrator')
      return { kind: 'lastAdministrator' };
    await (change === 'remove'
      ? removeMember(transaction, workspaceId, id)
      : transaction.query(
          'update membership set role = $3 where workspace_id = $1 and user_id = $2',
          [workspaceId, id, change],
        ));
    return { kind: 'changed', name: member.name };
  });
}

/** Whoever is added again later starts without what they were given before. */
async function removeMember(
  transaction: Queryable,
  workspaceId: string,
  id: string,
): Promise<void> {
  for (const table of ['membership', 'user_group_member', 'type_access', 'site_access']) {
    await transaction.query(`delete from ${table} where workspace_id = $1 and user_id = $2`, [
      workspaceId,
      id,
    ]);
  }
}

/** Who a link invites; undefined for one that isn't known, was used or has expired. */
export async function findInvited(
  database: Queryable,
  secret: string,
  now: Date,
): Promise<{ readonly id: string; readonly name: string; readonly email: string } | undefined> {
  const [account] = await database.query<{ id: string; name: string; email: string }>(
    `select account.id, account.name, account.email
     from invitation join account on account.id = invitation.account_id
     where invitation.secret_hash = $1 and invitation.expires_at > $2`,
    [hashSecret(secret), now],
  );
  return account;
}

/** Sets the password; the link no longer works then. Returns false if it was used in the meantime. */
export async function acceptInvitation(
  database: Database,
  secret: string,
  password: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const used = await database.query(
    `with used as (delete from invitation where secret_hash = $1 returning account_id)
     update account set password_hash = $2 from used where account.id = used.account_id
     returning account.id`,
    [hashSecret(secret), passwordHash],
  );
  return used.length > 0;
}
