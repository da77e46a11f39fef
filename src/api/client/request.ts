import * as z from 'zod/mini';
import { publicPathPrefix, type Endpoint } from '../endpoint';
import { ServiceError } from './service-error';

/** What a call is made with; {@link ArgumentsOf} says which of it an endpoint asks for. */
export interface RequestArguments {
  readonly workspaceId?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly conditions?: Conditions;
}

/** Which version a call is about, as its headers have it. */
interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The arguments of one endpoint, by its path parameters and schemas. */
export type ArgumentsOf<
  Parameters extends string,
  Query extends z.core.$ZodType,
  Body extends z.core.$ZodType,
> = {
  readonly workspaceId?: string;
} & ([Parameters] extends [never]
  ? unknown
  : { readonly path: Readonly<Record<Parameters, string>> }) &
  (undefined extends z.input<Query> ? unknown : { readonly query: z.input<Query> }) &
  (undefined extends z.input<Body> ? unknown : { readonly body: z.input<Body> });

export interface PreparedRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/**
 * The request of a call: path, then query, then body, then headers, each checked.
 * @throws {ServiceError} `cannotSend`, naming the part, not its value
 */
export function prepareRequest(
  endpoint: Endpoint,
  given: RequestArguments,
  workspaceHeader: string,
): PreparedRequest {
  const path =
    publicPathPrefix + pathOf(endpoint, given.path ?? {}) + queryStringOf(endpoint, given);
  const body = endpoint.body && JSON.stringify(checked(endpoint.body, given.body, 'body'));
  return {
    path,
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(endpoint.needsWorkspace && { [workspaceHeader]: workspaceIdOf(given) }),
      ...conditionHeaders(given.conditions),
    },
    body,
  };
}

function conditionHeaders({ ifMatch, ifNoneMatch }: Conditions = {}): Record<string, string> {
  return {
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
}

function pathOf(endpoint: Endpoint, values: Readonly<Record<string, string>>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, values[name]));
}

/** Separators, escapes (some servers decode twice), control characters, halves of surrogate pairs. */
const unsafeInSegment = /[/\\%\p{Cc}\p{Cs}]/u;

/** The one place where an id enters a path: as exactly one segment, or not at all. */
function pathSegment(name: string, value: string | undefined): string {
  const text = value ?? '';
  if (text.trim() === '' || text === '.' || text === '..' || unsafeInSegment.test(text)) {
    throw cannotSend(`the ${name} in its path isn't valid`);
  }
  return encodeURIComponent(text);
}

const queryValues = z.record(z.string(), z.optional(z.union([z.string(), z.number()])));

function queryStringOf(endpoint: Endpoint, given: RequestArguments): string {
  if (!endpoint.query) return '';
  const values = checked(z.pipe(endpoint.query, queryValues), given.query ?? {}, 'query');
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) text.set(name, String(value));
  }
  return `?${text.toString()}`;
}

function workspaceIdOf({ workspaceId = '' }: RequestArguments): string {
  if (!/^[\w-]+$/.test(workspaceId)) throw cannotSend("the workspace id isn't valid");
  return workspaceId;
}

function checked<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  part: string,
): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const places = result.error.issues.map((issue) => [part, ...issue.path].join('.'));
  throw cannotSend(`it is not valid at ${[...new Set(places)].join(', ')}`, result.error);
}

function cannotSend(reason: string, cause?: unknown): ServiceError {
  const message = `The request was not sent: ${reason}. This is a fault of the app; report it.`;
  return new ServiceError('cannotSend', message, { cause });
}
