import { randomUUID } from 'node:crypto';
import type { Role } from '../../api/permission';
import type { Member, NewMember } from '../../api/user';
import { onlyRow } from '../base/database/database';
import type { Queryable, Database } from '../base/database/database';
import { assertStorable, problem, refuse } from '../base/refusals/refused-values';
import type { Problem } from '../base/refusals/refused-values';
import { recordChanges } from '../model/history/record-changes';
import type { ChangeDependencies } from '../model/history/record-changes';
import { renewVersion } from '../model/permissions/workspace-view';
import type { WorkspaceView } from '../model/permissions/workspace-view';
import { getPerson, noPasswordYet, readMemberships, showMember } from '../model/resources/members';
import { foldEmail, normalizeEmail, spellingsOf } from '../model/values/email-spellings';
import { foldingVersion } from '../model/values/foldings';
import { nameParts } from '../model/values/searchable-text';
import { invitationLifetimeMs, storeLink } from './password-links';
import type { PasswordLink } from './password-links';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Returns undefined if no account has the id, or if it is suspended: nobody can be signed in to it. */
export async function findAccount(database: Queryable, id: string): Promise<Account | undefined> {
  const rows = await database.query<Account>(
    'select id, email, name from account where id = $1 and not is_suspended',
    [id],
  );
  return rows[0];
}

export interface AccountWithPassword extends Account {
  readonly passwordHash: string;
  readonly isSuspended: boolean;
}

/**
 * The account with an email address, in any of its spellings. Of accounts from before whose addresses are equal, the one
 * that has it as it is written. Returns undefined if no account has the address.
 */
export async function findAccountWithPassword(
  database: Queryable,
  email: string,
): Promise<AccountWithPassword | undefined> {
  const rows = await database.query<AccountWithPassword>(
    `select id, email, name, password_hash as "passwordHash", is_suspended as "isSuspended"
     from account where email = any ($1::text[]) order by email = $2 desc limit 1`,
    [spellingsOf(email), email.trim().toLowerCase()],
  );
  return rows[0];
}

interface SignInAccount {
  /** Undefined if no account has the address. */
  readonly account: AccountWithPassword | undefined;
  /**
   * The password hash of some account, for one address always the same: what an unknown address is
   * checked against, so that it takes as long as a known one. Undefined if there is no account.
   */
  readonly decoyHash: string | undefined;
}

/** Finds what {@link findAccountWithPassword} finds, and in the same time what stands for it where there is none. */
export async function findSignInAccount(
  database: Queryable,
  email: string,
): Promise<SignInAccount> {
  const [row] = await database.queryPrepared<
    { decoyHash: string | null } & (AccountWithPassword | { id: null })
  >(
    `select own.id, own.email, own.name, own.password_hash as "passwordHash",
       own.is_suspended as "isSuspended", coalesce(
         (select password_hash from account where id >= md5($3)::uuid order by id limit 1),
         (select password_hash from account order by id limit 1)
       ) as "decoyHash"
     from (values (1)) as asked left join lateral (
       select * from account where email = any ($1::text[]) order by email = $2 desc limit 1
     ) as own on true`,
    [spellingsOf(email), email.trim().toLowerCase(), foldEmail(email)],
  );
  if (row === undefined) return { account: undefined, decoyHash: undefined };
  const { decoyHash, ...account } = row;
  return {
    account: account.id === null ? undefined : account,
    decoyHash: decoyHash ?? undefined,
  };
}

/** Who changes the people of which workspace. */
type Author = Pick<WorkspaceView, 'workspaceId' | 'caller'>;

interface Addition {
  /** Random, of the form that adds them: whoever it invited before is not invited again. */
  readonly formId: string;
  readonly now: Date;
}

/** The name is the account's, which may be another than the one that was given. */
export interface AddedPerson extends Member {
  /** With the secret of the link where they choose their password; it can't be read again. */
  readonly invitation?: PasswordLink;
  /** By the same form before, whose link still works. */
  readonly isRepeated?: boolean;
  /** Whether they were no member before. */
  readonly isNew: boolean;
}

/**
 * Adds people to a workspace, all of them or none. Who has no account gets one, and a link to choose a password. Who
 * was invited to another workspace and has not chosen one is not added: whoever has the link there could read here. Who
 * was taken out of all of them, or is invited here, gets another link, and the earlier one is of no use.
 * @throws Refusal 400 with violations; they have an index where several people are added
 */
