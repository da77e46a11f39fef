import type { Page } from '../../../api/page';
import type { Role } from '../../../api/permission';
import type { Member } from '../../../api/user';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { notFound } from '../../base/refusals/refusal';
import type { Caller, Workspace } from '../permissions/workspace-view';
import { page } from './page';
import type { PageRange } from './page';

/** Stands in place of the hash while the person has not chosen a password yet. */
export const noPasswordYet = 'none';

/** A workspace of a person, and what they may do there. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The workspaces that a person is a member of, by name; with a token of one workspace only that one. */
export function readMemberships(
  database: Queryable,
  { userId, onlyWorkspaceId = null }: Pick<Caller, 'userId' | 'onlyWorkspaceId'>,
): Promise<Membership[]> {
  return database.query(
    `select workspace.id, workspace.name, membership.role
     from workspace
     join membership on membership.workspace_id = workspace.id
     where membership.user_id = $1 and ($2::uuid is null or workspace.id = $2)
     order by lower(workspace.name), workspace.id`,
    [userId, onlyWorkspaceId],
  );
}

/** A member of a workspace as its administrators see them. */
export interface Person extends Member {
  /** Has not chosen a password yet. */
  readonly isInvited: boolean;
  readonly isSuspended: boolean;
}

const selectPeople = `
  select account.id, account.name, account.email, membership.role,
    account.password_hash = '${noPasswordYet}' as "isInvited", account.is_suspended as "isSuspended"
  from account
  join membership on membership.user_id = account.id
  where membership.workspace_id = $1`;

/** The members of the workspace, by name. */
export function readPeople(database: Queryable, { workspaceId }: Workspace): Promise<Person[]> {
  return database.queryPrepared(`${selectPeople} order by lower(account.name), account.id`, [
    workspaceId,
  ]);
}

/** A page of the members of the workspace, by name. */
export async function readPeoplePage(
  database: Queryable,
  { workspaceId }: Workspace,
  range: PageRange,
): Promise<Page<Member>> {
  const rows = await database.queryPrepared<{ total: number; members: Member[] }>(
    `with person as (${selectPeople})
     select (select count(*)::integer from person) as total, (
       select coalesce(json_agg(member), '[]') from (
         select id, name, email, role from person order by lower(name), id
         limit $2::bigint offset $3::bigint
       ) as member
     ) as members`,
    [workspaceId, range.limit, range.offset],
  );
  const { total, members } = onlyRow(rows);
  return page(members, total, range);
}

/**
 * The members of the workspace with these emails, in no order; none for an email that no member has.
 * @param emails as they are stored
 */
export function readPeopleByEmail(
  database: Queryable,
  { workspaceId }: Workspace,
  emails: readonly string[],
): Promise<Person[]> {
  return database.queryPrepared(`${selectPeople} and account.email = any ($2::text[])`, [
    workspaceId,
    emails,
  ]);
}

/**
 * The members of the workspace whose names may have these words, in no order, and those whose names
 * aren't folded yet.
 * @param words a `tsquery` of beginnings of what {@link nameParts} has
 */
export function readPeopleByWords(
  database: Queryable,
  { workspaceId }: Workspace,
  words: string,
): Promise<Person[]> {
  return database.queryPrepared(
    `${selectPeople} and (account.name_words @@ $2::tsquery or account.name_words is null)`,
    [workspaceId, words],
  );
}

/** @throws Refusal 404 for someone who is no member of the workspace */
export async function getPerson(
  database: Queryable,
  { workspaceId }: Workspace,
  userId: string,
): Promise<Person> {
  const [person] = await database.queryPrepared<Person>(`${selectPeople} and account.id = $2`, [
    workspaceId,
    userId,
  ]);
  if (person === undefined) throw notFound('user');
  return person;
}

/** The person as the API shows them. */
export function showMember({ id, name, email, role }: Member): Member {
  return { id, name, email, role };
}
