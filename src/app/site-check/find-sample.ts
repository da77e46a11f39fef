import * as z from 'zod/mini';
import type { NamedField } from '../jql-function/find-writing';
import { fieldClause, quoteJql } from '../jql/jql-text';
import { isJiraRefusal } from '../platform/jira-refusal';
import type { SearchedJira } from '../platform/background-jira';
import { listOwnFields, type OwnField } from '../platform/unattended-jira';
import type { Answer, ComparedTrial } from './finding';

/** A field, and work items on which it is known what a search must say. */
export interface Sample {
  readonly field: NamedField;
  /** The most objects that were found on one work item, with the ids that JQL searches. */
  readonly held: { readonly key: string; readonly objectIds: readonly string[] } | undefined;
  /** A work item without a value. */
  readonly emptyKey: string | undefined;
}

/** How many fields are searched for a sample. */
const mostFields = 5;
/** How many work items of a field, of which each costs a point. */
const mostIssues = 20;

/**
 * The field of this app with the best value to try searches on; undefined where there is no field.
 * @throws {JiraError}
 */
export async function findSample(jira: SearchedJira): Promise<Sample | undefined> {
  const fields = listOwnFields(await jira.listFields()).slice(0, mostFields);
  const samples = await Promise.all(fields.map((field) => sampleOf(jira, field)));
  const countOf = ({ held }: Sample) => held?.objectIds.length ?? 0;
  return samples.sort((one, other) => countOf(other) - countOf(one))[0];
}

async function sampleOf(jira: SearchedJira, { id: fieldId, name, kind }: OwnField) {
  const clause = fieldClause(fieldId);
  const [filled, empty] = await Promise.all([
    jira.searchIssues(
      `${clause} is not EMPTY ORDER BY updated DESC`,
      [fieldId],
      undefined,
      mostIssues,
    ),
    jira.searchIssues(`${clause} is EMPTY ORDER BY updated DESC`, ['project'], undefined, 1),
  ]);
  const all = filled.issues.map(({ key, fields }) => ({
    key,
    objectIds: idsOf(kind, fields[fieldId]),
  }));
  const [held] = all.sort((one, other) => other.objectIds.length - one.objectIds.length);
  return {
    field: { fieldId, name, kind },
    held: held && held.objectIds.length > 0 ? held : undefined,
    emptyKey: empty.issues[0]?.key,
  };
}

const searched = z.object({
  objectIds: z.optional(z.array(z.string())),
  pathIds: z.optional(z.array(z.string())),
});

/** What the value holds for searches, each once; empty where it was written without. */
function idsOf(kind: NamedField['kind'], value: unknown): string[] {
  const { objectIds = [], pathIds = [] } = searched.safeParse(value).data ?? {};
  return [...new Set(kind === 'cascade' ? pathIds : objectIds)];
}

/** Whether a search finds one work item by a clause. @throws {JiraError} where Jira does not answer */
export async function tryClause(jira: SearchedJira, key: string, clause: string): Promise<Answer> {
  try {
    const jql = `key = ${quoteJql(key)} AND (${clause})`;
    const { issues } = await jira.searchIssues(jql, ['project'], undefined, 1);
    return issues.length > 0 ? 'found' : 'notFound';
  } catch (error) {
    if (!isJiraRefusal(error)) throw error;
    return 'refused';
  }
}

/** A trial before it is made. */
export interface PlannedTrial extends Omit<ComparedTrial, 'answer'> {
  readonly key: string;
  readonly clause: string;
}

/** @throws {JiraError} */
export function makeTrials(
  jira: SearchedJira,
  planned: readonly PlannedTrial[],
): Promise<ComparedTrial[]> {
  return Promise.all(
    planned.map(async ({ key, clause, about, wanted }) => ({
      about,
      wanted,
      answer: await tryClause(jira, key, clause),
    })),
  );
}
