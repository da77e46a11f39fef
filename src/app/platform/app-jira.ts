import * as z from 'zod/mini';
import type { appJiraClient } from './app-jira-client';
import type { createJiraQuestions } from './jira-questions';

export interface JiraField {
  /** Such as `customfield_10010`; `summary` of a field that is Jira's own. */
  readonly id: string;
  readonly name: string;
  /** Which of this app's field types it is; undefined for every other field. */
  readonly kind: 'object' | 'cascade' | undefined;
}

export type OwnField = JiraField & { readonly kind: NonNullable<JiraField['kind']> };

/** The fields of this app's types, in the given order. */
export function listOwnFields(fields: readonly JiraField[]): OwnField[] {
  return fields.filter((field): field is OwnField => field.kind !== undefined);
}

/** Where on the site a field is used, in the two forms that Jira's configuration filter knows. */
export type FieldPlace = WorkTypePlace | { readonly kind: 'issue'; readonly issueId: string };

export interface WorkTypePlace {
  readonly kind: 'workType';
  readonly projectId: string;
  readonly workTypeId: string;
}

/** The fields of an issue that {@link findWorkTypePlace} reads. */
export const placeFields = ['project', 'issuetype'] as const;

const readPlace = z.object({
  project: z.object({ id: z.string() }),
  issuetype: z.object({ id: z.string() }),
});

/** Where an issue is; undefined where its place was not read. */
export function findWorkTypePlace(fields: unknown): WorkTypePlace | undefined {
  const { project, issuetype } = readPlace.safeParse(fields).data ?? {};
  if (!project || !issuetype) return undefined;
  return { kind: 'workType', projectId: project.id, workTypeId: issuetype.id };
}

/** What Jira keeps of one call of the function with one operator and one list of arguments. */
export interface Precomputation {
  readonly id: string;
  readonly operator: 'in' | 'not in';
  readonly arguments: readonly string[];
  /** The fragment; absent where there is an error in its place. */
  readonly value?: string;
  readonly error?: string;
  /** Milliseconds since the epoch. */
  readonly updated: number;
  /** Milliseconds since the epoch, when a search last used it: Jira drops it 7 days after that. */
  readonly used: number;
}

export interface PrecomputationPage {
  readonly isLast: boolean;
  readonly total: number;
  readonly values: readonly Precomputation[];
  /** Of entries that can't be read; empty for one without an id. */
  readonly unreadableIds: readonly string[];
}

export type PrecomputationUpdate =
  | { readonly id: string; readonly value: string }
  | { readonly id: string; readonly error: string };

export interface FoundIssue {
  readonly id: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type JiraQuestions = ReturnType<typeof createJiraQuestions>;
export type JiraFields = Pick<JiraQuestions, 'listFields' | 'listAllConfigurations'>;
export type JiraIssues = Omit<JiraQuestions, keyof JiraFields>;
export type AppJira = typeof appJiraClient;
