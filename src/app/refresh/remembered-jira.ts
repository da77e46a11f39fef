import type { UnattendedJira } from '../platform/unattended-jira';

/** Asks only once for the fields and for the configurations of each. */
export function rememberedJira(jira: UnattendedJira): UnattendedJira {
  let fields: ReturnType<UnattendedJira['listFields']> | undefined;
  const configurations = new Map<string, Promise<unknown[]>>();
  return {
    ...jira,
    listFields: () => (fields ??= jira.listFields()),
    listAllConfigurations(fieldId) {
      const known = configurations.get(fieldId) ?? jira.listAllConfigurations(fieldId);
      configurations.set(fieldId, known);
      return known;
    },
  };
}
