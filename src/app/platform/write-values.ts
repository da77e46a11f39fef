import type { UnattendedJira } from './unattended-jira';
import { isJiraRefusal } from './jira-refusal';

/** Where values of a field go. */
export type ValueWriter = Pick<UnattendedJira, 'writeFieldValues'>;
type ValueUpdate = Parameters<UnattendedJira['writeFieldValues']>[1][number];

/**
 * Writes values of a field, and returns those that Jira refuses: where it refuses some, each is
 * written by itself.
 * @throws {JiraError} where Jira does not answer
 */
export async function writeValues<Update extends ValueUpdate>(
  jira: ValueWriter,
  fieldId: string,
  updates: readonly Update[],
): Promise<readonly Update[]> {
  if (updates.length === 0) return [];
  try {
    const values = updates.map(({ issueIds, value }) => ({ issueIds, value }));
    await jira.writeFieldValues(fieldId, values);
    return [];
  } catch (error) {
    if (!isJiraRefusal(error)) throw error;
    if (updates.length === 1) return updates;
    const refused: Update[] = [];
    for (const update of updates) refused.push(...(await writeValues(jira, fieldId, [update])));
    return refused;
  }
}
