import { ServiceError, type Client } from '../../api/client';
import { combineWithLabelMatch, printQuery, type Query } from '../../query';
import { maximumFoundObjects, type ShownObject } from './objects-contract';
import { showObject, type NamedAttribute } from './shown-object';

/** Where objects are looked for, and what is shown of them. */
export interface SearchedObjects {
  readonly workspaceId: string;
  /** All types where absent. */
  readonly typeId?: string;
  /** The configured query, with values in the place of placeholders. */
  readonly query: Query;
  readonly attributes: readonly NamedAttribute[];
  /** What is typed is looked for in them too, by their names; in the label alone where absent. */
  readonly searchedAttributes?: readonly Pick<NamedAttribute, 'name'>[] | undefined;
}

export interface FoundObjects {
  readonly objects: ShownObject[];
  /** How many match, with those that are not among the first. */
  readonly total: number;
  /** As it was sent. */
  readonly query: string;
}

/**
 * The first objects of the configured query whose label or searched attributes match what was typed;
 * nothing typed matches all of them. A searched attribute that has another name by now, or that the
 * person may not read, must not close the picker: then the label alone is searched.
 */
export async function searchObjects(
  client: Client,
  source: SearchedObjects,
  typedText: string,
): Promise<FoundObjects> {
  const names = (source.searchedAttributes ?? []).map(({ name }) => name);
  const query = (searched: readonly string[]) =>
    printQuery(combineWithLabelMatch(source.query, typedText, searched));
  const [whole, ofLabel] = [query(names), query([])];
  try {
    return await search(client, source, whole);
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.code === 'invalid';
    if (!isRefused || whole === ofLabel) throw error;
    return search(client, source, ofLabel);
  }
}

async function search(
  client: Client,
  { workspaceId, typeId, attributes }: SearchedObjects,
  query: string,
): Promise<FoundObjects> {
  const page = await client.inWorkspace(workspaceId).objects.search({
    query,
    typeId,
    limit: maximumFoundObjects,
    attributeIds: attributes.map((attribute) => attribute.attributeId),
  });
  const objects = page.result.map((object) => showObject(object, attributes));
  return { objects, total: page.total, query };
}
