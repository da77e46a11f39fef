import * as z from 'zod';
import { JiraError } from './jira-error';
import type { JiraModel } from './model';
import type { Caller, JiraReply } from './request';

/** One call as a route sees it. */
export interface RouteCall {
  model: JiraModel;
  caller: Caller;
  /** Values of the placeholders in the route's path. */
  parameters: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
}

/** One call of Jira's REST API as data. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/rest/api/3`: `/issue/{issueIdOrKey}`. */
  path: string;
  /**
   * Each entry alone opens the route to an app: the classic scope, then the granular ones.
   * None: no scope is needed.
   */
  scopes: readonly (readonly string[])[];
  /** True where a call with another method than GET leaves everything as it is. */
  isReadOnly?: boolean;
  answer(call: RouteCall): JiraReply | Promise<JiraReply>;
}

/** Returns the checked body. @throws {JiraError} 400 with the message of each field. */
export function readBody<Schema extends z.ZodType>(
  { body }: RouteCall,
  schema: Schema,
): z.infer<Schema> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
  throw new JiraError(
    400,
    errors.filter(([field]) => field === '').map(([, message]) => message),
    Object.fromEntries(errors.filter(([field]) => field !== '')),
  );
}

/** Returns the value of a placeholder in the route's path. */
export function parameter({ parameters }: RouteCall, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new Error(`The route has no parameter "${name}".`);
  return value;
}

/** How many items a call gives by itself, and how many it can be asked for. */
export interface PageSize {
  defaultResults: number;
  mostResults: number;
}

/** Jira's page of a list, by `startAt` and `maxResults` of the query. */
export function pageOf(
  call: RouteCall,
  items: readonly unknown[],
  { defaultResults, mostResults }: PageSize = { defaultResults: 50, mostResults: 1000 },
): JiraReply {
  const pageQuery = z.object({
    startAt: z.coerce.number().int().min(0).default(0),
    maxResults: z.coerce.number().int().min(1).max(mostResults).default(defaultResults),
  });
  const query = pageQuery.safeParse(Object.fromEntries(call.query));
  if (!query.success) throw new JiraError(400, ['startAt or maxResults is no number in range.']);
  const { startAt, maxResults } = query.data;
  const values = items.slice(startAt, startAt + maxResults);
  return {
    status: 200,
    body: {
      maxResults,
      startAt,
      total: items.length,
      isLast: startAt + values.length >= items.length,
      values,
    },
  };
}
