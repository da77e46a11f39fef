import { requestJira } from '@forge/bridge';
import * as z from 'zod/mini';
import { chunksOf } from '../objects/chunks';
import { maximumIdsPerCall, viewObjects, type ShownObject } from '../objects/objects-contract';
import { isObjectId } from '../objects/stored-value';
import type { Reply } from '../replies/reply';
import { callResolver } from '../screen/call-resolver';
import type { FieldScreen } from './use-field-screen';

/** What Jira stores in the field now, unchecked. Undefined where Jira does not say. */
export async function readFieldValue(place: FieldScreen['place']): Promise<unknown> {
  if (!place) return undefined;
  const { issueId, fieldId } = place;
  try {
    const path = `/rest/api/3/issue/${encodeURIComponent(issueId)}?fields=${encodeURIComponent(fieldId)}`;
    const response = await requestJira(path);
    const issue = z.object({ fields: z.object({ [fieldId]: z.unknown() }) });
    const { data } = issue.safeParse(response.ok ? await response.json() : undefined);
    return data?.fields[fieldId];
  } catch {
    // Saving continues with what the editor knows.
    return undefined;
  }
}

/**
 * What the service says now of stored objects that the person may see, in no particular order. An
 * odd id can be no object, so it is not asked for and keeps nothing from the others.
 * @param options.withPictures whether to ask for the pictures of files, which only a view draws
 */
export async function loadShownObjects(
  stored: readonly { readonly objectId: string }[],
  options: { readonly withPictures?: true } = {},
): Promise<Reply<{ objects: readonly ShownObject[] }>> {
  const objectIds = stored.map(({ objectId }) => objectId).filter(isObjectId);
  const chunks = chunksOf(objectIds, maximumIdsPerCall);
  const replies = await Promise.all(
    chunks.map((chunk) => callResolver(viewObjects, { objectIds: chunk, ...options })),
  );
  const objects: ShownObject[] = [];
  for (const reply of replies) {
    if (reply.kind !== 'ok') return reply;
    objects.push(...reply.value.objects);
  }
  return { kind: 'ok', value: { objects } };
}
