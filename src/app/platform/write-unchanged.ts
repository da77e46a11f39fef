import { isDeepStrictEqual } from 'node:util';
import type { FoundIssue, AppJira } from './app-jira';
import { isWritten, partsOf } from './write-values';

/** A work item as it was read, and the value to be stored in place of the one that its field has. */
interface Rewrite {
  readonly issue: FoundIssue;
  readonly value: object;
}

interface Written {
  readonly written: number;
  readonly changedMeanwhile: number;
  readonly refusedKeys: readonly string[];
}

export const nothingWritten: Written = { written: 0, changedMeanwhile: 0, refusedKeys: [] };

/**
 * Writes the values of at most 100 work items, where the field is still as it was read. Jira can't be
 * asked to write only those: a change that someone makes between this reading and this writing, in a
 * second or so, is lost. Where Jira refuses some, smaller parts are written by themselves, each after
 * another reading.
 * @see docs/platform-assumptions.md, 68
 * @throws {JiraError} where Jira does not answer
 */
export async function writeUnchanged(
  jira: Pick<AppJira, 'readIssues' | 'writeFieldValues'>,
  fieldId: string,
  rewrites: readonly Rewrite[],
): Promise<Written> {
  if (rewrites.length === 0) return nothingWritten;
  const ids = rewrites.map(({ issue }) => issue.id);
  const read = await jira.readIssues(ids, [fieldId]);
  const now = new Map(read.map(({ id, fields }) => [id, fields[fieldId]]));
  const unchanged = rewrites.filter(({ issue: { id, fields } }) =>
    isDeepStrictEqual(now.get(id), fields[fieldId]),
  );
  const changedMeanwhile = rewrites.length - unchanged.length;
  const updates = unchanged.map(({ issue, value }) => ({ issueIds: [Number(issue.id)], value }));
  if (await isWritten(jira, fieldId, updates)) {
    return { written: unchanged.length, changedMeanwhile, refusedKeys: [] };
  }
  if (unchanged.length === 1) {
    return { written: 0, changedMeanwhile, refusedKeys: unchanged.map(({ issue }) => issue.key) };
  }
  const parts: Written[] = [];
  for (const part of partsOf(unchanged)) parts.push(await writeUnchanged(jira, fieldId, part));
  return {
    written: sumOf(parts, ({ written }) => written),
    changedMeanwhile: changedMeanwhile + sumOf(parts, (part) => part.changedMeanwhile),
    refusedKeys: parts.flatMap(({ refusedKeys }) => refusedKeys),
  };
}

function sumOf(parts: readonly Written[], countOf: (part: Written) => number): number {
  return parts.reduce((sum, part) => sum + countOf(part), 0);
}
