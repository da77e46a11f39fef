import type { JiraFields } from '../platform/unattended-jira';

/** Asks only once for the fields and for the configurations of each. */
export function rememberedFields(jira: JiraFields): JiraFields {
  let fields: ReturnType<JiraFields['listFields']> | undefined;
  const configurations = new Map<string, Promise<unknown[]>>();
  return {
    listFields: () => (fields ??= jira.listFields()),
    listAllConfigurations(fieldId) {
      const known = configurations.get(fieldId) ?? jira.listAllConfigurations(fieldId);
      configurations.set(fieldId, known);
      return known;
    },
  };
}
