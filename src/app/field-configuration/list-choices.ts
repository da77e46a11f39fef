import * as z from 'zod/mini';
import type { Client } from '../../api/client';
import type { TypeChoice, WorkspaceChoice } from './field-configuration-contract';

/** The workspaces that the admin may choose from, by name. */
export async function listWorkspaceChoices(client: Client): Promise<WorkspaceChoice[]> {
  const workspaces = await collect(client.workspaces.all());
  return workspaces.map(({ id, name }) => ({ id, name }));
}

/** The types of a workspace that the admin may read, by name, with their attributes in order. */
export async function listTypeChoices(client: Client, workspaceId: string): Promise<TypeChoice[]> {
  const types = await collect(client.inWorkspace(workspaceId).types.allEnriched());
  return types.map(({ id, name, attributes }) => ({ id, name, attributes }));
}

const optionConfiguration = z.object({ options: z.array(z.object({ name: z.string() })) });

/** The options of OPTION attributes, each name once; none of any other attribute. */
export async function listOptionChoices(
  client: Client,
  workspaceId: string,
  attributeIds: readonly string[],
): Promise<string[]> {
  const { attributes } = client.inWorkspace(workspaceId);
  const found = await Promise.all(attributeIds.map((id) => attributes.get(id)));
  const options = found.flatMap(
    ({ configuration }) => optionConfiguration.safeParse(configuration).data?.options ?? [],
  );
  return [...new Set(options.map(({ name }) => name))];
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
