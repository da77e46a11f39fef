import type { Transport } from '../../api/client';
import type { AppJira } from './app-jira';
import type { jiraAsApp } from './app-jira-client';
import type { serviceAccount } from './forge-platform';
import type { jiraAsPerson } from './jira-as-person';
import type { serviceManagement } from './service-management';
import type { KeyValueStore, RefreshQueue, SecretStore } from './storage';

/** The provider key of manifest.yml, under `providers.auth`. */
export const providerKey = 'wds';

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** What the app needs of Forge and Jira for one invocation. */
export interface Platform {
  /** Names the installation of the app on one site. The first part of every cache key. */
  tenantKey(): string;
  readonly asPerson: JiraAsPerson;
  readonly asApp: JiraAsApp;
  readonly serviceManagement: ServiceManagement;
  readonly account: ServiceAccount;
  readonly appJira: AppJira;
  readonly store: KeyValueStore;
  readonly secrets: SecretStore;
  readonly refreshQueue: RefreshQueue;
  readonly jiraLimit: JiraLimit;
  /**
   * Sends requests to the service with an access token instead of a person's grant.
   * @throws {ServiceAddressMissing}
   * @throws {ServiceError} `cannotSend` where the token can't be sent
   */
  tokenTransport(token: string): Transport;
}

/** What the functions of manifest.yml are built with. */
export interface AppOptions {
  readonly platform: Platform;
  readonly isPlatformPrompt: (error: unknown) => boolean;
  readonly now: Clock;
  readonly writeLog: (line: string) => void;
}

/** How much of Jira's hourly limit is left to the app, and to background work of this site. */
export interface JiraLimit {
  /** In points, as Jira counts them. */
  backgroundPointsPerHour(): number;
  /** Until when Jira said that the limit is near, in milliseconds since the epoch; undefined before it did. */
  findNearLimitEnd(): number | undefined;
}

export type JiraAsPerson = typeof jiraAsPerson;
/** Jira with the rights of the app: each call takes the proof that the person may cause it. */
export type JiraAsApp = typeof jiraAsApp;
export type ServiceManagement = typeof serviceManagement;
export type ServiceAccount = typeof serviceAccount;

/** The person has not connected their account, or the grant is no longer good. */
export class ConsentNeeded extends Error {
  override readonly name = 'ConsentNeeded';
}

/** The app was deployed without the address of the service: the variable WDS_ORIGIN. */
export class ServiceAddressMissing extends Error {
  override readonly name = 'ServiceAddressMissing';
}

export type JiraCaller = 'app' | 'person';

export class JiraError extends Error {
  override readonly name = 'JiraError';
  /** How long Jira asked to be left alone, where it named a time. */
  readonly retryAfterMs: number | undefined;
  constructor(
    message: string,
    readonly caller: JiraCaller,
    /** Undefined where there was no answer. */
    readonly status: number | undefined,
    options?: ErrorOptions & { readonly retryAfterMs?: number | undefined },
  ) {
    super(message, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** Background work leaves Jira alone: Jira asked for it, or the work has spent its share of the hour. */
export class JiraAtRest extends JiraError {
  /** Whether Jira itself limits nothing: the work has spent its share. */
  readonly isOwnShare: boolean;
  constructor(
    /** Milliseconds since the epoch. */
    readonly until: number,
    now: number,
    options?: ErrorOptions & { readonly isOwnShare?: boolean },
  ) {
    super('Jira is left alone', 'app', 429, { ...options, retryAfterMs: until - now });
    this.isOwnShare = options?.isOwnShare ?? false;
  }
}

const statuses = [400, 403, 404, 413];
const forbiddenStatuses = [401, 403, 404];

/** Whether Jira refuses this very request, which says nothing of others. */
export function isJiraRefusal(error: unknown): error is JiraError {
  return error instanceof JiraError && statuses.some((status) => status === error.status);
}

/** Whether Jira doesn't let its caller do this: it hides what may not be read as if it were not there. */
export function isForbiddenByJira(error: unknown): error is JiraError {
  return error instanceof JiraError && forbiddenStatuses.some((status) => status === error.status);
}

/** Whether Jira refuses every call for a while, because there were too many. */
export function isLimitedByJira(error: unknown): boolean {
  return error instanceof JiraError && error.status === 429;
}
