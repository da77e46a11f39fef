import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { issueCount, types, workspaces } from './replies';

/** What the configuration screens of both fields ask. */
export const listWorkspaces = resolverFunction({
  key: 'workspaces',
  payload: z.strictObject({}),
  reply: workspaces,
});

export const listTypes = resolverFunction({
  key: 'types',
  payload: z.strictObject({ workspaceId: z.guid() }),
  reply: types,
});

export const countIssues = resolverFunction({
  key: 'issueCount',
  payload: z.strictObject({}),
  reply: issueCount,
});
