import { callResolver } from '../screen/call-resolver';
import type { Reply } from '../replies/reply';
import { chunksOf } from '../objects/chunks';
import { viewObjects, type ShownObject } from '../objects/objects-contract';
import { isObjectId, maximumIdsPerCall } from '../objects/object-id';

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
