import * as z from 'zod';
import type { TrackerClient } from './request';

const api = '/rest/api/3';

const person = z.object({ displayName: z.string() }).nullish();
const foundIssue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.looseObject({
    summary: z.string().optional(),
    status: z
      .object({ name: z.string(), statusCategory: z.object({ key: z.string() }).optional() })
      .optional(),
    issuetype: z.object({ name: z.string() }).optional(),
    project: z.object({ name: z.string() }).optional(),
    assignee: person,
    reporter: person,
    created: z.string().optional(),
    updated: z.string().optional(),
  }),
  renderedFields: z.record(z.string(), z.unknown()).default({}),
});
export type FoundIssue = z.infer<typeof foundIssue>;

const searchPage = z.object({ issues: z.array(foundIssue), nextPageToken: z.string().optional() });
export type SearchPage = z.infer<typeof searchPage>;

export interface Search {
  jql: string;
  fields: readonly string[];
}

/** One page of what a query finds, with the formatted text of custom fields. */
export function readSearchPage(
  tracker: TrackerClient,
  search: Search,
  nextPageToken?: string,
): Promise<SearchPage> {
  const body = { ...search, expand: 'renderedFields', maxResults: 50, nextPageToken };
  return tracker.request(searchPage, 'POST', `${api}/search/jql`, body);
}

export async function countIssues(tracker: TrackerClient, jql: string): Promise<number> {
  const counted = z.object({ count: z.number() });
  const path = `${api}/search/approximate-count`;
  return (await tracker.request(counted, 'POST', path, { jql })).count;
}

const fieldName = z.object({
  value: z.string(),
  displayName: z.string(),
  orderable: z.literal(['true', 'false']),
  operators: z.array(z.string()),
  types: z.array(z.string()),
  cfid: z.string().optional(),
});
export type JqlFieldName = z.infer<typeof fieldName>;

const functionName = z.object({
  value: z.string(),
  displayName: z.string(),
  isList: z.literal(['true', 'false']),
  types: z.array(z.string()),
});

const jqlNames = z.object({
  visibleFieldNames: z.array(fieldName),
  visibleFunctionNames: z.array(functionName),
});
export type JqlNames = z.infer<typeof jqlNames>;

/** The fields and functions that queries can name. */
export function readJqlNames(tracker: TrackerClient): Promise<JqlNames> {
  return tracker.request(jqlNames, 'GET', `${api}/jql/autocompletedata`);
}

const suggestions = z.object({
  results: z.array(z.object({ value: z.string(), displayName: z.string() })),
});
export type Suggestion = z.infer<typeof suggestions>['results'][number];

/** Values of a field that begin with what is typed; `displayName` is HTML. */
export async function suggestValues(
  tracker: TrackerClient,
  field: string,
  typed: string,
): Promise<readonly Suggestion[]> {
  const query = new URLSearchParams({ fieldName: field, fieldValue: typed });
  const path = `${api}/jql/autocompletedata/suggestions?${query.toString()}`;
  return (await tracker.request(suggestions, 'GET', path)).results;
}
