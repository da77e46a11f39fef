import { loadShownObjects } from '../objects/load-shown-objects';
import { objectKey } from '../objects/object-id';
import type { ShownObject } from '../objects/replies';
import type { StoredObject } from '../objects/stored-value';

/** An object in the editor: as stored, or as the service shows it since it was looked up. */
export interface PickedObject extends StoredObject {
  readonly attributes: ShownObject['attributes'];
}

export function pickedFromStore({ objectId, label }: StoredObject): PickedObject {
  return { objectId, label, attributes: [] };
}

export function pickedFromService({ objectId, label, attributes }: ShownObject): PickedObject {
  return { objectId, label, attributes };
}

/**
 * Asks what the service says of picks now. Returns what brings that into these or later picks: one
 * that the service does not show stays as it is. Returns undefined where it cannot be asked.
 */
export async function readPicks(
  picks: readonly StoredObject[],
): Promise<((later: readonly PickedObject[]) => PickedObject[]) | undefined> {
  const reply = await loadShownObjects(picks);
  if (reply.kind !== 'ok') return undefined;
  const byKey = new Map(reply.value.objects.map((object) => [objectKey(object.objectId), object]));
  return (later) =>
    later.map((pick) => {
      const found = byKey.get(objectKey(pick.objectId));
      return found ? { ...pickedFromService(found), objectId: pick.objectId } : pick;
    });
}
