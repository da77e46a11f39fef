import * as z from 'zod/mini';
import { pathParametersOf, type Endpoint } from '../endpoint';
import { ServiceError } from './service-error';

/** What a call is made with. */
export interface Given {
  readonly workspaceId: string | undefined;
  /** One for each parameter of the path. */
  readonly ids: readonly string[];
  /** The body, or the query of a call without one. */
  readonly input: unknown;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** In place of the client's own. */
  readonly timeoutMs?: number;
  /** The version that was read: `changed` is thrown where there is another one by now. */
  readonly ifMatch?: string;
}

export interface ReadOptions extends CallOptions {
  /** A version that is at hand already. */
  readonly ifNoneMatch?: string;
}

export interface PreparedRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface Destination {
  /** Where the paths of its API begin. */
  readonly pathPrefix: string;
  /** Name of the header that carries the workspace id. */
  readonly workspaceHeader: string;
}

/**
 * The request of a call: path, then query, then body, then headers, each checked.
 * @throws {ServiceError} `cannotSend`, naming the part, not its value
 */
export function prepareRequest(
  endpoint: Endpoint,
  { workspaceId, ids, input }: Given,
  options: ReadOptions,
  { pathPrefix, workspaceHeader }: Destination,
): PreparedRequest {
  const path = pathPrefix + pathOf(endpoint, ids) + queryStringOf(endpoint, input);
  const body = endpoint.body && bodyText(checked(endpoint.body, input, 'body'));
  return {
    path,
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': endpoint.bodyType ?? 'application/json' }),
      ...(endpoint.permission !== null && {
        [workspaceHeader]: checkedWorkspaceId(workspaceId),
      }),
      ...conditionHeaders(options),
    },
    body,
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes are the text that is sent; anything else is sent as JSON. */
function bodyText(body: unknown): string {
  return body instanceof Uint8Array ? utf8.decode(body) : JSON.stringify(body);
}

function conditionHeaders({ ifMatch, ifNoneMatch }: ReadOptions): Record<string, string> {
  return {
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
}

function pathOf(endpoint: Endpoint, ids: readonly string[]): string {
  const names = pathParametersOf(endpoint);
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    pathSegment(name, ids[names.indexOf(name)] ?? ''),
  );
}

/** Separators, escapes (some servers decode twice), control characters, halves of surrogate pairs. */
const unsafeInSegment = /[/\\%\p{Cc}\p{Cs}]/u;

/** The one place where an id enters a path: as exactly one segment, or not at all. */
function pathSegment(name: string, text: string): string {
  if (text.trim() === '' || text === '.' || text === '..' || unsafeInSegment.test(text)) {
    throw cannotSend(`the ${name} in its path isn't valid`);
  }
  return encodeURIComponent(text);
}

const queryValues = z.record(z.string(), z.optional(z.union([z.string(), z.number()])));

function queryStringOf(endpoint: Endpoint, input: unknown = {}): string {
  if (!endpoint.query) return '';
  const values = checked(z.pipe(endpoint.query, queryValues), input, 'query');
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) text.set(name, String(value));
  }
  return `?${text.toString()}`;
}

function checkedWorkspaceId(workspaceId = ''): string {
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
