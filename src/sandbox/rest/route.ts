import * as z from 'zod';
import { JiraError } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import type { Caller } from '../jira/jira-caller';
import type { StoredPrecomputations } from '../jql/precomputations/stored-precomputations';
import type { JqlPlatform } from '../jql/search-issues';
import type { JiraEvent, JiraReply } from './jira-request';

/** One call as a route sees it. */
export interface RouteCall {
  model: JiraModel;
  jqlPlatform: JqlPlatform;
  /** What Jira keeps of the functions of apps. */
  precomputations: StoredPrecomputations;
  caller: Caller;
  /** Values of the placeholders in the route's path. */
  parameters: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
}

/** What a call answers, and what apps are told of it once it's safe on disk. */
interface RouteReply extends JiraReply {
  events?: readonly JiraEvent[];
}

/** One call of Jira's REST API as data. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the address of its API, `/rest/api/3` of Jira itself: `/issue/{issueIdOrKey}`. */
  path: string;
  /**
   * Each entry alone opens the route to an app: the classic scope, then the granular ones.
   * None: no scope is needed.
   */
  scopes: readonly (readonly string[])[];
  /** True if a call with another method than GET leaves everything as it is. */
  isReadOnly?: boolean;
  /** What each object that it reads takes of an app's quota; 1 if absent. */
  pointsForObject?: number;
  answer(call: RouteCall): RouteReply | Promise<RouteReply>;
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
interface PageSize {
  defaultResults: number;
  mostResults: number;
}

/** Answers with the page of a list that the query asks for. */
export function pageOf(call: RouteCall, items: readonly unknown[]): JiraReply {
  return { status: 200, body: readPage(call, items, { defaultResults: 50, mostResults: 1000 }) };
}

/** Jira's page of a list. */
export interface Page<Item> {
  maxResults: number;
  startAt: number;
  total: number;
  isLast: boolean;
  values: readonly Item[];
}

/**
 * Returns the page of a list that the query asks for by `startAt` and `maxResults`.
 * @throws {JiraError} 400 for one out of range
 */
export function readPage<Item>(
  call: RouteCall,
  items: readonly Item[],
  { defaultResults, mostResults }: PageSize,
): Page<Item> {
  const pageQuery = z.object({
    startAt: z.coerce.number().int().min(0).default(0),
    maxResults: z.coerce.number().int().min(1).max(mostResults).default(defaultResults),
  });
  const query = pageQuery.safeParse(Object.fromEntries(call.query));
  if (!query.success) throw new JiraError(400, ["startAt or maxResults isn't a number in range."]);
  const { startAt, maxResults } = query.data;
  const values = items.slice(startAt, startAt + maxResults);
  const total = items.length;
  return { maxResults, startAt, total, isLast: startAt + values.length >= total, values };
}
