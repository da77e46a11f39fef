import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type * as groupApi from '../../../api/group';
import type { Group } from '../../../api/group';
import type { Page } from '../../../api/page';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { notFound, Refusal } from '../../base/refusals/refusal';
import { assertStorable, problem, refuse } from '../../base/refusals/refused-values';
import { assertVersion } from '../../base/refusals/version-condition';
import type { VersionCondition } from '../../base/refusals/version-condition';
import { recordChanges } from '../history/record-changes';
import type { Change, ChangeDependencies } from '../history/record-changes';
import { assertPrincipals } from '../permissions/access';
import { renewVersion } from '../permissions/workspace-view';
import type { Workspace, WorkspaceView } from '../permissions/workspace-view';
import { page } from './page';
import { releaseName, takeName } from './taken-names';

/** In one workspace: what a person can look through. */
const maximumGroups = 500;
/** On one page of groups: about 8 MB. */
const maximumListedMembers = 200_000;

const memberIds = `array(
  select user_id::text from user_group_member as named
  where workspace_id = $1 and group_id = user_group.id and exists (
    select from membership where workspace_id = $1 and user_id = named.user_id
  ) order by user_id
)`;

/** A group with how many people it has. */
export interface CountedGroup {
  readonly id: string;
  readonly name: string;
  readonly memberCount: number;
}

/** All groups of the workspace, by name. */
export function readGroups(
  database: Queryable,
  { workspaceId }: Workspace,
): Promise<CountedGroup[]> {
  return database.query(
    `select id, name, coalesce(counted.count, 0) as "memberCount"
     from user_group left join (
       select group_id, count(*)::integer as count
       from user_group_member join membership using (workspace_id, user_id)
       where workspace_id = $1 group by group_id
     ) as counted on counted.group_id = id
     where workspace_id = $1 order by lower(name), id`,
    [workspaceId],
  );
}

/**
 * One page of the groups, by name, each with its members.
 * @throws Refusal 400 if they have too many members together
 */
export async function readGroupPage(
  database: Queryable,
  view: WorkspaceView,
  range: { readonly offset: number; readonly limit: number },
): Promise<Page<Group>> {
  const all = await readGroups(database, view);
  const shown = all.slice(range.offset, range.offset + range.limit);
  const memberCount = shown.reduce((sum, group) => sum + group.memberCount, 0);
  if (memberCount > maximumListedMembers) {
    throw new Refusal(
      400,
      `These groups have more than ${maximumListedMembers} members together. Ask for fewer groups with limit.`,
    );
  }
  const groups = await database.query<Group>(
    `select id, name, ${memberIds} as "userIds"
     from user_group where workspace_id = $1 and id = any ($2::uuid[]) order by lower(name), id`,
    [view.workspaceId, shown.map(({ id }) => id)],
  );
  return page(groups, all.length, range);
}

/** @throws Refusal 404 for a group that is not there */
export async function getGroup(
  database: Queryable,
  { workspaceId }: Workspace,
  id: string,
): Promise<Group> {
  const [group] = await database.query<Group>(
    `select id, name, ${memberIds} as "userIds" from user_group where workspace_id = $1 and id = $2`,
    [workspaceId, id],
  );
  if (group === undefined) throw notFound('group');
  return group;
}

type NewGroup = z.output<typeof groupApi.newGroup>;

/** @throws Refusal 400: CONFLICT if another group has the name, NOT_FOUND for whoever is no member, TOO_MANY */
export function createGroup(
  dependencies: ChangeDependencies,
  view: WorkspaceView,
  { name, userIds }: NewGroup,
): Promise<Group> {
  assertStorable({ name }, 'WORKSPACE');
  const id = randomUUID();
  return changeGroups(dependencies, view, async (transaction) => {
    const { count } = onlyRow(
      await transaction.query<{ count: number }>(
        'select count(*)::integer as count from user_group where workspace_id = $1',
        [view.workspaceId],
      ),
    );
    if (count >= maximumGroups) throw refuse([tooManyGroups(name)]);
    await takeGroupName(transaction, view, { id, name });
    await transaction.query('insert into user_group (workspace_id, id, name) values ($1, $2, $3)', [
      view.workspaceId,
      id,
      name,
    ]);
    await addMembers(transaction, view, id, userIds);
    const result = await getGroup(transaction, view, id);
    const after = { name: result.name, userIds: result.userIds };
    return { change: { id, action: 'create', after }, result };
  });
}

type GroupChange = z.output<NonNullable<(typeof groupApi.updateGroup)['body']>> & {
  readonly condition: VersionCondition | undefined;
};

/**
 * Changes what the call names; the list of members replaces the one before.
 * @throws Refusal 400: CONFLICT if another group has the name, NOT_FOUND for whoever is no member; 404 for a group that
 *   is not there; 412 if the condition doesn't hold
 */
