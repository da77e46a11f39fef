import { route, type Route } from '@forge/api';
import type { JiraField, PrecomputationPage, PrecomputationUpdate, FieldPlace } from './app-jira';
import { createJiraQuestions, fieldConfigurations, precomputationPage } from './jira-questions';
import { createJira, ignoredBody } from './jira-replies';
import type { EditProof, PermissionProof, PortalFieldProof } from './proofs';
import { isTaken, writeInParts } from './write-values';

const jira = createJira('app');

/**
 * Jira with the app's rights in functions that the platform itself calls: the JQL function, the
 * schedule and the queue, where no person is there to ask for. Only those get it, never a resolver.
 * Every call throws JiraError, with `retryAfterMs` where Jira named a time.
 */
export const appJiraClient = {
  ...createJiraQuestions(jira),
  /** One page of 100 in the order of creation, which does not change while they are used. */
  listPrecomputations: (startAt: number): Promise<PrecomputationPage> =>
    jira.get(
      route`/rest/api/3/jql/function/computation?orderBy=created&startAt=${startAt}&maxResults=100`,
      precomputationPage,
    ),
  /** Those that Jira has dropped meanwhile are skipped. */
  updatePrecomputations: (updates: readonly PrecomputationUpdate[]): Promise<void> =>
    jira.post(
      route`/rest/api/3/jql/function/computation?skipNotFoundPrecomputations=true`,
      { values: updates },
      ignoredBody,
    ),
  /**
   * The stored configurations of a field in one place; empty where no context applies. An entry is
   * undefined where a context applies and was never configured.
   */
  async listFieldConfigurations(fieldId: string, place: FieldPlace): Promise<unknown[]> {
    const { values } = await jira.get(configurationRoute(fieldId, place), fieldConfigurations);
    return values.map(({ configuration }) => configuration);
  },
  /**
   * Sets the values of a field of this app, which leaves no trace in the history and sends neither
   * mails nor events.
   */
  writeFieldValues: (
    fieldId: string,
    updates: readonly { readonly issueIds: readonly number[]; readonly value: unknown }[],
  ): Promise<void> =>
    jira.put(
      route`/rest/api/3/app/field/${fieldId}/value?generateChangelog=false&generateAppEvents=false`,
      { updates },
    ),
};

/** @see docs/platform-assumptions.md, 5 */
function configurationRoute(fieldId: string, place: FieldPlace): Route {
  return place.kind === 'issue'
    ? route`/rest/api/3/app/field/${fieldId}/context/configuration?issueId=${place.issueId}`
    : route`/rest/api/3/app/field/${fieldId}/context/configuration?projectKeyOrId=${place.projectId}&issueTypeId=${place.workTypeId}`;
}

/** What the app does with its own rights for a person, once their permission is proved. */
export const jiraAsApp = {
  /** As {@link appJiraClient} does. */
  async listFieldConfigurations(
    proof: PermissionProof | PortalFieldProof,
    fieldId: string,
    place: FieldPlace,
  ): Promise<unknown[]> {
    proof.assertCovers({ ...place, fieldId });
    return appJiraClient.listFieldConfigurations(fieldId, place);
  },
  /** About how many issues a query finds among those that the app may see: for Jira admins alone. */
  async countIssues(proof: PermissionProof, jql: string): Promise<number> {
    proof.assertAdministersJira();
    return appJiraClient.countIssues(jql);
  },
  /** Every field that the app may see: for Jira admins alone. */
  async listFields(proof: PermissionProof): Promise<JiraField[]> {
    proof.assertAdministersJira();
    return appJiraClient.listFields();
  },
  /**
   * Sets values of a field of this app, which Jira's history tells of the app.
   * @returns the ids of the issues that Jira refuses to write
   * @throws {Error} where the proof does not cover the field of an issue; {JiraError} where Jira does not answer
   */
  async writeFieldValues(
    proof: EditProof,
    fieldId: string,
    updates: readonly { readonly issueId: string; readonly value: unknown }[],
  ): Promise<string[]> {
    if (!updates.every(({ issueId }) => proof.covers(issueId, fieldId))) {
      throw new Error('The permission that was checked does not cover the field of every issue');
    }
    const path = route`/rest/api/3/app/field/${fieldId}/value`;
    const refused = await writeInParts(updates, (part) => {
      const values = part.map(({ issueId, value }) => ({ issueIds: [Number(issueId)], value }));
      return isTaken(jira.put(path, { updates: values }));
    });
    return refused.map(({ issueId }) => issueId);
  },
};
