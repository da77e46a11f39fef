import { accountName } from '../jira/accounts';
import type { JiraApi } from '../rest/route';
import type { JiraQuota } from './rate-limits';
import type { Manifest } from './manifest';
import type { AppModule } from './modules';
import type { OriginMap } from './origins';
import type { ProviderFetch } from './oauth-client';
import type { EventQueue } from './event-queue';
import type { KeyValueStore } from './key-value-store';
import type { Timers } from './clock';

/** What the platform calls of every invocation go through. */
export interface Platform {
  manifest: Manifest;
  jira: JiraApi;
  jiraQuota: JiraQuota;
  origins: OriginMap;
  providerFetch: ProviderFetch;
  storage: KeyValueStore;
  queue: EventQueue;
  onPush: () => void;
  calls: CallLog;
}

/** On whose behalf the calls of one invocation are made. */
export interface CallScope {
  /** The resolver function, `null` for a call of the user interface. */
  functionKey: string | null;
  accountId: string | undefined;
  /** Aborted when the invocation ends. */
  signal: AbortSignal;
}

/** As {@link CallScope}, of a function; its module says which providers it may use. */
export interface FunctionScope extends CallScope {
  module: AppModule;
  /** Of the invocation without a consumer that, through queues, led to this one. */
  chainId: string;
  egress: EgressAllowance;
}

/** A call as the log has it, before its answer. */
export function callOf(
  { accountId, functionKey }: CallScope,
  target: Call['target'],
  as: Call['as'],
  path: string,
  { method = 'GET' }: RequestInit,
): UnansweredCall {
  const account = accountId === undefined ? null : accountName(accountId);
  return { target, as, account, method, path, functionKey };
}

/** Ends with the invocation, or before it where the caller says so. */
export function signalOf(scope: CallScope, { signal }: RequestInit): AbortSignal {
  return signal ? AbortSignal.any([signal, scope.signal]) : scope.signal;
}

/** A call that the app made to the service or to Jira. */
interface Call {
  /** ISO 8601. */
  at: string;
  target: 'service' | 'jira';
  as: 'user' | 'app';
  /** The person on whose behalf the function ran, `null` where there was none. */
  account: string | null;
  method: string;
  /** With the query. */
  path: string;
  /** 0 where no answer came. */
  status: number;
  /** The resolver function that called, `null` for a call of the app's user interface. */
  functionKey: string | null;
  /** What a function's call of Jira took of the app's hourly quota; 0 for every other call. */
  points: number;
}

type UnansweredCall = Omit<Call, 'at' | 'status' | 'points'>;

const maximumCalls = 10_000;

/** The latest calls of the app, oldest first. */
export class CallLog {
  #calls: Call[] = [];

  constructor(private readonly timers: Timers) {}

  /** Notes the call with its outcome, and passes that on. */
  async record(
    call: UnansweredCall,
    send: (takePoints: (points: number) => void) => Promise<Response>,
  ) {
    const entry: Call = { at: this.timers.now().toISOString(), ...call, status: 0, points: 0 };
    this.#calls.push(entry);
    if (this.#calls.length > maximumCalls) this.#calls.shift();
    const response = await send((points) => {
      entry.points = points;
    });
    entry.status = response.status;
    return response;
  }

  list(): readonly Call[] {
    return this.#calls;
  }

  clear(): void {
    this.#calls = [];
  }
}

/** @see https://developer.atlassian.com/platform/forge/limits-invocation/ */
const requestsPerMinute = 100;

/**
 * How often one invocation may leave the platform: 100 times for each minute, rounded up, that its
 * function may take. Calls of Jira, of the storage and of queues do not count.
 */
export class EgressAllowance {
  #requestsLeft: number;

  /** @param limitSeconds how long the function may take */
  constructor(limitSeconds: number) {
    this.#requestsLeft = requestsPerMinute * Math.ceil(limitSeconds / 60);
  }

  /**
   * Counts a request. Returns the platform's own answer to one too many, `undefined` for every other.
   * @see https://jira.atlassian.com/browse/ECO-491
   */
  take(): Response | undefined {
    if (this.#requestsLeft > 0) {
      this.#requestsLeft -= 1;
      return undefined;
    }
    return new Response(null, {
      status: 429,
      statusText: 'Too Many Requests',
      headers: { 'forge-proxy-error': 'FETCH_LIMIT_EXCEEDED' },
    });
  }
}