export function updateGroup(
  dependencies: ChangeDependencies,
  view: WorkspaceView,
  groupId: string,
  { name, userIds, condition }: GroupChange,
): Promise<Group> {
  assertStorable({ name }, 'WORKSPACE');
  return changeGroups(dependencies, view, async (transaction) => {
    const before = await getGroup(transaction, view, groupId);
    if (condition !== undefined) assertVersion('group', before, condition);
    const { id } = before;
    if (name !== undefined) {
      await takeGroupName(transaction, view, { id, name, before: before.name });
      await transaction.query(
        'update user_group set name = $3 where workspace_id = $1 and id = $2',
        [view.workspaceId, id, name],
      );
    }
    if (userIds !== undefined) {
      await transaction.query(
        `delete from user_group_member
         where workspace_id = $1 and group_id = $2 and user_id <> all ($3::uuid[])`,
        [view.workspaceId, id, userIds],
      );
      await addMembers(transaction, view, id, userIds);
    }
    const after = await getGroup(transaction, view, id);
    return { change: differenceOf(before, after), result: after };
  });
}

/**
 * Deletes a group with the access that it has.
 * @throws Refusal 404 for a group that is not there, 412 if the condition doesn't hold
 */
export function deleteGroup(
  dependencies: ChangeDependencies,
  view: WorkspaceView,
  groupId: string,
  condition: VersionCondition | undefined,
): Promise<Group> {
  return changeGroups(dependencies, view, async (transaction) => {
    const group = await getGroup(transaction, view, groupId);
    if (condition !== undefined) assertVersion('group', group, condition);
    const { id, ...before } = group;
    await releaseName(transaction, { workspaceId: view.workspaceId, kind: 'group' }, group);
    await transaction.query('delete from user_group where workspace_id = $1 and id = $2', [
      view.workspaceId,
      id,
    ]);
    return { change: { id, action: 'delete', before }, result: group };
  });
}

interface Outcome {
  /** What becomes an entry of the history; undefined if nothing changed. */
  readonly change: Omit<Change, 'kind'> | undefined;
  readonly result: Group;
}

/** One change of the groups of a workspace at a time, so that names stay unique. */
function changeGroups(
  { database, clock }: ChangeDependencies,
  { workspaceId, caller }: WorkspaceView,
  work: (transaction: Queryable) => Promise<Outcome>,
): Promise<Group> {
  return database.transaction(async (transaction) => {
    await transaction.query('select from workspace where id = $1 for no key update', [workspaceId]);
    const { change, result } = await work(transaction);
    const changes: Change[] = change === undefined ? [] : [{ kind: 'group', ...change }];
    await recordChanges(transaction, { workspaceId, caller }, changes, clock());
    if (changes.length > 0) await renewVersion(transaction, workspaceId);
    return result;
  });
}

/** Only what is different, of the members too: a group may have thousands. */
function differenceOf(before: Group, after: Group): Outcome['change'] {
  const isRenamed = before.name !== after.name;
  const [was, is] = [new Set(before.userIds), new Set(after.userIds)];
  const gone = before.userIds.filter((id) => !is.has(id));
  const added = after.userIds.filter((id) => !was.has(id));
  if (!isRenamed && gone.length === 0 && added.length === 0) return undefined;
  const part = ({ name }: Group, userIds: readonly string[]) => ({
    ...(isRenamed && { name }),
    ...(userIds.length > 0 && { userIds }),
  });
  const change = { before: part(before, gone), after: part(after, added) };
  return { id: before.id, action: 'change', ...change };
}

async function addMembers(
  transaction: Queryable,
  view: WorkspaceView,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  const ids = userIds.map((id) => id.toLowerCase());
  await assertPrincipals(transaction, view, { userIds: ids }, 'WORKSPACE');
  await transaction.query(
    `insert into user_group_member (workspace_id, group_id, user_id)
     select $1::uuid, $2::uuid, id from unnest($3::uuid[]) as member (id)
     on conflict do nothing`,
    [view.workspaceId, groupId, ids],
  );
}

/** @throws Refusal 400 CONFLICT if another group has the name */
async function takeGroupName(
  transaction: Queryable,
  { workspaceId }: Workspace,
  named: Parameters<typeof takeName>[2],
): Promise<void> {
  if (await takeName(transaction, { workspaceId, kind: 'group' }, named)) return;
  const { name } = named;
  const message = `A group in this workspace is already called "${name}": choose another name.`;
  throw refuse([problem('CONFLICT', 'name', 'WORKSPACE', message, name)]);
}

function tooManyGroups(name: string) {
  const message = `A workspace can have up to ${maximumGroups} groups. Delete one first.`;
  return problem('TOO_MANY', 'name', 'WORKSPACE', message, name);
}
