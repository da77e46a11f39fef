import * as z from 'zod/mini';
import {
  publicPathPrefix,
  workspaceHeader as standardWorkspaceHeader,
  type Endpoint,
  pathParametersOf,
} from '../endpoint';
import {
  inWords,
  nextStepAfter,
  readReply,
  unavailable,
  type ReceivedReply,
  ServiceError,
} from './reply';
import type { Transport } from './transport';

export interface ClientOptions {
  readonly transport: Transport;
  /** Name of the header that carries the workspace id: `wds-workspace-id` by default. */
  readonly workspaceHeader?: string;
  /** For one call with all its attempts, waits and the reading of the body: 8 s by default. */
  readonly timeoutMs?: number;
  readonly retry?: RetryPolicy;
  /** True for errors of the transport that have a meaning of their own and are thrown as they are. */
  readonly isPassedThrough?: (error: unknown) => boolean;
  readonly clock?: Clock;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/**
 * One call of an endpoint. The value of its answer is undefined without a reply body, and where the caller
 * has this version.
 * @throws {ServiceError} for every failure that is not passed through
 */
export type Exchange = ReturnType<typeof createExchange>;

/**
 * The pipeline that every call of a client goes through.
 * @param pathPrefix where the paths of its API begin
 */
export function createExchange(options: ClientOptions, pathPrefix = publicPathPrefix) {
  const settings = withDefaults(options);
  const { workspaceHeader } = settings;
  return async (endpoint: Endpoint, given: Given, options: ReadOptions = {}) => {
    const { timeoutMs = settings.timeoutMs, signal } = options;
    const request = prepareRequest(endpoint, given, options, { pathPrefix, workspaceHeader });
    const deadline = startDeadline({ ...settings, timeoutMs }, nextStepAfter(endpoint), signal);
    try {
      return await sendWithRetry({ endpoint, request, deadline, settings });
    } finally {
      deadline.release();
    }
  };
}

function withDefaults({
  transport,
  workspaceHeader = standardWorkspaceHeader,
  timeoutMs = 8_000,
  retry = defaultRetryPolicy,
  isPassedThrough = () => false,
  clock = systemClock,
  random = Math.random,
}: ClientOptions): Required<ClientOptions> {
  return { transport, workspaceHeader, timeoutMs, retry, isPassedThrough, clock, random };
}

interface Attempts {
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly deadline: Deadline;
  readonly settings: Required<ClientOptions>;
}

async function sendWithRetry(attempts: Attempts) {
  const { endpoint, request, deadline, settings } = attempts;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await sendOnce(attempts);
      const isKnown = reply.status === 304 && request.headers['if-none-match'] !== undefined;
      const value = isKnown ? undefined : readReply(endpoint, reply, settings.clock.now());
      return { value, version: reply.entityTag };
    } catch (error) {
      const delayMs = delayBeforeRetry(attempts, error, attempt);
      if (delayMs === undefined) throw error;
      await deadline.bound(() => settings.clock.sleep(delayMs, deadline.signal));
    }
  }
}

/** Sends and reads to the end of the body. */
async function sendOnce({
  endpoint,
  request,
  deadline,
  settings,
}: Attempts): Promise<ReceivedReply> {
  const { path, ...message } = request;
  try {
    return await deadline.bound(async () => {
      const response = await settings.transport(path, { ...message, signal: deadline.signal });
      const { status, headers } = response;
      return {
        status,
        text: await response.text(),
        retryAfter: headers.get('retry-after'),
        entityTag: headers.get('etag'),
      };
    });
  } catch (cause) {
    if (cause instanceof ServiceError || settings.isPassedThrough(cause)) throw cause;
    throw unavailable(endpoint, { cause });
  }
}

interface RetryPolicy {
  /** The first one included. */
  readonly maximumAttempts: number;
  readonly baseDelayMs: number;
  /** Bounds the growing delay, never what the service asked for. */
  readonly maximumDelayMs: number;
}

