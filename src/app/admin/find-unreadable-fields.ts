import { ServiceError, type Client } from '../../api/client';
import { sourcesOf } from '../jql-function/find-field';
import type { ObjectSource } from '../stored-queries/query-record';
import { chunksOf } from '../objects/chunks';
import { JiraError } from '../platform/platform';
import { listOwnFields, type JiraFields } from '../platform/app-jira';

/** Calls that are made at once. */
const atOnce = 5;

/**
 * The names of the fields whose objects a credential can't read in every context: its owner has no
 * access to the workspace or type, or it was deleted. Searches find nothing in what can't be read, and
 * are refused where a field has nothing else.
 * @param client with this credential
 * @returns undefined where Jira or the service doesn't say
 */
export async function findUnreadableFields(
  jira: JiraFields,
  client: Client,
): Promise<string[] | undefined> {
  try {
    const unreadable = new Set<string>();
    for (const places of chunksOf(await listPlaces(jira), atOnce)) {
      const answers = await Promise.all(places.map(({ source }) => canRead(client, source)));
      places.filter((_, index) => !answers[index]).forEach(({ name }) => unreadable.add(name));
    }
    return [...unreadable].sort((one, other) => one.localeCompare(other));
  } catch (error) {
    if (error instanceof JiraError || error instanceof ServiceError) return undefined;
    throw error;
  }
}

interface Place {
  /** Of the field. */
  readonly name: string;
  readonly source: ObjectSource;
}

async function listPlaces(jira: JiraFields): Promise<Place[]> {
  const fields = listOwnFields(await jira.listFields());
  const places: Place[] = [];
  for (const chunk of chunksOf(fields, atOnce)) {
    const stored = await Promise.all(chunk.map(({ id }) => jira.listAllConfigurations(id)));
    chunk.forEach(({ name, kind }, index) => {
      const sources = sourcesOf(kind, stored[index] ?? []);
      places.push(...sources.map((source) => ({ name, source })));
    });
  }
  return places;
}

/** Asks as searches do. */
async function canRead(client: Client, { workspaceId, typeId }: ObjectSource): Promise<boolean> {
  try {
    const anyObject = { query: '', typeId, offset: 0, limit: 1, attributeIds: [] };
    await client.inWorkspace(workspaceId).objects.search(anyObject);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'notFound' || error.code === 'forbidden') return false;
    throw error;
  }
}
