import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';

export const user = z.object({ id, name: z.string(), email: z.string() });
export type User = z.infer<typeof user>;

/** The members of the workspace, by name. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/user',
  permission: 'read',
  query: paging,
  reply: pageOf(user),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/user/{id}',
  permission: 'read',
  reply: user,
});

/** The caller. */
export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/user/me',
  permission: null,
  reply: user,
});
