import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { issueCount, optionNames, portalReadiness, types, workspaces } from './replies';

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

/** As many attributes of one name as are asked for their options. */
export const maximumAttributesAsked = 10;

/** What the attributes of one name take, for a query that compares it. */
export const listOptionNames = resolverFunction({
  key: 'optionNames',
  payload: z.strictObject({
    workspaceId: z.guid(),
    attributeIds: z.array(z.guid()).check(z.maxLength(maximumAttributesAsked)),
  }),
  reply: optionNames,
});

export const countIssues = resolverFunction({
  key: 'issueCount',
  payload: z.strictObject({}),
  reply: issueCount,
});

/** Whether the service portal could show anything of a field. */
export const readPortalReadiness = resolverFunction({
  key: 'portalReadiness',
  payload: z.strictObject({}),
  reply: portalReadiness,
});
