import type { Client } from '../../api/client';
import { combineWithLabelMatch, printQuery, type Query } from '../../query';
import { maximumFoundObjects, type ShownObject } from './replies';
import { showObject, type NamedAttribute } from './shown-object';

/** Where objects are looked for, and what is shown of them. */
interface SearchedObjects {
  readonly workspaceId: string;
  /** All types where absent. */
  readonly typeId?: string;
  /** The configured query, with values in the place of placeholders. */
  readonly query: Query;
  readonly attributes: readonly NamedAttribute[];
}

export interface FoundObjects {
  readonly objects: ShownObject[];
  /** How many match, with those that are not among the first. */
  readonly total: number;
  /** As it was sent. */
  readonly query: string;
}

/**
 * The first objects of the configured query whose label matches what was typed; nothing typed
 * matches all of them.
 */
export async function searchObjects(
  client: Client,
  { workspaceId, typeId, query: configured, attributes }: SearchedObjects,
  typedText: string,
): Promise<FoundObjects> {
  const query = printQuery(combineWithLabelMatch(configured, typedText));
  const page = await client.inWorkspace(workspaceId).objects.search({
    query,
    typeId,
    limit: maximumFoundObjects,
    attributeIds: attributes.map((attribute) => attribute.attributeId),
  });
  const objects = page.result.map((object) => showObject(object, attributes));
  return { objects, total: page.total, query };
}
