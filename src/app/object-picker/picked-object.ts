import { objectKey } from '../objects/object-id';
import type { ShownObject } from '../objects/replies';
import type { StoredObject } from '../objects/stored-value';

/** An object in the editor: as stored, or as the service shows it since it was looked up. */
export interface PickedObject extends StoredObject {
  readonly attributes: ShownObject['attributes'];
  /** True where label and attributes come from the service. */
  readonly isCurrent: boolean;
}

export function pickedFromStore(stored: StoredObject): PickedObject {
  return { ...stored, attributes: [], isCurrent: false };
}

export function pickedFromService({ objectId, label, attributes }: ShownObject): PickedObject {
  return { objectId, label, attributes, isCurrent: true };
}

/** The picks with what the service says of them now; one that it does not show stays as it is. */
export function refreshPicks(
  picks: readonly PickedObject[],
  shown: readonly ShownObject[],
): PickedObject[] {
  const byId = new Map(shown.map((object) => [objectKey(object.objectId), object]));
  return picks.map((pick) => {
    const found = byId.get(objectKey(pick.objectId));
    return found ? { ...pickedFromService(found), objectId: pick.objectId } : pick;
  });
}
