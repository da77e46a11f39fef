import type { AccountType } from '../jira/accounts';
import type { JiraApi } from '../rest/jira-request';
import type { Call, CallLog, UnansweredCall } from './call-log';
import type { EgressAllowance } from './egress-allowance';
import type { JiraQuota } from './jira-quota';
import type { Manifest } from './manifest';
import type { AppModule } from './modules';
import type { OriginMap } from './origins';
import type { ProviderFetch } from './provider-fetch';
import type { EventQueue } from './queue/event-queue';
import type { KeyValueStore } from './storage/key-value-store';

/** What the platform calls of every invocation go through. */
export interface Platform {
  manifest: Manifest;
  jira: JiraApi;
  jiraQuota: JiraQuota;
  origins: OriginMap;
  providerFetch: ProviderFetch;
  storage: KeyValueStore;
  queue: EventQueue;
  /** Tells that events were pushed. */
  onPush: () => void;
  calls: CallLog;
  accountName: (accountId: string) => string;
  accountTypeOf: (accountId: string) => AccountType;
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
  platform: Platform,
  { accountId, functionKey }: CallScope,
  target: Call['target'],
  as: Call['as'],
  path: string,
  { method = 'GET' }: RequestInit,
): UnansweredCall {
  const account = accountId === undefined ? null : platform.accountName(accountId);
  return { target, as, account, method, path, functionKey };
}

/** Ends with the invocation, or before it where the caller says so. */
export function signalOf(scope: CallScope, { signal }: RequestInit): AbortSignal {
  return signal ? AbortSignal.any([signal, scope.signal]) : scope.signal;
}
