import type { Violation } from '../../../api/error-body';
import type { Principals, TypeAccess } from '../../../api/type';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { notFound } from '../../base/refusals/refusal';
import { problem, refuse } from '../../base/refusals/refused-values';
import type { Problem } from '../../base/refusals/refused-values';
import { assertVersion } from '../../base/refusals/version-condition';
import type { VersionCondition } from '../../base/refusals/version-condition';
import type { Workspace, WorkspaceView } from './workspace-view';

/**
 * Who reads and who changes the objects of a type, former members left out.
 * @throws Refusal 404 for a type that is not there
 */
export async function readTypeAccess(
  database: Queryable,
  { workspaceId }: Workspace,
  typeId: string,
): Promise<TypeAccess> {
  const [row] = await database.query<TypeAccess>(
    `select ${shownAs('everyone_reads', 'may_read')} as read,
       ${shownAs('everyone_writes', 'may_write')} as write
     from type where workspace_id = $1 and id = $2`,
    [workspaceId, typeId],
  );
  if (row === undefined) throw notFound('type');
  return row;
}

function shownAs(everyone: string, right: string): string {
  return `case when ${everyone} then json_build_object('everyone', true) else (
    select json_build_object(
      'userIds', coalesce(json_agg(user_id order by user_id) filter (where user_id is not null), '[]'),
      'groupIds', coalesce(json_agg(group_id order by group_id) filter (where group_id is not null), '[]')
    )
    from type_access as access
    where workspace_id = $1 and type_id = $2 and ${right} and (group_id is not null or exists (
      select from membership where workspace_id = $1 and user_id = access.user_id
    ))
  ) end`;
}

/**
 * Replaces who reads and who changes the objects of a type; nobody else does until the transaction ends.
 * @returns who could before, and who can now
 * @throws Refusal 400 with violations for someone unknown, and for whoever would write and not read; 404 for a type that
 *   is not there; 412 if the condition doesn't hold
 */
export async function replaceTypeAccess(
  transaction: Queryable,
  view: WorkspaceView,
  typeId: string,
  { condition, ...access }: TypeAccess & { readonly condition: VersionCondition | undefined },
): Promise<{ readonly before: TypeAccess; readonly after: TypeAccess }> {
  const { workspaceId } = view;
  const locked = await transaction.query(
    'select from type where workspace_id = $1 and id = $2 for no key update',
    [workspaceId, typeId],
  );
  if (locked.length === 0) throw notFound('type');
  const before = await readTypeAccess(transaction, view, typeId);
  if (condition !== undefined) assertVersion('type', before, condition);
  await assertPrincipals(transaction, view, listsOf(access.read), 'TYPE', 'read');
  await assertPrincipals(transaction, view, listsOf(access.write), 'TYPE', 'write');
  await assertReaders(transaction, view, access);
  await storeTypeAccess(transaction, { workspaceId, typeId }, access);
  return { before, after: await readTypeAccess(transaction, view, typeId) };
}

/** Without any check: of people and groups of the workspace. */
export async function storeTypeAccess(
  transaction: Queryable,
  { workspaceId, typeId }: { readonly workspaceId: string; readonly typeId: string },
  { read, write }: TypeAccess,
): Promise<void> {
  const key = [workspaceId, typeId];
  await transaction.query('delete from type_access where workspace_id = $1 and type_id = $2', key);
  for (const [column, list] of [
    ['user_id', 'userIds'],
    ['group_id', 'groupIds'],
  ] as const) {
    await transaction.query(
      `insert into type_access (workspace_id, type_id, ${column}, may_read, may_write)
       select $1::uuid, $2::uuid, named.id, named.id = any ($3::uuid[]), named.id = any ($4::uuid[])
       from (select distinct id from unnest($3::uuid[] || $4::uuid[]) as each (id)) as named`,
      [...key, listsOf(read)[list], listsOf(write)[list]],
    );
  }
  await transaction.query(
    'update type set everyone_reads = $3, everyone_writes = $4 where workspace_id = $1 and id = $2',
    [...key, 'everyone' in read, 'everyone' in write],
  );
}

interface PrincipalLists {
  readonly userIds: readonly string[];
  readonly groupIds: readonly string[];
}

