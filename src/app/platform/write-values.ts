import { isDeepStrictEqual } from 'node:util';
import type { AppJira, FoundIssue } from './app-jira';
import { isJiraRefusal } from './platform';

/** Few calls whether Jira refuses one of a hundred or all of them. */
const itemsPerPart = 10;

/**
 * Writes items, and where Jira refuses some, smaller parts by themselves: tens, and then each.
 * @param write writes all of these or none, and returns whether Jira takes them
 * @returns those that Jira refuses
 */
export async function writeInParts<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  if (items.length === 0 || (await write(items))) return [];
  if (items.length === 1) return items;
  const size = items.length > itemsPerPart ? itemsPerPart : 1;
  const refused: Item[] = [];
  for (let start = 0; start < items.length; start += size) {
    refused.push(...(await writeInParts(items.slice(start, start + size), write)));
  }
  return refused;
}

/** Whether Jira takes what is written; false where it refuses this very request. @throws {JiraError} */
export async function isTaken(written: Promise<void>): Promise<boolean> {
  try {
    await written;
    return true;
  } catch (error) {
    if (!isJiraRefusal(error)) throw error;
    return false;
  }
}

/** A work item as it was read, and the value to be stored in place of the one that its field has. */
interface Rewrite {
  readonly issue: FoundIssue;
  readonly value: object;
}

/**
 * Writes the values of at most 100 work items, where the field is still as it was read. Jira can't be
 * asked to write only those: a change that someone makes between this reading and this writing, in a
 * second or so, is lost. Each smaller part is written after another reading.
 * @see docs/platform-assumptions.md, 68
 * @throws {JiraError} where Jira does not answer
 */
export async function writeUnchanged(
  jira: Pick<AppJira, 'readIssues' | 'writeFieldValues'>,
  fieldId: string,
  rewrites: readonly Rewrite[],
) {
  const changed = new Set<Rewrite>();
  const refused = await writeInParts(rewrites, async (part) => {
    const ids = part.map(({ issue }) => issue.id);
    const read = await jira.readIssues(ids, [fieldId]);
    const now = new Map(read.map(({ id, fields }) => [id, fields[fieldId]]));
    for (const rewrite of part) {
      const { id, fields } = rewrite.issue;
      if (!isDeepStrictEqual(now.get(id), fields[fieldId])) changed.add(rewrite);
    }
    const updates = part
      .filter((rewrite) => !changed.has(rewrite))
      .map(({ issue, value }) => ({ issueIds: [Number(issue.id)], value }));
    return updates.length === 0 || isTaken(jira.writeFieldValues(fieldId, updates));
  });
  return {
    written: rewrites.length - changed.size - refused.length,
    changedMeanwhile: changed.size,
    refusedKeys: refused.map(({ issue }) => issue.key),
  };
}
