import { digestOfSources } from '../stored-queries/stored-queries';
import { sourcesOf } from '../jql-function/find-field';
import { hasValue } from '../jql/jql-text';
import { chunksOf } from '../objects/chunks';
import type { JiraAsPerson } from '../platform/platform';
import { listOwnFields, type OwnField } from '../platform/app-jira';
import type { AdminField } from './admin-replies';

/** Fields that are asked about at once. */
const fieldsAtOnce = 5;

/**
 * The fields of this app's types, by name, with the rights of the admin.
 * @throws {JiraError}
 */
export async function listAdminFields(jira: JiraAsPerson): Promise<AdminField[]> {
  const fields = listOwnFields(await jira.listFields());
  const described: AdminField[] = [];
  for (const chunk of chunksOf(fields, fieldsAtOnce)) {
    described.push(...(await Promise.all(chunk.map((field) => describeField(jira, field)))));
  }
  return described.sort((one, other) => one.name.localeCompare(other.name));
}

async function describeField(
  jira: JiraAsPerson,
  { id: fieldId, name, kind }: OwnField,
): Promise<AdminField> {
  const [configurations, issueCount] = await Promise.all([
    jira.listAllConfigurations(fieldId),
    jira.countIssues(hasValue(fieldId)),
  ]);
  const configured = configurations.filter((configuration) => configuration !== undefined);
  const configurationDigest = digestOfSources(sourcesOf(kind, configurations));
  return {
    ...{ fieldId, name, issueCount, configurationDigest },
    contextCount: configurations.length,
    configuredCount: configured.length,
  };
}
