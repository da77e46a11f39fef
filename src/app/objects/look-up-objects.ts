import type { Client } from '../../api/client';
import { combineWithObjectIds, matchObjectIds, printQuery, type Query } from '../../query';
import { chunksOf } from './chunks';
import { isObjectId, objectKey } from './object-id';
import type { ShownObject } from './objects-contract';
import { showObject, type NamedAttribute } from './shown-object';

/** As many ids as one search takes. */
export const idsPerSearch = 100;

/** Where objects are, and what is shown of them. */
export interface LookedUpObjects {
  readonly workspaceId: string;
  /** All types where absent. */
  readonly typeId?: string;
  /** Leaves out what it doesn't find. */
  readonly query?: Query;
  readonly attributes: readonly NamedAttribute[];
}

/**
 * The objects with these ids that the person may see now, in no particular order: one service call
 * for each hundred. Deleted, hidden and impossible ids are left out alike, and those of another
 * workspace.
 */
export async function lookUpObjects(
  client: Client,
  source: LookedUpObjects,
  objectIds: readonly string[],
): Promise<ShownObject[]> {
  const ids = [...new Set(objectIds.filter(isObjectId).map(objectKey))];
  const pages = await Promise.all(
    chunksOf(ids, idsPerSearch).map((chunk) => searchIds(client, source, chunk)),
  );
  return pages.flat();
}

async function searchIds(
  client: Client,
  { workspaceId, typeId, query, attributes }: LookedUpObjects,
  ids: string[],
) {
  const page = await client.inWorkspace(workspaceId).objects.search({
    query: printQuery(query ? combineWithObjectIds(query, ids) : matchObjectIds(ids)),
    typeId,
    limit: ids.length,
    attributeIds: attributes.map((attribute) => attribute.attributeId),
  });
  return page.result.map((object) => showObject(object, attributes));
}
