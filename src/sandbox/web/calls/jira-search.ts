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
