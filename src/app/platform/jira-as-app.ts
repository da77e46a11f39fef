import { route } from '@forge/api';
import { appJiraClient, sendAsApp } from './app-jira-client';
import type { JiraAsApp } from './platform';
import { ignoredBody } from './unattended-replies';
import { writeValues, type ValueWriter } from './write-values';

/** As an edit: in the history, with events. */
const visibleWrites: ValueWriter = {
  writeFieldValues: (fieldId, updates) =>
    sendAsApp('PUT', route`/rest/api/3/app/field/${fieldId}/value`, { updates }, ignoredBody),
};

/** What the app does with its own rights for a person, once their permission is proved. */
export const jiraAsApp: JiraAsApp = {
  async listFieldConfigurations(proof, fieldId, place) {
    proof.assertCovers({ ...place, fieldId });
    return appJiraClient.listFieldConfigurations(fieldId, place);
  },
  async countIssues(proof, jql) {
    proof.assertAdministersJira();
    return appJiraClient.countIssues(jql);
  },
  async listFields(proof) {
    proof.assertAdministersJira();
    return appJiraClient.listFields();
  },
  async writeFieldValues(proof, fieldId, updates) {
    if (!updates.every(({ issueId }) => proof.covers(issueId, fieldId))) {
      throw new Error('The permission that was checked does not cover the field of every issue');
    }
    const written = updates.map(({ issueId, value }) => ({ issueIds: [Number(issueId)], value }));
    const refused = await writeValues(visibleWrites, fieldId, written);
    return refused.flatMap(({ issueIds }) => issueIds.map(String));
  },
};
