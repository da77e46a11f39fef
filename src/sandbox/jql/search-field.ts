import type { JiraModel } from '../jira/model';
import type { Caller } from '../jira/accounts';
import type { Issue, Project } from '../jira/state';
import type { JqlOperator, JqlValue } from './tree';

export interface SearchContext {
  model: JiraModel;
  caller: Caller;
  /** Whom `currentUser()` means: the app's own user where the app asks. */
  accountId: string;
}

/** What two values are compared by: an id, an exact text, a number, milliseconds. */
export type Key = string | number;

/** A value of a query: written, or given by a function. */
export type Literal = JqlValue | { kind: 'person'; accountId: string; functionName: string };

/** Whether it is the only function of Jira's own that is modelled. */
export function isBuiltIn(functionName: string): boolean {
  return functionName.toLowerCase() === 'currentuser';
}

/** Functions that Jira has and the sandbox doesn't model, in lower case. */
const unmodelledFunctions = new Set(
  `approved approver breached cascadeOption closedSprints completed componentsLeadByUser currentLogin
  earliestUnreleasedVersion elapsed endOfDay endOfMonth endOfWeek endOfYear everBreached futureSprints
  issueHistory issuesWithRemoteLinksByGlobalId lastLogin latestReleasedVersion linkedIssues
  linkedWorkItems membersOf myApproval myPending now openSprints organizationMembers parentEpic paused
  pending pendingBy projectsLeadByUser projectsWhereUserHasPermission projectsWhereUserHasRole
  releasedVersions remaining running standardIssueTypes standardWorkTypes startOfDay startOfMonth
  startOfWeek startOfYear subtaskIssueTypes subtaskWorkTypes unreleasedVersions updatedBy votedIssues
  votedWorkItems watchedIssues watchedWorkItems withinCalendarHours`
    .toLowerCase()
    .split(/\s+/),
);

/** Whether Jira has the function, and the sandbox doesn't model it. */
export function isUnmodelledFunction(functionName: string): boolean {
  return unmodelledFunctions.has(functionName.toLowerCase());
}

export interface SearchField {
  operators: readonly JqlOperator[];
  /** Jira's own names of the value's type: functions fit that give the same. */
  types: readonly string[];
  content: KeyContent | TextContent;
  /** For a property of an app's field. */
  isProperty?: boolean;
  /** False if an issue does not have the field at all, which is not the same as empty. */
  appliesTo: (issue: Issue) => boolean;
  /** Absent if issues cannot be sorted by the field; `undefined` sorts as empty. */
  sortKeyOf?: ((issue: Issue) => Key | undefined) | undefined;
}

/** Values that are the same or not. */
export interface KeyContent {
  kind: 'keys';
  /** An empty list means that the field is empty. */
  keysOf: (issue: Issue) => readonly Key[];
  /**
   * Returns the keys that a value of a query means; `field` is the name in the query.
   * @throws {JiraError} 400 with what Jira says of a value that it doesn't know
   */
  read: (literal: Literal, field: string, operator: JqlOperator) => readonly Key[];
}

export interface TextContent {
  kind: 'text';
  /** '' where the field is empty. */
  textOf: (issue: Issue) => string;
}

export const types = {
  issue: 'com.atlassian.jira.issue.Issue',
  project: 'com.atlassian.jira.project.Project',
  workType: 'com.atlassian.jira.issue.issuetype.IssueType',
  status: 'com.atlassian.jira.issue.status.Status',
  statusCategory: 'com.atlassian.jira.issue.status.category.StatusCategory',
  user: 'com.atlassian.jira.user.ApplicationUser',
  date: 'java.util.Date',
  text: 'java.lang.String',
} as const;

/** Returns Jira's own name of what a manifest calls `issue`. */
export function typeNamed(type: string): string {
  const known: Readonly<Record<string, string>> = types;
  return known[type] ?? type;
}

export const equality: readonly JqlOperator[] = ['=', '!=', 'in', 'not in', 'is', 'is not'];
export const wordSearch: readonly JqlOperator[] = ['~', '!~', 'is', 'is not'];

/** The projects whose issues the caller may see. */
export function visibleProjects({
  model,
  caller,
}: Pick<SearchContext, 'model' | 'caller'>): readonly Project[] {
  return model.state.projects.filter((project) => model.mayBrowse(caller, project));
}

/** The issues that the caller may see, as searches know them. */
export function visibleIssues(context: Pick<SearchContext, 'model' | 'caller'>): readonly Issue[] {
  const ids = new Set(visibleProjects(context).map(({ id }) => id));
  const { state, writes } = context.model;
  const seen = state.issues.filter(({ projectId }) => ids.has(projectId));
  return seen.flatMap((issue) => writes.findIndexed(issue) ?? []);
}

/** Returns every text and number in a value, which is what `~` on the field itself searches. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textOfValue).join('\n');
}
