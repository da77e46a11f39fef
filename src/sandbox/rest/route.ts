import * as z from 'zod';
import type { Caller } from '../jira/accounts';
import { JiraError } from '../jira/jira-error';
import type { JiraModel } from '../jira/model';
import type { AppFunctions } from '../jql/app-functions';

export interface JiraRequest {
  method: string;
  /** `/rest/api/3/...`, without the query. */
  path: string;
  query: URLSearchParams;
  /** Parsed JSON, `undefined` where there is none. Not checked. */
  body: unknown;
  caller: Caller;
  /** The scopes of the app that calls; absent if Jira's own screens do. */
  grantedScopes?: readonly string[];
}

export interface JiraReply {
  status: number;
  /** Of a refusal that says when to try again. */
  headers?: Readonly<Record<string, string>>;
  /** Absent on a 204. */
  body?: unknown;
}

/** Something that happened in Jira, as apps are told of it. */
export interface JiraEvent {
  eventType: 'avi:jira:deleted:project';
  project: { id: string; key: string; name: string };
}

export interface CountedReply {
  reply: JiraReply;
  /** What the call takes of an app's hourly quota. */
  points: number;
}

/** Jira's REST API. Always answers; what it does not model is a 501 that names the call. */
export type JiraApi = (request: JiraRequest) => Promise<CountedReply>;

export interface RouteCall {
  model: JiraModel;
  /** What apps add to JQL, and what Jira keeps of it. */
  functions: AppFunctions;
  caller: Caller;
  /** Values of the placeholders in the route's path. */
  parameters: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
  /** Tells apps of what happened, once it's safe on disk. */
  tell: (event: JiraEvent) => void;
}

/**
 * One call of Jira's REST API as data. One without an answer says so with its status, which keeps a
 * forgotten `return` from compiling.
 */
export type Route = RouteFacts &
  (
    | {
        /** 200 if absent. */
        status?: 201;
        answer(call: RouteCall): object | Promise<object>;
      }
    | {
        status: 204;
        answer(call: RouteCall): void;
      }
  );

interface RouteFacts {
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

/** How many items a call gives by itself, how many it can be asked for, and by which parameters. */
interface PageSize {
  defaultResults: number;
  maximumResults: number;
  names?: readonly [start: string, size: string];
}

/** Returns the page of a list that the query asks for. */
export function pageOf<Item>(call: RouteCall, items: readonly Item[]): Page<Item> {
  return readPage(call, items, { defaultResults: 50, maximumResults: 1000 });
}

interface Page<Item> {
  maxResults: number;
  startAt: number;
  total: number;
  isLast: boolean;
  values: readonly Item[];
}

/**
 * Returns the page of a list that the query asks for.
 * @throws {JiraError} 400 for one out of range
 */
export function readPage<Item>(
  call: RouteCall,
  items: readonly Item[],
  { defaultResults, maximumResults, names = ['startAt', 'maxResults'] }: PageSize,
): Page<Item> {
  const [start, size] = names.map((name) => call.query.get(name) ?? undefined);
  const asked = z
    .object({
      startAt: z.coerce.number().int().min(0).default(0),
      maxResults: z.coerce.number().int().min(1).max(maximumResults).default(defaultResults),
    })
    .safeParse({ startAt: start, maxResults: size });
  if (!asked.success) throw new JiraError(400, [`${names.join(' or ')} isn't a number in range.`]);
  const { startAt, maxResults } = asked.data;
  const values = items.slice(startAt, startAt + maxResults);
  const total = items.length;
  return { maxResults, startAt, total, isLast: startAt + values.length >= total, values };
}

export interface Api {
  prefix: string;
  /** A fixed path stands before one with a placeholder in its place. */
  routes: readonly Route[];
  bodyOf: (error: JiraError) => unknown;
}

export interface Match {
  route: Route;
  /** Of the API and the route. */
  path: string;
  parameters: Readonly<Record<string, string>>;
}

/** @throws {JiraError} 501 naming a call that is not modelled */
export function findRoute(api: Api | undefined, { method, path }: JiraRequest): Match {
  for (const route of api?.routes ?? []) {
    if (route.method !== method) continue;
    const pattern = `${api?.prefix ?? ''}${route.path}`;
    const parameters = matchPath(pattern, path);
    if (parameters) return { route, path: pattern, parameters };
  }
  throw new JiraError(501, [`The sandbox does not model ${method} ${path}.`]);
}

/** Returns the values of the placeholders, `undefined` where the path is another. */
function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expression = pattern.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)');
  const found = new RegExp(`^${expression}$`).exec(path);
  const parts = Object.entries(found?.groups ?? {});
  return found ? Object.fromEntries(parts.map(([name, part]) => [name, decode(part)])) : undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new JiraError(400, [`The path has a malformed part: ${part}`]);
  }
}

/** @throws {JiraError} 403 naming the scope that an app lacks */
export function requireScope(
  { route: { scopes, method }, path }: Match,
  { grantedScopes }: JiraRequest,
): void {
  if (!grantedScopes || scopes.length === 0) return;
  if (scopes.some((needed) => needed.every((scope) => grantedScopes.includes(scope)))) return;
  const alternatives = scopes.map((needed) => needed.join(' and ')).join(', or ');
  throw new JiraError(403, [
    `Unauthorized; scope does not match: ${method} ${path} needs ${alternatives}.`,
  ]);
}

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
