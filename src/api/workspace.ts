import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';

export const workspace = z.object({ id, name: z.string() });
export type Workspace = z.infer<typeof workspace>;

/** The workspaces that the caller is a member of, by name. */
export const listWorkspaces = endpoint('GET', '/workspace', null, {
  query: paging,
  reply: pageOf(workspace),
});

/** What a workspace is called; also what the form of the service's page asks for. */
export const namedWorkspace = z.strictObject({
  name: z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(100)),
});

/** For whom the configuration of the service allows it. The caller becomes its administrator. */
export const createWorkspace = endpoint('POST', '/workspace', null, {
  body: namedWorkspace,
  reply: workspace,
});

/** Renames the workspace that the header names too, for whom the configuration of the service allows it. */
export const updateWorkspace = endpoint('PATCH', '/workspace/{id}', 'changeAccess', {
  body: namedWorkspace,
  reply: workspace,
});
