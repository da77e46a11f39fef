import * as z from 'zod';

const field = z.object({
  id: z.string(),
  name: z.string(),
  schema: z.object({ custom: z.string().optional() }).optional(),
});

/**
 * Without those of other apps that are of no known shape.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-fields/#api-rest-api-3-field-get
 */
export const fieldList = z
  .array(z.unknown())
  .transform((fields) => fields.flatMap((entry) => field.safeParse(entry).data ?? []));

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-configuration--apps-/ */
export const configurationPage = z.object({
  isLast: z.boolean().default(true),
  values: z.array(z.object({ configuration: z.unknown().optional() })),
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-parse-post */
export const parsedQueries = z.object({
  queries: z.array(z.object({ errors: z.array(z.string()).default([]) })),
});

/** Jira writes a time as text or as a number. */
const epochMs = z
  .union([z.number(), z.string()])
  .transform((time) => new Date(time).getTime())
  .pipe(z.number());

const precomputation = z.object({
  id: z.string(),
  operator: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['in', 'not in'])),
  arguments: z.array(z.string()),
  value: absentAsUndefined(z.string()),
  error: absentAsUndefined(z.string()),
  updated: epochMs,
  used: epochMs,
});

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql-functions--apps-/ */
export const precomputationPage = z
  .object({ isLast: z.boolean(), total: z.number(), values: z.array(z.unknown()) })
  .transform(({ values, ...page }) => ({
    ...page,
    size: values.length,
    values: values.flatMap((value) => precomputation.safeParse(value).data ?? []),
  }));

const issues = z.array(
  z.object({
    id: z.string(),
    key: z.string(),
    fields: z.record(z.string(), z.unknown()).default({}),
  }),
);

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-bulkfetch-post */
export const readIssues = z.object({ issues });

/** @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-post */
export const foundIssuePage = z.object({
  issues,
  nextPageToken: absentAsUndefined(z.string()),
});

function absentAsUndefined<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Of a call that is asked for its effect alone. */
export const ignoredBody = z.unknown().transform(() => undefined);
