import { asUser, route, type Route } from '@forge/api';
import { fieldClause } from '../jql/jql-text';
import { createJiraFields } from './jira-fields';
import {
  approximateCount,
  myself,
  permissionGrants,
  projectDetails,
  readJiraReply,
} from './jira-replies';
import { PermissionProof, type PermissionQuestion } from './permission-proof';
import type { JiraAsPerson } from './platform';

export const jiraAsPerson: JiraAsPerson = {
  findPermission,
  findEmailAddress,
  countIssues,
  listWorkTypeIds,
  ...createJiraFields('person', ask),
};

function ask(path: Route) {
  return asUser().requestJira(path, { headers: { Accept: 'application/json' } });
}

async function findPermission(question: PermissionQuestion): Promise<PermissionProof | undefined> {
  const answer = asUser().requestJira(route`/rest/api/3/permissions/check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(permissionsRequest(question)),
  });
  return PermissionProof.of(question, await readJiraReply('person', answer, permissionGrants));
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
  const answer = ask(route`/rest/api/3/myself`);
  const { emailAddress } = await readJiraReply('person', answer, myself);
  return emailAddress ? emailAddress : undefined;
}

async function countIssues(fieldId: string): Promise<number> {
  const answer = asUser().requestJira(route`/rest/api/3/search/approximate-count`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ jql: `${fieldClause(fieldId)} is not EMPTY` }),
  });
  const { count } = await readJiraReply('person', answer, approximateCount);
  return count;
}

async function listWorkTypeIds(projectId: string): Promise<string[]> {
  const answer = ask(route`/rest/api/3/project/${projectId}`);
  const { issueTypes } = await readJiraReply('person', answer, projectDetails);
  return issueTypes.map((workType) => workType.id);
}