const defaultRetryPolicy: RetryPolicy = {
  maximumAttempts: 2,
  baseDelayMs: 1_000,
  maximumDelayMs: 30_000,
};

/** For a caller that counts its calls, or waits in its own way. */
export const singleAttempt: RetryPolicy = { maximumAttempts: 1, baseDelayMs: 0, maximumDelayMs: 0 };

/**
 * How long to wait after the given attempt (1 is the first): at least what the service asked for,
 * plus full jitter, so that callers that were refused together do not return together. Undefined if the
 * error is final, also because the deadline leaves too little time.
 */
function delayBeforeRetry(
  { endpoint, deadline, settings }: Attempts,
  error: unknown,
  attempt: number,
) {
  const { retry, random } = settings;
  if (!(error instanceof ServiceError) || !mayRetry(error, endpoint)) return undefined;
  if (attempt >= retry.maximumAttempts) return undefined;
  const ceilingMs = Math.min(retry.maximumDelayMs, retry.baseDelayMs * 2 ** (attempt - 1));
  const delayMs = (error.retryAfterMs ?? 0) + Math.ceil(random() * ceilingMs);
  return delayMs < deadline.remainingMs() ? delayMs : undefined;
}

/** 502, 503, 504, and no reply at all. */
const passingStatuses = new Set([undefined, 502, 503, 504]);

/**
 * Whether sending again can help and cannot write twice: a 429 was not processed; after anything
 * else the first attempt may have had its effect.
 */
function mayRetry(error: ServiceError, endpoint: Endpoint): boolean {
  if (error.code === 'rateLimited') return true;
  return endpoint.onlyReads && error.code === 'unavailable' && passingStatuses.has(error.status);
}

/** The end of a call: its time is up, or its caller no longer wants it. */
type Deadline = ReturnType<typeof startDeadline>;

/**
 * Starts the time of one call, all its attempts and waits included.
 * @param nextStep what a person is told to do after a time-out
 */
function startDeadline(
  { timeoutMs, clock }: Required<ClientOptions>,
  nextStep: string,
  callerSignal = new AbortController().signal,
) {
  const endsAtMs = clock.now() + timeoutMs;
  const timer = new AbortController();
  const late = new AbortController();
  void clock.sleep(timeoutMs, timer.signal).then(() => late.abort());

  const signal = AbortSignal.any([callerSignal, late.signal]);
  const endOfCall = () =>
    signal.reason === late.signal.reason
      ? new ServiceError(
          'timeout',
          `The service did not answer within ${inWords(timeoutMs)}. ${nextStep}`,
        )
      : new ServiceError('aborted', 'The request was canceled.', { cause: signal.reason });
  // It rejects before whoever sees the signal can answer with an error of their own.
  const end = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(endOfCall()));
  });
  end.catch(() => undefined); // Nobody waits for it between two attempts.

  return {
    /** Aborted at the end. */
    signal,
    remainingMs: () => endsAtMs - clock.now(),
    /**
     * Settles as the work does, or rejects at the end even where the work ignores the signal; after
     * the end no work is begun.
     * @throws {ServiceError} `timeout` or `aborted`
     */
    bound: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (signal.aborted) throw endOfCall();
      return await Promise.race([work(), end]);
    },
    /** Frees the timer, once the call has settled. */
    release: () => timer.abort(),
  };
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after the duration, or at once when the signal is aborted; never rejects. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
}

/** A timer with a longer delay fires at once. */
const maximumTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(durationMs, maximumTimerMs));
      if (signal.aborted) wake();
      else signal.addEventListener('abort', wake);
    }),
};

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
  /** Whether to ask for addresses of thumbnails, which some calls give. */
  readonly prefersThumbnails?: boolean;
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
      ...(options.prefersThumbnails === true && { prefer: 'thumbnails' }),
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
