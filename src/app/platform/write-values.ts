import type { AppJira } from './app-jira';
import { isJiraRefusal } from './platform';

/** Where values of a field go. */
export type ValueWriter = Pick<AppJira, 'writeFieldValues'>;
type ValueUpdate = Parameters<AppJira['writeFieldValues']>[1][number];

/**
 * Writes values of a field, and returns those that Jira refuses: where it refuses some, smaller
 * parts are written by themselves.
 * @throws {JiraError} where Jira does not answer
 */
export async function writeValues<Update extends ValueUpdate>(
  jira: ValueWriter,
  fieldId: string,
  updates: readonly Update[],
): Promise<readonly Update[]> {
  if (await isWritten(jira, fieldId, updates)) return [];
  if (updates.length === 1) return updates;
  const refused: Update[] = [];
  for (const part of partsOf(updates)) refused.push(...(await writeValues(jira, fieldId, part)));
  return refused;
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

/** Few calls whether Jira refuses one of a hundred or all of them. */
const updatesPerPart = 10;

/** What is written by itself where all of it was refused: tens, and then each. */
export function partsOf<Item>(items: readonly Item[]): Item[][] {
  const size = items.length > updatesPerPart ? updatesPerPart : 1;
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
