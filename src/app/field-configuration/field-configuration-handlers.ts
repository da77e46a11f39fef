import * as z from 'zod/mini';
import { type Client, allEntries } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { adminsOnly } from '../access/policies';
import { Problem } from '../replies/problem';
import { secured, type SecuredFunction } from '../access/resolver';
import type { PersonalAccess } from '../access/service-client';
import { hasValue } from '../jql/jql-text';
import type { Attribute } from '../../api/attribute';
import {
  countIssues,
  listAttributesBehind,
  listOptionNames,
  listTypes,
  listWorkspaces,
  readPortalReadiness,
  type AttributeChoice,
  type TypeChoice,
  type WorkspaceChoice,
} from './field-configuration-contract';

/** The modules of both fields in manifest.yml. */
const modules = ['workspace-object', 'workspace-cascade'];

export function fieldConfigurationHandlers({
  client,
  asPerson,
  adminToken,
}: PersonalAccess & { readonly adminToken: Pick<AdminToken, 'describe'> }): SecuredFunction[] {
  const admin = adminsOnly(modules);
  return [
    secured(listWorkspaces, admin, async () => ({
      workspaces: await listWorkspaceChoices(client),
    })),
    secured(listTypes, admin, async ({ workspaceId }) => ({
      types: await listTypeChoices(client, workspaceId),
    })),
    secured(listOptionNames, admin, async ({ workspaceId, attributeIds }) => ({
      names: await listOptionChoices(client, workspaceId, attributeIds),
    })),
    secured(listAttributesBehind, admin, async (path) => ({
      attributes: await listBehind(client, path),
    })),
    secured(countIssues, admin, async (_, { extension: { fieldId } }) => {
      if (fieldId === undefined) throw new Problem('BAD_REQUEST');
      return { count: await asPerson.countIssues(hasValue(fieldId)) };
    }),
    secured(readPortalReadiness, admin, async () => ({
      hasToken: (await adminToken.describe()) !== undefined,
    })),
  ];
}

async function listWorkspaceChoices(client: Client): Promise<WorkspaceChoice[]> {
  const workspaces = await allEntries(client.workspaces.list);
  return workspaces.map(({ id, name }) => ({ id, name }));
}

/** The types of a workspace that the admin may read, by name, with their attributes in order. */
async function listTypeChoices(client: Client, workspaceId: string): Promise<TypeChoice[]> {
  const types = await allEntries(client.inWorkspace(workspaceId).types.listEnriched);
  return types.map(({ id, name, attributes }) => ({ id, name, attributes }));
}

const optionConfiguration = z.object({ options: z.array(z.object({ name: z.string() })) });
const workflowConfiguration = z.object({ workflowId: z.string() });

/** The options or states of attributes, each name once; none of an attribute of another kind. */
async function listOptionChoices(
  client: Client,
  workspaceId: string,
  attributeIds: readonly string[],
): Promise<string[]> {
  const { attributes, workflows } = client.inWorkspace(workspaceId);
  const listed = attributeIds.map(async (attributeId) => {
    const { configuration } = await attributes.get(attributeId);
    const workflow = workflowConfiguration.safeParse(configuration).data;
    if (workflow) return (await workflows.get(workflow.workflowId)).states;
    return optionConfiguration.safeParse(configuration).data?.options ?? [];
  });
  return [...new Set((await Promise.all(listed)).flat().map(({ name }) => name))];
}

const referenceConfiguration = z.object({ targetTypeId: z.string() });

interface ReferencePath {
  readonly workspaceId: string;
  /** Of the references with which the path begins. */
  readonly attributeIds: readonly string[];
  readonly steps: readonly string[];
}

/** The attributes of the objects that a path of references leads to; none where it leads nowhere. */
async function listBehind(
  client: Client,
  { workspaceId, attributeIds, steps }: ReferencePath,
): Promise<AttributeChoice[]> {
  const { attributes } = client.inWorkspace(workspaceId);
  const listBehindAll = async (references: readonly Attribute[]) => {
    const targets = references.flatMap(
      ({ configuration }) => referenceConfiguration.safeParse(configuration).data ?? [],
    );
    const typeIds = [...new Set(targets.map(({ targetTypeId }) => targetTypeId))];
    const listOf = (typeId: string) => allEntries((page) => attributes.list({ ...page, typeId }));
    return (await Promise.all(typeIds.map(listOf))).flat();
  };
  let reached = await listBehindAll(
    await Promise.all(attributeIds.map((id) => attributes.get(id))),
  );
  for (const step of steps) {
    const key = step.toLowerCase();
    reached = await listBehindAll(reached.filter(({ name }) => name.toLowerCase() === key));
  }
  return reached.map(({ id, name, attributeTypeCode, isLabel }) => ({
    id,
    name,
    attributeTypeCode,
    isLabel,
  }));
}
