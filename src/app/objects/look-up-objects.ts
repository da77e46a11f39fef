import type { Client } from '../../api/client';
import { matchObjectIds, printQuery } from '../../query';
import { chunksOf } from './chunks';
import type { Configuration } from '../object-field/configuration';
import { isObjectId, objectKey } from './object-id';
import type { ShownObject } from './replies';
import { showObject } from './shown-object';

/** As many ids as one search takes. */
const idsPerSearch = 100;

/**
 * The objects with these ids that the person may see now, in no particular order: one service call
 * for each hundred. Deleted, hidden and impossible ids are left out alike.
 */
export async function lookUpObjects(
  client: Client,
  configuration: Configuration,
  objectIds: readonly string[],
): Promise<ShownObject[]> {
  const ids = [...new Set(objectIds.filter(isObjectId).map(objectKey))];
  const pages = await Promise.all(
    chunksOf(ids, idsPerSearch).map((chunk) => searchIds(client, configuration, chunk)),
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
