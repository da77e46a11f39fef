import { asUser, route, type Route } from '@forge/api';
import type * as z from 'zod/mini';
import { EditProof } from './edit-proof';
import { createJiraFields } from './jira-fields';
import { createJiraIssues } from './jira-issues';
import {
  analysedExpressions,
  myself,
  permissionGrants,
  projectDetails,
  readJiraReply,
} from './jira-replies';
import { PermissionProof, type PermissionQuestion } from './permission-proof';
import type { JiraAsPerson } from './platform';

export const jiraAsPerson: JiraAsPerson = {
  findPermission,
  findEditable,
  findEmailAddress,
  listWorkTypeIds,
  findProjectLead,
  findExpressionFaults,
  ...createJiraFields('person', ask),
  ...createJiraIssues('person', post),
};

const headers = { Accept: 'application/json' };

function ask(path: Route) {
  return (signal: AbortSignal) => asUser().requestJira(path, { headers, signal });
}

function post(path: Route, body: object) {
  const request = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  return (signal: AbortSignal) => asUser().requestJira(path, { ...request, signal });
}

async function findPermission(question: PermissionQuestion): Promise<PermissionProof | undefined> {
  const send = post(route`/rest/api/3/permissions/check`, permissionsRequest(question));
  return PermissionProof.of(question, await readJiraReply('person', send, permissionGrants));
}

async function findEditable(issueIds: readonly string[]): Promise<EditProof> {
  const asked = { permissions: ['EDIT_ISSUES'], projects: [], issues: issueIds.map(Number) };
  const send = post(route`/rest/api/3/permissions/check`, { projectPermissions: [asked] });
  return EditProof.of(await readJiraReply('person', send, permissionGrants));
}

function permissionsRequest(question: PermissionQuestion) {
  if (question.kind === 'administerJira') return { globalPermissions: ['ADMINISTER'] };
  const { permission, projectId, issueId } = question;
  const projects = projectId === undefined ? [] : [Number(projectId)];
  const issues = issueId === undefined ? [] : [Number(issueId)];
  return { projectPermissions: [{ permissions: [permission], projects, issues }] };
}

/** @see docs/platform-assumptions.md, 9 */
async function findEmailAddress(): Promise<string | undefined> {
  const send = ask(route`/rest/api/3/myself`);
  const { emailAddress } = await readJiraReply('person', send, myself);
  return emailAddress ? emailAddress : undefined;
}

async function listWorkTypeIds(projectId: string): Promise<string[]> {
  const send = ask(route`/rest/api/3/project/${projectId}`);
  const { issueTypes } = await readJiraReply('person', send, projectDetails);
  return issueTypes.map((workType) => workType.id);
}

async function findProjectLead(projectId: string): Promise<string | undefined> {
  const answer = ask(route`/rest/api/3/project/${projectId}`);
  const { lead } = await readJiraReply('person', answer, projectDetails);
  return lead?.displayName;
}

/** @see docs/platform-assumptions.md, 6 */
async function findExpressionFaults(
  expressions: readonly string[],
  contextVariables: Readonly<Record<string, string>>,
) {
  const body = { expressions, contextVariables };
  const send = post(route`/rest/api/3/expression/analyse?check=type`, body);
  const { results } = await readJiraReply('person', send, analysedExpressions);
  return expressions.map((_, index) => faultOf(results[index]));
}

function faultOf(result: z.output<typeof analysedExpressions>['results'][number] | undefined) {
  if (result?.valid) return undefined;
  return result?.errors.map(({ type, message }) => `${type}: ${message}`).join(' ') || 'refused';
}