export async function addPeople(
  database: Database,
  author: Author,
  people: readonly NewMember[],
  addition: Addition,
): Promise<AddedPerson[]> {
  people.forEach(({ email, name }) => assertStorable({ email, name }, 'WORKSPACE'));
  return database.transaction(async (transaction) => {
    await lockAddresses(transaction, people);
    const added: AddedPerson[] = [];
    const refused: Problem[] = [];
    for (const [index, person] of people.entries()) {
      const isNamedBefore = people.findIndex((each) => isSamePerson(each, person)) < index;
      const outcome = isNamedBefore
        ? refuseToAdd(person, `${person.email} is named more than once.`)
        : await addPerson(transaction, author, person, addition);
      if (!('violation' in outcome)) added.push(outcome);
      else if (people.length === 1) refused.push(outcome);
      else refused.push({ ...outcome, violation: { ...outcome.violation, index } });
    }
    if (refused.length > 0) throw refuse(refused);
    if (added.some(({ isNew }) => isNew)) await assertMembersFit(transaction, author, people);
    const changes = added
      .filter(({ isNew }) => isNew)
      .map(({ id, role }) => ({ kind: 'person', id, action: 'create', after: { role } }) as const);
    await recordChanges(
      transaction,
      { ...author, isBulk: people.length > 1 },
      changes,
      addition.now,
    );
    return added;
  });
}

/** The most members of one workspace: its pages, and searches that sort by people, look at all of them. */
const maximumMembers = 50_000;

/**
 * Adds people to a workspace one call at a time.
 * @throws Refusal 400 TOO_MANY; the transaction is to be rolled back
 */
async function assertMembersFit(
  transaction: Queryable,
  { workspaceId }: Author,
  people: readonly NewMember[],
): Promise<void> {
  await transaction.query('select from workspace where id = $1 for no key update', [workspaceId]);
  const counted = await transaction.query<{ count: number }>(
    'select count(*)::integer as count from membership where workspace_id = $1',
    [workspaceId],
  );
  if (onlyRow(counted).count <= maximumMembers) return;
  const message = `A workspace can have up to ${maximumMembers.toLocaleString('en')} members. Remove some first.`;
  const email = people.at(-1)?.email;
  const { violation } = problem('TOO_MANY', 'email', 'WORKSPACE', message, email);
  const index = people.length > 1 ? { index: people.length - 1 } : {};
  throw refuse([{ message, violation: { ...violation, ...index } }]);
}

/** A double click sends the form twice at once: the second waits until it finds the account. */
async function lockAddresses(transaction: Queryable, people: readonly NewMember[]): Promise<void> {
  // Always in one order, so that two lists never wait for each other.
  const emails = [...new Set(people.map(({ email }) => foldEmail(email)))].toSorted();
  await transaction.query(
    'select pg_advisory_xact_lock(hashtextextended(email, 0)) from unnest($1::text[]) as each (email)',
    [emails],
  );
}

async function addPerson(
  transaction: Queryable,
  { workspaceId, caller }: Author,
  person: NewMember,
  { formId, now }: Addition,
): Promise<AddedPerson | Problem> {
  const { email, name, role } = person;
  const existing = await findAccountWithPassword(transaction, email);
  const member = {
    id: existing?.id ?? randomUUID(),
    email: existing?.email ?? normalizeEmail(email),
    role,
  };
  const memberships = existing && (await readMemberships(transaction, { userId: existing.id }));
  const here = memberships?.find(({ id }) => id === workspaceId);
  if (existing !== undefined && existing.passwordHash !== noPasswordYet) {
    if (here !== undefined) return refuseToAdd(person, `${existing.name} is already a member.`);
    await endLinks(transaction, existing.id);
    await insertMembership(transaction, workspaceId, member);
    return { ...member, name: existing.name, isNew: true };
  }
  if (memberships !== undefined && memberships.length > 0 && here === undefined) {
    return refuseToAdd(person, `${email} ${waiting}`);
  }
  const shown = { ...member, name: existing?.name ?? name, role: here?.role ?? role };
  const isNew = here === undefined;
  if (!isNew && (await wasInvitedBy(transaction, formId, shown.id))) {
    return { ...shown, isNew, isRepeated: true };
  }
  await transaction.query(
    `insert into account (id, email, name, password_hash, origin_workspace_id, name_words, name_folding)
     values ($1, $2, $3, $4, $5, $6::tsvector, ${foldingVersion})
     on conflict (id) do update set origin_workspace_id = excluded.origin_workspace_id`,
    [shown.id, shown.email, shown.name, noPasswordYet, workspaceId, nameParts(shown.name)],
  );
  await insertMembership(transaction, workspaceId, shown);
  const createdBy = caller.userId;
  const link = { accountId: shown.id, formId, createdBy, lifetimeMs: invitationLifetimeMs, now };
  return { ...shown, isNew, invitation: await storeLink(transaction, link) };
}

