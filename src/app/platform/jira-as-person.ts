import { route } from '@forge/api';
import * as z from 'zod/mini';
import { EditProof, PermissionProof, type PermissionQuestion } from './proofs';
import { createJiraQuestions, readEditScreens } from './jira-questions';
import { createJira, myself, permissionGrants } from './jira-replies';

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-projects/ */
const projectDetails = z.object({
  issueTypes: z.array(z.object({ id: z.string() })),
  lead: z.nullish(z.object({ displayName: z.string() })),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jira-expressions/ */
const analysedExpressions = z.object({
  results: z.array(
    z.object({
      valid: z.boolean(),
      errors: z._default(z.array(z.object({ type: z.string(), message: z.string() })), []),
    }),
  ),
});

const jira = createJira('person');

/** Jira with the rights of the person who is using the app. */
export const jiraAsPerson = {
  findPermission,
  readEditable,
  findEmailAddress,
  listWorkTypeIds,
  findProjectLead,
  findExpressionFaults,
  ...createJiraQuestions(jira),
};

/**
 * Asks Jira whether the person holds a permission.
 * Returns undefined where Jira does not grant it.
 * @throws {JiraError} where Jira does not answer, which is no permission either
 */
async function findPermission(question: PermissionQuestion): Promise<PermissionProof | undefined> {
  const request = permissionsRequest(question);
  return PermissionProof.of(question, await askForGrants(request));
}

/** What an edit screen offers to choose from comes along: of 100 work items that would be too much at once. */
const screensPerCall = 25;

/**
 * At most 100 issues with these fields as they are now, and on which of them the person may edit
 * the field in bulk; no proof where they may not change issues in bulk.
 * @throws {JiraError}
 */
async function readEditable(
  issueIds: readonly string[],
  fieldId: string,
  fields: readonly string[],
) {
  const projectPermissions = [
    { permissions: ['EDIT_ISSUES'], projects: [], issues: issueIds.map(Number) },
  ];
  const question = { globalPermissions: ['BULK_CHANGE'], projectPermissions };
  const starts = [...issueIds.keys()].filter((index) => index % screensPerCall === 0);
  const [grants, ...parts] = await Promise.all([
    askForGrants(question),
    ...starts.map((start) => readScreens(issueIds.slice(start, start + screensPerCall), fields)),
  ]);
  const found = parts.flatMap(({ issues }) => issues);
  const screens = found.map(({ id, editmeta }) => ({
    issueId: id,
    fieldIds: Object.keys(editmeta.fields),
  }));
  const issues = found.map(({ id, key, fields: values }) => ({ id, key, fields: values }));
  return { issues, proof: EditProof.of(fieldId, grants, screens) };
}

/** @see docs/platform-assumptions.md, 72 */
function readScreens(issueIds: readonly string[], fields: readonly string[]) {
  const body = { issueIdsOrKeys: issueIds, fields, expand: ['editmeta'] };
  return jira.post(route`/rest/api/3/issue/bulkfetch`, body, readEditScreens);
}

const askForGrants = (request: object) =>
  jira.post(route`/rest/api/3/permissions/check`, request, permissionGrants);

function permissionsRequest(question: PermissionQuestion) {
  if (question.kind === 'administerJira') return { globalPermissions: ['ADMINISTER'] };
  const { permission, projectId, issueId } = question;
  const projects = projectId === undefined ? [] : [Number(projectId)];
  const issues = issueId === undefined ? [] : [Number(issueId)];
  return { projectPermissions: [{ permissions: [permission], projects, issues }] };
}

/**
 * The person's own email address; undefined where their profile hides it.
 * @see docs/platform-assumptions.md, 9
 */
async function findEmailAddress(): Promise<string | undefined> {
  const { emailAddress } = await jira.get(route`/rest/api/3/myself`, myself);
  return emailAddress ? emailAddress : undefined;
}

async function listWorkTypeIds(projectId: string): Promise<string[]> {
  const { issueTypes } = await readProject(projectId);
  return issueTypes.map((workType) => workType.id);
}

/** The name of the project's lead; undefined where Jira names none. */
async function findProjectLead(projectId: string): Promise<string | undefined> {
  const { lead } = await readProject(projectId);
  return lead?.displayName;
}

const readProject = (projectId: string) =>
  jira.get(route`/rest/api/3/project/${projectId}`, projectDetails);

/**
 * What Jira says against each expression, in the given order; undefined where it takes it.
 * @param contextVariables the types of what the expressions may name
 * @throws {JiraError}
 * @see docs/platform-assumptions.md, 6
 */
async function findExpressionFaults(
  expressions: readonly string[],
  contextVariables: Readonly<Record<string, string>>,
) {
  const path = route`/rest/api/3/expression/analyse?check=type`;
  const { results } = await jira.post(path, { expressions, contextVariables }, analysedExpressions);
  return expressions.map((_, index) => faultOf(results[index]));
}

function faultOf(result: z.output<typeof analysedExpressions>['results'][number] | undefined) {
  if (result?.valid) return undefined;
  return result?.errors.map(({ type, message }) => `${type}: ${message}`).join(' ') || 'refused';
}
