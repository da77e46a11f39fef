import type { Transport } from '../../api/client';
import type { AppJira, FoundIssue, JiraField, JiraFields, JiraIssues } from './app-jira';
import type {
  EditProof,
  PermissionProof,
  PermissionQuestion,
  PortalField,
  PortalFieldProof,
  PortalForm,
} from './proofs';
import type { FieldPlace } from './field-place';
import type { KeyValueStore, RefreshQueue, SecretStore } from './storage';

/** The provider key of manifest.yml, under `providers.auth`. */
export const providerKey = 'wds';

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

/** How much of Jira's hourly limit is left to the app, and to background work of this site. */
export interface JiraLimit {
  /** In points, as Jira counts them. */
  backgroundPointsPerHour(): number;
  /** Until when Jira said that the limit is near, in milliseconds since the epoch; undefined before it did. */
  findNearLimitEnd(): number | undefined;
}

/** Jira with the rights of the person who is using the app. */
export interface JiraAsPerson extends JiraFields, JiraIssues {
  /**
   * Asks Jira whether the person holds a permission.
   * Returns undefined where Jira does not grant it.
   * @throws {JiraError} where Jira does not answer, which is no permission either
   */
  findPermission(question: PermissionQuestion): Promise<PermissionProof | undefined>;
  /**
   * At most 100 issues with these fields as they are now, and on which of them the person may edit
   * the field in bulk; no proof where they may not change issues in bulk.
   * @throws {JiraError}
   */
  readEditable(
    issueIds: readonly string[],
    fieldId: string,
    fields: readonly string[],
  ): Promise<{ issues: FoundIssue[]; proof: EditProof | undefined }>;
  /** The person's own email address; undefined where their profile hides it. */
  findEmailAddress(): Promise<string | undefined>;
  /** The ids of the work types of a project that the person may see. */
  listWorkTypeIds(projectId: string): Promise<string[]>;
  /** The name of the project's lead; undefined where Jira names none. */
  findProjectLead(projectId: string): Promise<string | undefined>;
  /**
   * What Jira says against each expression, in the given order; undefined where it takes it.
   * @param variables the types of what the expressions may name
   * @throws {JiraError}
   */
  findExpressionFaults(
    expressions: readonly string[],
    variables: Readonly<Record<string, string>>,
  ): Promise<(string | undefined)[]>;
}

/** Jira with the rights of the app: each call takes the proof that the person may cause it. */
export interface JiraAsApp {
  /**
   * The stored configurations of a field; empty where no context applies. An entry is undefined
   * where a context applies and was never configured.
   */
  listFieldConfigurations(
    proof: PermissionProof | PortalFieldProof,
    fieldId: string,
    place: FieldPlace,
  ): Promise<unknown[]>;
  /** About how many issues a query finds among those that the app may see: for Jira admins alone. */
  countIssues(proof: PermissionProof, jql: string): Promise<number>;
  /** Every field that the app may see: for Jira admins alone. */
  listFields(proof: PermissionProof): Promise<JiraField[]>;
  /**
   * Sets values of a field of this app, which Jira's history tells of the app.
   * @returns the ids of the issues that Jira refuses to write
   * @throws {Error} where the proof does not cover the field of an issue; {JiraError} where Jira does not answer
   */
  writeFieldValues(
    proof: EditProof,
    fieldId: string,
    updates: readonly { readonly issueId: string; readonly value: unknown }[],
  ): Promise<string[]>;
}

/** Jira Service Management, asked as the person unless it says otherwise. */
export interface ServiceManagement {
  /** Whether the person may open the form, and it shows them the field. @throws {JiraError} */
  opensForm(field: PortalField): Promise<boolean>;
  /** The form of a request that the person may see; undefined where they may not. @throws {JiraError} */
  findRequest(issueId: string): Promise<PortalForm | undefined>;
  /** The person's own email address; undefined where Jira doesn't tell it. @throws {JiraError} */
  findEmailAddress(): Promise<string | undefined>;
  /** As the app: undefined where that very form doesn't show the field. @throws {JiraError} */
  findField(field: PortalField): Promise<PortalFieldProof | undefined>;
}

/** The person's own grant for the service. */
export interface ServiceAccount {
  /** Sends requests with the person's grant. @throws {ConsentNeeded} where there is none any more */
  readonly transport: Transport;
  /** Whether there is one, which may have ended at the service. Doesn't ask the service. */
  hasGrant(): Promise<boolean>;
  /**
   * Asks the platform for the person's consent.
   * @throws the platform's own error, which makes the host show the consent prompt
   */
  requestConsent(): Promise<never>;
}

/** The person has not connected their account, or the grant is no longer good. */
export class ConsentNeeded extends Error {
  override readonly name = 'ConsentNeeded';
}

/** The app was deployed without the address of the service: the variable WDS_ORIGIN. */
export class ServiceAddressMissing extends Error {
  override readonly name = 'ServiceAddressMissing';
}

/** With whose rights Jira was asked. */
export type JiraCaller = 'app' | 'person';

/** Jira did not answer as it should. */
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
