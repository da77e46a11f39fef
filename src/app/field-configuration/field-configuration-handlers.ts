import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { adminsOnly } from '../access/policies';
import { Problem } from '../replies/problem';
import { secured, type SecuredFunction } from '../access/secured';
import { hasValue } from '../jql/jql-text';
import type { JiraAsPerson } from '../platform/platform';
import {
  countIssues,
  listAttributesBehind,
  listOptionNames,
  listTypes,
  listWorkspaces,
  readPortalReadiness,
} from './field-configuration-contract';
import {
  listBehind,
  listOptionChoices,
  listTypeChoices,
  listWorkspaceChoices,
} from './list-choices';

interface Dependencies {
  readonly client: Client;
  readonly asPerson: JiraAsPerson;
  readonly adminToken: Pick<AdminToken, 'describe'>;
}

/** The modules of both fields in manifest.yml. */
const modules = ['workspace-object', 'workspace-cascade'];

/** What the configuration screens of both fields ask. */
export function fieldConfigurationHandlers({
  client,
  asPerson,
  adminToken,
}: Dependencies): SecuredFunction[] {
  const admin = adminsOnly(modules);
  return [
    secured(listWorkspaces, {
      ...admin,
      handle: async () => ({ workspaces: await listWorkspaceChoices(client) }),
    }),
    secured(listTypes, {
      ...admin,
      handle: async ({ workspaceId }) => ({ types: await listTypeChoices(client, workspaceId) }),
    }),
    secured(listOptionNames, {
      ...admin,
      handle: async ({ workspaceId, attributeIds }) => ({
        names: await listOptionChoices(client, workspaceId, attributeIds),
      }),
    }),
    secured(listAttributesBehind, {
      ...admin,
      handle: async (path) => ({ attributes: await listBehind(client, path) }),
    }),
    secured(countIssues, {
      ...admin,
      async handle(_, { extension: { fieldId } }) {
        if (fieldId === undefined) throw new Problem('BAD_REQUEST');
        return { count: await asPerson.countIssues(hasValue(fieldId)) };
      },
    }),
    secured(readPortalReadiness, {
      ...admin,
      handle: async () => ({ hasToken: (await adminToken.describe()) !== undefined }),
    }),
  ];
}
