import { getAppContext, route } from '@forge/api';
import * as z from 'zod/mini';
import { absentAsUndefined } from './absent-as-undefined';
import type { FoundIssue, JiraField } from './app-jira';
import type { Jira } from './jira-replies';

const field = z.object({
  id: z.string(),
  name: z.string(),
  schema: z.optional(z.object({ custom: z.optional(z.string()) })),
});

/**
 * Leaves out fields of other apps that have no known shape.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/#api-rest-api-3-field-get
 */
export const fieldList = z.pipe(
  z.array(z.unknown()),
  z.transform((fields) => fields.flatMap((entry) => field.safeParse(entry).data ?? [])),
);

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-configuration--apps-/ */
export const fieldConfigurations = z.object({
  values: z.array(z.object({ configuration: z.optional(z.unknown()) })),
});
const configurationPage = z.extend(fieldConfigurations, {
  isLast: z._default(z.boolean(), true),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-parse-post */
const parsedQueries = z.object({
  queries: z.array(z.object({ errors: z._default(z.array(z.string()), []) })),
});

/** Jira writes a time as text or as a number. */
const epochMs = z.pipe(
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((time) => new Date(time).getTime()),
  ),
  z.number(),
);

const precomputation = z.object({
  id: z.string(),
  operator: z.pipe(z.string().check(z.toLowerCase()), z.enum(['in', 'not in'])),
  arguments: z.array(z.string()),
  value: absentAsUndefined(z.string()),
  error: absentAsUndefined(z.string()),
  updated: epochMs,
  used: epochMs,
});

const identified = z.object({ id: z.string() });

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql-functions--apps-/ */
export const precomputationPage = z.pipe(
  z.object({ isLast: z.boolean(), total: z.number(), values: z.array(z.unknown()) }),
  z.transform(({ values, ...page }) => ({
    ...page,
    values: values.flatMap((value) => precomputation.safeParse(value).data ?? []),
    unreadableIds: values
      .filter((value) => !precomputation.safeParse(value).success)
      .map((value) => identified.safeParse(value).data?.id ?? ''),
  })),
);

const fields = z._default(z.record(z.string(), z.unknown()), {});
const issue = z.object({ id: z.string(), key: z.string(), fields });
const issues = z.array(issue);

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-bulkfetch-post */
const readIssues = z.object({ issues });

/** The same with `expand: ["editmeta"]`, which has no fields where the person can't edit the issue. */
export const readEditScreens = z.object({
  issues: z.array(z.extend(issue, { editmeta: z._default(z.object({ fields }), { fields: {} }) })),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-post */
const foundIssuePage = z.object({
  issues,
  nextPageToken: absentAsUndefined(z.string()),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/ */
const approximateCount = z.object({ count: z.number() });

/**
 * What Jira says of fields, of searches and of issues, for a person or for the app.
 * @see docs/platform-assumptions.md, 40
 */
export function createJiraQuestions({ get, post }: Jira) {
  return {
    /** Every field of the site. @throws {JiraError} */
    async listFields(): Promise<JiraField[]> {
      const fields = await get(route`/rest/api/3/field`, fieldList);
      return fields.map(({ id, name, schema }) => ({ id, name, kind: kindOf(schema?.custom) }));
    },

    /**
     * Of every context of the field; an entry is undefined where it was never configured.
     * @throws {JiraError}
     */
    async listAllConfigurations(fieldId: string): Promise<unknown[]> {
      const configurations: unknown[] = [];
      for (let isLast = false; !isLast;) {
        const path = route`/rest/api/3/app/field/${fieldId}/context/configuration?startAt=${configurations.length}&maxResults=100`;
        const page = await get(path, configurationPage);
        configurations.push(...page.values.map(({ configuration }) => configuration));
        isLast = page.isLast || page.values.length === 0;
      }
      return configurations;
    },

    /** For each query, in the given order: whether Jira accepts it. @throws {JiraError} */
    async acceptsQueries(queries: readonly string[]): Promise<boolean[]> {
      const path = route`/rest/api/3/jql/parse?validation=strict`;
      const parsed = await post(path, { queries }, parsedQueries);
      return queries.map((_, index) => parsed.queries[index]?.errors.length === 0);
    },

    /** About how many issues a query finds. @throws {JiraError} */
    async countIssues(jql: string): Promise<number> {
      const path = route`/rest/api/3/search/approximate-count`;
      return (await post(path, { jql }, approximateCount)).count;
    },

    /**
     * At most 100 issues with these fields as they are now, which a search may tell later; those that
     * the caller may not see are left out.
     * @throws {JiraError}
     */
    async readIssues(
      issueIds: readonly string[],
      fields: readonly string[],
    ): Promise<FoundIssue[]> {
      const body = { issueIdsOrKeys: issueIds, fields };
      return (await post(route`/rest/api/3/issue/bulkfetch`, body, readIssues)).issues;
    },

    /** One page of issues that the caller may see, with these fields: at most 100. @throws {JiraError} */
    searchIssues: (
      jql: string,
      fields: readonly string[],
      nextPageToken?: string,
      maxResults = 100,
    ): Promise<{ issues: FoundIssue[]; nextPageToken?: string | undefined }> =>
      post(
        route`/rest/api/3/search/jql`,
        { jql, fields, nextPageToken, maxResults },
        foundIssuePage,
      ),
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
