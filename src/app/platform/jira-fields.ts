import { getAppContext, route, type Route } from '@forge/api';
import { readJiraReply, type JiraResponse } from './jira-replies';
import type { JiraCaller } from './platform';
import type { JiraField, JiraFields } from './app-jira';
import { configurationPage, fieldList } from './unattended-replies';

/**
 * @param get asks Jira with the rights of the caller
 * @see docs/platform-assumptions.md, 40
 */
export function createJiraFields(
  caller: JiraCaller,
  get: (path: Route) => (signal: AbortSignal) => Promise<JiraResponse>,
): JiraFields {
  return {
    async listFields() {
      const fields = await readJiraReply(caller, get(route`/rest/api/3/field`), fieldList);
      return fields.map(({ id, name, schema }) => ({
        id,
        name,
        kind: kindOf(schema?.custom),
      }));
    },

    async listAllConfigurations(fieldId) {
      const configurations: unknown[] = [];
      for (let isLast = false; !isLast;) {
        const path = route`/rest/api/3/app/field/${fieldId}/context/configuration?startAt=${configurations.length}&maxResults=100`;
        const page = await readJiraReply(caller, get(path), configurationPage);
        configurations.push(...page.values.map(({ configuration }) => configuration));
        isLast = page.isLast || page.values.length === 0;
      }
      return configurations;
    },
  };
}

/**
 * The type of an app's field names app, environment and module: `.../<app>/<environment>/static/<module>`.
 * @see docs/platform-assumptions.md, 36
 */
function kindOf(fieldType: string | undefined): JiraField['kind'] {
  const { appAri, environmentAri } = getAppContext();
  const own = `extension/${appAri.appId}/${environmentAri.environmentId}/static/`;
  const moduleKey = fieldType?.split(own)[1];
  return moduleKey === undefined ? undefined : kindsByModule.get(moduleKey);
}

const kindsByModule: ReadonlyMap<string, JiraField['kind']> = new Map([
  ['workspace-object', 'object'],
  ['workspace-cascade', 'cascade'],
]);
