import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';

export const workspace = z.object({ id, name: z.string() });
export type Workspace = z.infer<typeof workspace>;

/** The workspaces that the caller is a member of, by name. */
export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/workspace',
  permission: null,
  query: paging,
  reply: pageOf(workspace),
});
