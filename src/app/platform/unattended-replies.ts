import * as z from 'zod/mini';
import { absentAsUndefined } from './absent-as-undefined';

const field = z.object({
  id: z.string(),
  name: z.string(),
  schema: z.optional(z.object({ custom: z.optional(z.string()) })),
});

/**
 * Without those of other apps that are of no known shape.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/#api-rest-api-3-field-get
 */
export const fieldList = z.pipe(
  z.array(z.unknown()),
  z.transform((fields) => fields.flatMap((entry) => field.safeParse(entry).data ?? [])),
);

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-configuration--apps-/ */
export const configurationPage = z.object({
  isLast: z._default(z.boolean(), true),
  values: z.array(z.object({ configuration: z.optional(z.unknown()) })),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-parse-post */
export const parsedQueries = z.object({
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
export const readIssues = z.object({ issues });

/** The same with `expand: ["editmeta"]`, which has no fields where the person can't edit the issue. */
export const readEditScreens = z.object({
  issues: z.array(z.extend(issue, { editmeta: z._default(z.object({ fields }), { fields: {} }) })),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-post */
export const foundIssuePage = z.object({
  issues,
  nextPageToken: absentAsUndefined(z.string()),
});

/** Of a call that is asked for its effect alone. */
export const ignoredBody = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);
