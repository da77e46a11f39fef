import type { Client } from '../../api/client';
import { matchObjectIds, printQuery } from '../../query';
import type { Configuration } from './configuration';
import type { ShownObject } from './replies';
import { showObject } from './shown-object';

/** As many ids as one search takes. */
const idsPerSearch = 100;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The objects with these ids that the person may see now, in no particular order: one service call
 * for each hundred. Deleted, hidden and impossible ids are left out alike.
 */
export async function lookUpObjects(
  client: Client,
  configuration: Configuration,
  objectIds: readonly string[],
): Promise<ShownObject[]> {
  const ids = [...new Set(objectIds)].filter((id) => uuid.test(id));
  const pages = await Promise.all(
    chunksOf(ids).map((chunk) => searchIds(client, configuration, chunk)),
  );
  return pages.flat();
}

async function searchIds(client: Client, configuration: Configuration, ids: string[]) {
  const page = await client.inWorkspace(configuration.workspaceId).objects.search({
    query: printQuery(matchObjectIds(ids)),
    limit: ids.length,
    attributeIds: configuration.attributes.map((attribute) => attribute.attributeId),
  });
  return page.result.map((object) => showObject(object, configuration.attributes));
}

function chunksOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / idsPerSearch) }, (_, index) =>
    ids.slice(index * idsPerSearch, (index + 1) * idsPerSearch),
  );
}
