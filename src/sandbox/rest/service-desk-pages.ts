import * as z from 'zod';
import { JiraError } from '../jira/jira-error';
import type { JiraReply } from './jira-request';
import type { RouteCall } from './route';

const pageQuery = z.object({
  start: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/**
 * Answers with the page of a list in the shape of the service desk's API.
 * @throws {JiraError} 400 for a `start` or `limit` out of range
 */
export function readListPage(call: RouteCall, items: readonly unknown[]): JiraReply {
  const query = pageQuery.safeParse(Object.fromEntries(call.query));
  if (!query.success) throw new JiraError(400, ['start or limit is out of range.']);
  const { start, limit } = query.data;
  const values = items.slice(start, start + limit);
  const isLastPage = start + values.length >= items.length;
  return { status: 200, body: { size: values.length, start, limit, isLastPage, values } };
}
