import { asApp, route } from '@forge/api';
import { fieldConfigurations, readJiraReply } from './jira-replies';
import { jiraUnattended } from './jira-unattended';
import type { PermissionProof } from './permission-proof';
import type { FieldPlace, JiraAsApp } from './platform';
import type { PortalFieldProof } from './portal-field-proof';

/** What the app does with its own rights for a person, once their permission is proved. */
export const jiraAsApp: JiraAsApp = {
  listFieldConfigurations,
  countIssues(proof, jql) {
    proof.assertAdministersJira();
    return jiraUnattended.countIssues(jql);
  },
};

/** @see docs/platform-assumptions.md, 5 */
async function listFieldConfigurations(
  proof: PermissionProof | PortalFieldProof,
  fieldId: string,
  place: FieldPlace,
): Promise<unknown[]> {
  proof.assertCovers({ ...place, fieldId });
  const path = configurationRoute(fieldId, place);
  const headers = { Accept: 'application/json' };
  const send = (signal: AbortSignal) => asApp().requestJira(path, { headers, signal });
  const { values } = await readJiraReply('app', send, fieldConfigurations);
  return values.map((value) => value.configuration);
}

function configurationRoute(fieldId: string, place: FieldPlace) {
  return place.kind === 'issue'
    ? route`/rest/api/3/app/field/${fieldId}/context/configuration?issueId=${place.issueId}`
    : route`/rest/api/3/app/field/${fieldId}/context/configuration?projectKeyOrId=${place.projectId}&issueTypeId=${place.workTypeId}`;
}
