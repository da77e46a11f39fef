import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';

/** People of a workspace who are given access together. */
export const group = z.object({ id, name: z.string(), userIds: z.array(id) });
export type Group = z.infer<typeof group>;

const name = z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(255));
const userIds = z.array(id).check(z.maxLength(5_000));

/** The groups of the workspace, by name. Every member reads them: sites and types name groups by their ids. */
export const listGroups = endpoint('GET', '/group', 'read', {
  query: paging,
  reply: pageOf(group),
});

export const getGroup = endpoint('GET', '/group/{id}', 'read', { reply: group, isVersioned: true });

/** What a new group is given; also what the form of the service's page asks for. */
export const newGroup = z.strictObject({ name, userIds: z._default(userIds, []) });

export const createGroup = endpoint('POST', '/group', 'changeAccess', {
  body: newGroup,
  reply: group,
  isVersioned: true,
});

/** What is left out stays as it is; `userIds` replaces all members. */
export const updateGroup = endpoint('PATCH', '/group/{id}', 'changeAccess', {
  body: z.strictObject({ name: z.optional(name), userIds: z.optional(userIds) }),
  reply: group,
  isVersioned: true,
});

/** Also removes the group's access. */
export const deleteGroup = endpoint('DELETE', '/group/{id}', 'changeAccess', { isVersioned: true });
