import { everyEntry, type Client } from '../../api/client';
import { everything } from '../../query';
import { maximumFoundObjects, type ShownObject } from '../objects/objects-contract';
import { searchObjects } from '../objects/find-objects';

/** Beyond these, an admin finds an object by its id or label. */
const maximumWorkspaces = 20;

/**
 * The first objects of any type whose label matches what was typed, in the workspaces that the admin can
 * read, by label; and how many match. Nothing where they can read none.
 * @throws {ServiceError} or ConsentNeeded
 */
export async function searchEverywhere(
  client: Client,
  typedText: string,
): Promise<{ objects: ShownObject[]; total: number }> {
  const workspaceIds: string[] = [];
  for await (const { id } of everyEntry(client.workspaces.list)) {
    if (workspaceIds.push(id) === maximumWorkspaces) break;
  }
  const parts = await Promise.all(
    workspaceIds.map((workspaceId) =>
      searchObjects(client, { workspaceId, query: everything(), attributes: [] }, typedText),
    ),
  );
  const objects = parts.flatMap((part) => part.objects);
  return {
    objects: objects
      .sort((one, other) => one.label.localeCompare(other.label))
      .slice(0, maximumFoundObjects),
    total: parts.reduce((sum, part) => sum + part.total, 0),
  };
}
