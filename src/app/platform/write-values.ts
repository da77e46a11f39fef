import type { UnattendedJira } from './unattended-jira';
import { isJiraRefusal } from './jira-refusal';

/** Where values of a field go. */
export type ValueWriter = Pick<UnattendedJira, 'writeFieldValues'>;
type ValueUpdate = Parameters<UnattendedJira['writeFieldValues']>[1][number];

/**
 * Writes values of a field, and returns those that Jira refuses: where it refuses some, halves are
 * written by themselves.
 * @throws {JiraError} where Jira does not answer
 */
export async function writeValues<Update extends ValueUpdate>(
  jira: ValueWriter,
  fieldId: string,
  updates: readonly Update[],
): Promise<readonly Update[]> {
  if (await isWritten(jira, fieldId, updates)) return [];
  if (updates.length === 1) return updates;
  const [first, second] = halvesOf(updates);
  const refused = await writeValues(jira, fieldId, first);
  return [...refused, ...(await writeValues(jira, fieldId, second))];
}

/** Whether Jira takes these values; false where it refuses some. @throws {JiraError} */
export async function isWritten(
  jira: ValueWriter,
  fieldId: string,
  updates: readonly ValueUpdate[],
): Promise<boolean> {
  if (updates.length === 0) return true;
  try {
    const values = updates.map(({ issueIds, value }) => ({ issueIds, value }));
    await jira.writeFieldValues(fieldId, values);
    return true;
  } catch (error) {
    if (!isJiraRefusal(error)) throw error;
    return false;
  }
}

/** Of two items or more, so that neither half is empty. */
export function halvesOf<Item>(items: readonly Item[]): [Item[], Item[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
