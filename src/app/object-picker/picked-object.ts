import { objectKey, isObjectId, maximumIdsPerCall } from '../objects/object-id';
import type { ListedObject } from '../object-display/present-value';
import { type ShownObject, viewObjects } from '../objects/objects-contract';
import { storedLabel, type StoredObject } from '../objects/stored-value';
import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import { chunksOf } from '../objects/chunks';

/** An object in the editor: as stored, or as the service shows it since it was looked up. */
export interface PickedObject extends StoredObject, Pick<ListedObject, 'attributes' | 'notes'> {
  /** The label that Jira stores; undefined for one that was picked since. */
  readonly savedLabel: string | undefined;
  /** True where the service was asked and doesn't show it to this person. */
  readonly isGone: boolean;
  /** True for one that was picked where another one with its label was offered. */
  readonly hadTwin: boolean;
}

export function pickedFromStore({ objectId, label }: StoredObject): PickedObject {
  const isGone = false;
  return { objectId, label, attributes: [], savedLabel: label, isGone, hadTwin: false };
}

/** @param offered all that was offered to pick from, with the object itself */
export function pickedFromList(
  object: ListedObject,
  offered: readonly ListedObject[],
): PickedObject {
  const hadTwin = offered.some((other) => other !== object && other.label === object.label);
  return { ...object, savedLabel: undefined, isGone: false, hadTwin };
}

/** Whether Jira stores another label than the object has now. */
export function isRenamed({ label, savedLabel }: PickedObject): boolean {
  return savedLabel !== undefined && storedLabel(label) !== savedLabel;
}

/**
 * Asks what the service says of picks now. Returns what brings that into these or later picks: one
 * that the service does not show keeps its label. Returns undefined where it cannot be asked.
 */
export async function readPicks(
  picks: readonly StoredObject[],
): Promise<((later: readonly PickedObject[]) => PickedObject[]) | undefined> {
  const reply = await loadShownObjects(picks);
  if (reply.kind !== 'ok') return undefined;
  const asked = new Set(picks.map(({ objectId }) => objectKey(objectId)));
  const byKey = new Map(reply.value.objects.map((object) => [objectKey(object.objectId), object]));
  return (later) =>
    later.map((pick) => {
      const key = objectKey(pick.objectId);
      const found = byKey.get(key);
      if (!found) return { ...pick, isGone: pick.isGone || asked.has(key) };
      const { label, attributes } = found;
      return { ...pick, label, attributes, isGone: false };
    });
}

/**
 * What the service says now of stored objects that the person may see, in no particular order. An
 * odd id can be no object, so it is not asked for and keeps nothing from the others.
 */
export async function loadShownObjects(
  stored: readonly { readonly objectId: string }[],
): Promise<Reply<{ objects: readonly ShownObject[] }>> {
  const objectIds = stored.map(({ objectId }) => objectId).filter(isObjectId);
  const chunks = chunksOf(objectIds, maximumIdsPerCall);
  const replies = await Promise.all(
    chunks.map((chunk) => callResolver(viewObjects, { objectIds: chunk })),
  );
  const objects: ShownObject[] = [];
  for (const reply of replies) {
    if (reply.kind !== 'ok') return reply;
    objects.push(...reply.value.objects);
  }
  return { kind: 'ok', value: { objects } };
}
