import { asUser, route } from '@forge/api';
import { myself, permissionGrants, projectDetails, readJiraReply } from './jira-replies';
import { PermissionProof, type PermissionQuestion } from './permission-proof';
import type { JiraAsPerson } from './platform';

export const jiraAsPerson: JiraAsPerson = { findPermission, findEmailAddress, listWorkTypeIds };

async function findPermission(question: PermissionQuestion): Promise<PermissionProof | undefined> {
  const response = await asUser().requestJira(route`/rest/api/3/permissions/check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(permissionsRequest(question)),
  });
  return PermissionProof.of(question, await readJiraReply('person', response, permissionGrants));
}

function permissionsRequest(question: PermissionQuestion) {
  if (question.kind === 'administerJira') return { globalPermissions: ['ADMINISTER'] };
  const { permission, projectId, issueId } = question;
  const projects = projectId === undefined ? [] : [Number(projectId)];
  const issues = issueId === undefined ? [] : [Number(issueId)];
  return { projectPermissions: [{ permissions: [permission], projects, issues }] };
}

/** @see docs/verified-on-a-real-site.md, 9 */
async function findEmailAddress(): Promise<string | undefined> {
  const response = await asUser().requestJira(route`/rest/api/3/myself`, {
    headers: { Accept: 'application/json' },
  });
  const { emailAddress } = await readJiraReply('person', response, myself);
  return emailAddress ? emailAddress : undefined;
}

async function listWorkTypeIds(projectId: string): Promise<string[]> {
  const response = await asUser().requestJira(route`/rest/api/3/project/${projectId}`, {
    headers: { Accept: 'application/json' },
  });
  const { issueTypes } = await readJiraReply('person', response, projectDetails);
  return issueTypes.map((workType) => workType.id);
}