function refuseToAdd({ email }: NewMember, message: string): Problem {
  return problem('CONFLICT', 'email', 'WORKSPACE', message, email);
}

function isSamePerson(one: NewMember, other: NewMember): boolean {
  return foldEmail(one.email) === foldEmail(other.email);
}

const waiting =
  'was invited to another workspace and hasn’t chosen a password yet. Add them once they have.';

/** Whoever made one administered all workspaces of the person, and from now on maybe not this one. */
async function endLinks(transaction: Queryable, accountId: string): Promise<void> {
  await transaction.query('select from account where id = $1 for no key update', [accountId]);
  await transaction.query('delete from invitation where account_id = $1', [accountId]);
}

/** Whoever is a member stays as they are. */
async function insertMembership(
  transaction: Queryable,
  workspaceId: string,
  { id, role }: Pick<Member, 'id' | 'role'>,
): Promise<void> {
  await transaction.query(
    `insert into membership (workspace_id, user_id, role) values ($1, $2, $3)
     on conflict do nothing`,
    [workspaceId, id, role],
  );
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

/**
 * Gives a member another role.
 * @returns the member as they are then
 * @throws Refusal 400 CONFLICT for the last administrator, 404 for someone who is no member
 */
export function setRole(
  { database, clock }: ChangeDependencies,
  author: Author,
  id: string,
  role: Role,
): Promise<Member> {
  return changeMember(database, author, id, async (transaction, member) => {
    if (role === member.role) return member;
    if (role !== 'administrator')
      await assertOtherAdministrator(transaction, author, member, 'role');
    await transaction.query(
      'update membership set role = $3 where workspace_id = $1 and user_id = $2',
      [author.workspaceId, id, role],
    );
    const change = { before: { role: member.role }, after: { role } };
    await recordChanges(
      transaction,
      author,
      [{ kind: 'person', id, action: 'change', ...change }],
      clock(),
    );
    return { ...member, role };
  });
}

/**
 * Takes a member out of a workspace, its groups and every access list.
 * @returns who they were
 * @throws Refusal 400 CONFLICT for the last administrator, 404 for someone who is no member
 */
export function removePerson(
  { database, clock }: ChangeDependencies,
  author: Author,
  id: string,
): Promise<Member> {
  return changeMember(database, author, id, async (transaction, member) => {
    await assertOtherAdministrator(transaction, author, member, 'id');
    await removeMember(transaction, author.workspaceId, id);
    const before = { role: member.role };
    await recordChanges(
      transaction,
      author,
      [{ kind: 'person', id, action: 'delete', before }],
      clock(),
    );
    await renewVersion(transaction, author.workspaceId);
    return member;
  });
}

/** One at a time in a workspace: two administrators who leave at once would leave none. */
function changeMember(
  database: Database,
  { workspaceId }: Author,
  id: string,
  change: (transaction: Queryable, member: Member) => Promise<Member>,
): Promise<Member> {
  return database.transaction(async (transaction) => {
    await transaction.query('select from workspace where id = $1 for no key update', [workspaceId]);
    const member = showMember(await getPerson(transaction, { workspaceId }, id));
    return change(transaction, member);
  });
}

/** Someone suspended, or without a password yet, administers nothing. @throws Refusal 400 CONFLICT for the last administrator of the workspace */
export async function assertOtherAdministrator(
  transaction: Queryable,
  { workspaceId }: Pick<Author, 'workspaceId'>,
  { id, role }: Pick<Member, 'id' | 'role'>,
  field: 'id' | 'role',
): Promise<void> {
  if (role !== 'administrator') return;
  const others = await transaction.query(
    `select from membership join account on account.id = membership.user_id
     where workspace_id = $1 and user_id <> $2 and role = 'administrator' and not is_suspended
       and password_hash <> '${noPasswordYet}'
     limit 1`,
    [workspaceId, id],
  );
  if (others.length > 0) return;
  throw refuse([problem('CONFLICT', field, 'WORKSPACE', lastAdministrator, id)]);
}

const lastAdministrator =
  'A workspace needs at least one administrator who has a password and isn’t suspended. Make someone else an administrator first.';

/** What a workspace has about a member; the pages that they have open there are closed. */
const memberTables = [
  'membership',
  'user_group_member',
  'type_access',
  'site_access',
  'embed_token',
  'embed_session',
];

/** Whoever is added again later starts without what they were given before. */
async function removeMember(
  transaction: Queryable,
  workspaceId: string,
  id: string,
): Promise<void> {
  for (const table of memberTables) {
    await transaction.query(`delete from ${table} where workspace_id = $1 and user_id = $2`, [
      workspaceId,
      id,
    ]);
  }
}