const lowercase = (id: string) => id.toLowerCase();

function listsOf(principals: Principals): PrincipalLists {
  if ('everyone' in principals) return { userIds: [], groupIds: [] };
  const { userIds, groupIds } = principals;
  return { userIds: userIds.map(lowercase), groupIds: groupIds.map(lowercase) };
}

/**
 * Refuses whoever is no member, and what is no group, of the workspace.
 * @param field what the lists stand in; absent where they are fields of the body themselves
 * @throws Refusal 400 NOT_FOUND
 */
export async function assertPrincipals(
  database: Queryable,
  { workspaceId }: Workspace,
  { userIds = [], groupIds = [] }: Partial<PrincipalLists>,
  domain: Violation['domain'],
  field?: string,
): Promise<void> {
  // Who is removed at the same time is waited for, so that nothing is left to them.
  await database.query(
    `select from membership where workspace_id = $1 and user_id = any ($2::uuid[])
     order by user_id for key share`,
    [workspaceId, userIds],
  );
  await database.query(
    `select from user_group where workspace_id = $1 and id = any ($2::uuid[])
     order by id for key share`,
    [workspaceId, groupIds],
  );
  const { strangers, unknown } = onlyRow(
    await database.query<{ strangers: string[]; unknown: string[] }>(
      `select array(
         select id::text from unnest($2::uuid[]) as named (id)
         where not exists (select from membership where workspace_id = $1 and user_id = named.id)
       ) as strangers, array(
         select id::text from unnest($3::uuid[]) as named (id)
         where not exists (select from user_group where workspace_id = $1 and id = named.id)
       ) as unknown`,
      [workspaceId, userIds, groupIds],
    ),
  );
  const missing = (list: string, what: string) => (id: string) =>
    problem('NOT_FOUND', place(list, field), domain, `This workspace has no ${what} ${id}.`, id);
  const problems = [
    ...strangers.map(missing('userIds', 'member')),
    ...unknown.map(missing('groupIds', 'group')),
  ];
  if (problems.length > 0) throw refuse(problems);
}

function place(list: string, field: string | undefined): string {
  return field === undefined ? list : `${field}.${list}`;
}

/** @throws Refusal 400 INVALID for whoever would change what they can't read */
async function assertReaders(
  transaction: Queryable,
  { workspaceId }: Workspace,
  { read, write }: TypeAccess,
): Promise<void> {
  if ('everyone' in read) return;
  if ('everyone' in write) {
    throw refuse([cannotRead('write.everyone', 'Everyone', 'true')]);
  }
  const [reading, writing] = [listsOf(read), listsOf(write)];
  const inGroups = await transaction.query<{ id: string }>(
    `select distinct user_id::text as id from user_group_member
     where workspace_id = $1 and group_id = any ($2::uuid[]) and user_id = any ($3::uuid[])`,
    [workspaceId, reading.groupIds, writing.userIds],
  );
  const readers = new Set([
    ...reading.userIds,
    ...reading.groupIds,
    ...inGroups.map(({ id }) => id),
  ]);
  const excess = (list: 'userIds' | 'groupIds') => writing[list].filter((id) => !readers.has(id));
  const [userIds, groupIds] = [excess('userIds'), excess('groupIds')];
  if (userIds.length + groupIds.length === 0) return;
  const named = await transaction.query<{ id: string; name: string }>(
    `select id::text, name from account where id = any ($2::uuid[])
     union all select id::text, 'The group "' || name || '"' from user_group
     where workspace_id = $1 and id = any ($3::uuid[])`,
    [workspaceId, userIds, groupIds],
  );
  const nameOf = (id: string) => named.find((each) => each.id === id)?.name ?? id;
  throw refuse([
    ...userIds.map((id) => cannotRead('write.userIds', nameOf(id), id)),
    ...groupIds.map((id) => cannotRead('write.groupIds', nameOf(id), id)),
  ]);
}

function cannotRead(field: string, who: string, id: string): Problem {
  const message = `${who} would change objects of this type without being able to read them. Add them to read too.`;
  return problem('INVALID', field, 'TYPE', message, id);
}
