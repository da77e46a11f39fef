import * as z from 'zod';
import type { Route } from './route';

/** Where Jira's answers hold a list. */
const lists = z.object({
  values: z.array(z.unknown()).optional(),
  issues: z.array(z.unknown()).optional(),
  queries: z.array(z.unknown()).optional(),
  results: z.array(z.unknown()).optional(),
  permissions: z.record(z.string(), z.unknown()).transform(Object.values).optional(),
  globalPermissions: z.array(z.unknown()).optional(),
  projectPermissions: z
    .array(z.object({ projects: z.array(z.unknown()), issues: z.array(z.unknown()) }))
    .transform((entries) => entries.flatMap(({ projects, issues }) => [...projects, ...issues]))
    .optional(),
});

/**
 * Returns how much of an app's quota a call takes: 1 point, and for each object that it reads 1 more,
 * or as many as the route says.
 * @see https://developer.atlassian.com/cloud/jira/platform/rate-limiting/
 */
export function pointsOf(route: Route, body: unknown): number {
  const { method, isReadOnly = method === 'GET', pointsForObject = 1 } = route;
  return isReadOnly ? 1 + pointsForObject * countObjects(body) : 1;
}

function countObjects(body: unknown): number {
  if (Array.isArray(body)) return body.length;
  const found = Object.values(lists.parse(body));
  return found.length === 0 ? 1 : found.flat().length;
}
