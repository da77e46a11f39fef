import { jiraUnattended } from './jira-unattended';
import type { JiraAsApp } from './platform';

/** What the app does with its own rights for a person, once their permission is proved. */
export const jiraAsApp: JiraAsApp = {
  async listFieldConfigurations(proof, fieldId, place) {
    proof.assertCovers({ ...place, fieldId });
    return jiraUnattended.listFieldConfigurations(fieldId, place);
  },
  async countIssues(proof, jql) {
    proof.assertAdministersJira();
    return jiraUnattended.countIssues(jql);
  },
};
