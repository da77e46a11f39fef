import type * as z from 'zod/mini';
import { workspaceHeader as standardWorkspaceHeader } from '../endpoint';
import type { Endpoint } from '../endpoint';
import { systemClock, type Clock } from './clock';
import { startDeadline, type Deadline } from './deadline';
import {
  nextStepAfter,
  readReply,
  unavailable,
  unexpectedReply,
  type ReceivedReply,
} from './reply';
import {
  prepareRequest,
  type ArgumentsOf,
  type PreparedRequest,
  type RequestArguments,
} from './request';
import { defaultRetryPolicy, mayRetry, retryDelayMs, type RetryPolicy } from './retry';
import { ServiceError } from './service-error';
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

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface ChangeOptions extends CallOptions {
  /** The version that was read: `changed` is thrown where there is another one by now. */
  readonly ifMatch?: string;
}

export interface ReadOptions extends CallOptions {
  /** A version that is at hand already. */
  readonly ifNoneMatch?: string;
}

/** What a versioned endpoint answers, and the name of that version. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: string;
}

/** One call of an endpoint. @throws {ServiceError} for every failure that is not passed through */
export type Call = ReturnType<typeof createCall>['call'];
/** As {@link Call}, with the version. Undefined if the caller has this version. */
export type VersionedCall = ReturnType<typeof createCall>['callForVersion'];

/** The pipeline that every call of a client goes through. */
export function createCall(options: ClientOptions) {
  const settings = withDefaults(options);

  async function exchange(
    endpoint: Endpoint,
    given: RequestArguments,
    { signal, ifMatch, ifNoneMatch }: ChangeOptions & ReadOptions = {},
  ): Promise<Answer> {
    const { timeoutMs, clock } = settings;
    const conditions = { ifMatch, ifNoneMatch };
    const request = prepareRequest(endpoint, { ...given, conditions }, settings.workspaceHeader);
    const deadline = startDeadline({ timeoutMs, clock, signal, nextStep: nextStepAfter(endpoint) });
    try {
      return await sendWithRetry({ endpoint, request, deadline, settings });
    } finally {
      deadline.release();
    }
  }

  function call<
    Parameters extends string,
    Query extends z.core.$ZodType,
    Body extends z.core.$ZodType,
    Reply extends z.core.$ZodType,
  >(
    endpoint: Endpoint<Parameters, Query, Body, Reply>,
    given: ArgumentsOf<Parameters, Query, Body>,
    callOptions?: ChangeOptions,
  ): Promise<z.output<Reply>>;
  async function call(
    endpoint: Endpoint,
    given: RequestArguments,
    callOptions?: ChangeOptions,
  ): Promise<unknown> {
    return (await exchange(endpoint, given, callOptions)).value;
  }

  function callForVersion<
    Parameters extends string,
    Query extends z.core.$ZodType,
    Body extends z.core.$ZodType,
    Reply extends z.core.$ZodType,
  >(
    endpoint: Endpoint<Parameters, Query, Body, Reply>,
    given: ArgumentsOf<Parameters, Query, Body>,
    callOptions?: ReadOptions,
  ): Promise<Versioned<z.output<Reply>> | undefined>;
  async function callForVersion(
    endpoint: Endpoint,
    given: RequestArguments,
    callOptions?: ReadOptions,
  ): Promise<Versioned<unknown> | undefined> {
    const { value, version, isUnchanged } = await exchange(endpoint, given, callOptions);
    if (isUnchanged) return undefined;
    if (version === null) throw unexpectedReply(endpoint, {});
    return { value, version };
  }
  return { call, callForVersion };
}

/** A reply that was understood. */
interface Answer {
  readonly value: unknown;
  readonly version: string | null;
  readonly isUnchanged: boolean;
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

/** What the attempts of one call have in common. */
interface Exchange {
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly deadline: Deadline;
  readonly settings: Required<ClientOptions>;
}

async function sendWithRetry(exchange: Exchange): Promise<Answer> {
  const { deadline, settings } = exchange;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await sendOnce(exchange);
      const isUnchanged = reply.status === 304 && isConditionalRead(exchange.request);
      const value = isUnchanged
        ? undefined
        : readReply(exchange.endpoint, reply, settings.clock.now());
      return { value, version: reply.entityTag, isUnchanged };
    } catch (error) {
      const delayMs = delayBeforeRetry(exchange, error, attempt);
      if (delayMs === undefined) throw error;
      await deadline.bound(() => settings.clock.sleep(delayMs, deadline.signal));
    }
  }
}

function isConditionalRead({ headers }: PreparedRequest): boolean {
  return headers['if-none-match'] !== undefined;
}

/** Undefined if the error is final, also because the deadline leaves too little time. */
function delayBeforeRetry(
  { endpoint, deadline, settings }: Exchange,
  error: unknown,
  attempt: number,
) {
  const { retry, random } = settings;
  if (!(error instanceof ServiceError) || !mayRetry(error, endpoint)) return undefined;
  if (attempt >= retry.maximumAttempts) return undefined;
  const delayMs = retryDelayMs(attempt, error.retryAfterMs ?? 0, retry, random);
  return delayMs < deadline.remainingMs() ? delayMs : undefined;
}

/** Sends and reads to the end of the body. */
async function sendOnce({
  endpoint,
  request,
  deadline,
  settings,
}: Exchange): Promise<ReceivedReply> {
  const { path, ...message } = request;
  try {
    return await deadline.bound(async () => {
      const response = await settings.transport(path, { ...message, signal: deadline.signal });
      const text = await response.text();
      const { status, headers } = response;
      return {
        status,
        text,
        retryAfter: headers.get('retry-after'),
        entityTag: headers.get('etag'),
      };
    });
  } catch (cause) {
    if (cause instanceof ServiceError || settings.isPassedThrough(cause)) throw cause;
    throw unavailable(endpoint, { cause });
  }
}
