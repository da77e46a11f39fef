import { requestJira } from '@forge/bridge';
import * as z from 'zod/mini';
import type { FieldScreen } from './use-field-screen';

const issue = z.object({ fields: z.looseObject({}) });

/** What Jira stores in the field now, unchecked. Undefined where Jira does not say. */
export async function readFieldValue(place: FieldScreen['place']): Promise<unknown> {
  if (!place) return undefined;
  const { issueId, fieldId } = place;
  try {
    const path = `/rest/api/3/issue/${encodeURIComponent(issueId)}?fields=${encodeURIComponent(fieldId)}`;
    const response = await requestJira(path);
    const { data } = issue.safeParse(response.ok ? await response.json() : undefined);
    return data?.fields[fieldId];
  } catch {
    // Saving goes on with what the editor knows.
    return undefined;
  }
}
