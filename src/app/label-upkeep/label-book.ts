import type { Client } from '../../api/client';
import { isHidden } from '../replies/error-reply';
import { lookUpObjects } from '../objects/look-up-objects';
import { objectKey } from '../objects/object-id';

/** The labels that objects have now, by id; each is asked for once. */
export interface LabelBook {
  /**
   * Asks for those that are not known yet, a hundred with each call.
   * @returns how to find a label: undefined for an object that is gone or can't be seen. Undefined
   *   where the workspace can't be read, or is gone
   * @throws {ServiceError}
   */
  read(
    workspaceId: string,
    objectIds: readonly string[],
  ): Promise<((objectId: string) => string | undefined) | undefined>;
}

/** For one slice of a job: what it says is never kept beyond that. */
export function createLabelBook(client: Client): LabelBook {
  const known = new Map<string, Map<string, string | undefined>>();
  const unreadable = new Set<string>();

  return {
    async read(workspaceId, objectIds) {
      const labels = known.get(workspaceId) ?? new Map<string, string | undefined>();
      known.set(workspaceId, labels);
      const asked = objectIds.map(objectKey).filter((key) => !labels.has(key));
      if (!unreadable.has(workspaceId) && asked.length > 0) await ask(workspaceId, asked, labels);
      if (unreadable.has(workspaceId)) return undefined;
      return (objectId) => labels.get(objectKey(objectId));
    },
  };

  async function ask(
    workspaceId: string,
    keys: readonly string[],
    labels: Map<string, string | undefined>,
  ): Promise<void> {
    try {
      const found = await lookUpObjects(client, { workspaceId, attributes: [] }, keys);
      for (const key of keys) labels.set(key, undefined);
      for (const { objectId, label } of found) labels.set(objectKey(objectId), label);
    } catch (error) {
      if (!isHidden(error)) throw error;
      unreadable.add(workspaceId);
    }
  }
}
