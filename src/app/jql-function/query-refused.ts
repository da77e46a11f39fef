import { inWholeMinutes } from '../replies/problem';

type RefusalCode =
  | 'UNREADABLE_CALL'
  | 'UNKNOWN_FIELD'
  | 'AMBIGUOUS_FIELD'
  | 'FOREIGN_FIELD'
  | 'FIELD_NOT_CONFIGURED'
  | 'FIELD_NOT_SEARCHABLE'
  | 'SITE_NOT_SEARCHABLE'
  | 'INVALID_QUERY'
  | 'TOO_MANY_OBJECTS'
  | 'TOO_MANY_SOURCES'
  | 'NO_ACCESS'
  | 'NO_TOKEN'
  | 'TOKEN_REFUSED'
  | 'SERVICE_BUSY'
  | 'TOO_MANY_SEARCHES'
  | 'TOO_SLOW';

/** Why a call of the function has no result, and what to do, in words for the person who searches. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused';
  /** As the message, and with what only people who may read the objects should know. */
  readonly detail: string;

  /** @param message everyone who searches reads it: it says nothing of what the service holds */
  constructor(
    readonly code: RefusalCode,
    message: string,
    options?: ErrorOptions & { readonly detail?: string },
  ) {
    super(message, options);
    this.detail = options?.detail ?? message;
  }
}

/** What a person reads under a search that has no result, where the reason lies outside of the search. */
export const functionTexts = {
  /** @param expiredAt when a result ended, in milliseconds since the epoch; undefined where there was none */
  noToken: (personRunsAllowed: boolean, expiredAt?: number) =>
    `${expiredAt === undefined ? 'There is no result for this search yet' : expired(expiredAt)}, because no access token is saved. Ask a Jira admin to save one under Workspace Data Service in Jira’s app settings${orOwnAccount(personRunsAllowed)}.`,
  tokenRefused: (personRunsAllowed: boolean, expiredAt?: number) =>
    `${expiredAt === undefined ? '' : `${expired(expiredAt)}. `}The service doesn’t accept the app’s access token: it expired or was revoked. Ask a Jira admin to save a new one under Workspace Data Service in Jira’s app settings${orOwnAccount(personRunsAllowed)}.`,
  serviceUnreachable:
    'The Workspace Data Service can’t be reached at the moment. Search again in a few minutes.',
  serviceSlow:
    'The Workspace Data Service took too long to answer. Search again in a moment, or narrow the query.',
  serviceBusy: (waitMs: number | undefined) =>
    `The Workspace Data Service is receiving too many requests at the moment. Search again in ${waitMs === undefined ? 'a few minutes' : inWholeMinutes(waitMs)}.`,
  tooManySearches: 'Too many new searches are running at the moment. Search again in a minute.',
  serviceUnreadable:
    'The app can’t understand the answer from the Workspace Data Service. Ask a Jira admin to check the app’s access token and the service’s address.',
  addressMissing:
    'The app doesn’t know the address of the Workspace Data Service. Ask whoever deployed it to set WDS_ORIGIN.',
  jiraForbidden:
    'Jira doesn’t let the app read its fields. A Jira admin can check that the app is up to date and isn’t blocked.',
  jiraBusy: (waitMs: number | undefined) =>
    `Jira is limiting this app’s requests at the moment. Search again in ${waitMs === undefined ? 'a few minutes' : inWholeMinutes(waitMs)}.`,
  jiraUnreachable: 'Jira didn’t answer the app in time. Search again in a moment.',
  storageUnreachable: 'The app’s storage didn’t answer. Search again in a moment.',
  /** @param near a name of the query language that may be meant */
  nameRefused: (name: string, place: string, near?: string) =>
    `Unknown attribute “${name}” at ${place}. ${near === undefined ? '' : `Did you mean “${near}”? `}Check the spelling. Jira admins can try the query in the field’s configuration, which suggests names.`,
  operatorRefused: (operator: string, place: string) =>
    `The operator “${operator}” at ${place} doesn’t work with this attribute. Use another one, such as “=”.`,
  valueRefused: (value: string, place: string) =>
    `The value “${value}” at ${place} is unknown, or isn’t of the attribute’s kind. Check the spelling, or ask someone with access to the service.`,
  queryRefused:
    'The service can’t use the query in workspaceObjects(). Check the names, the values and how they are compared, or ask someone with access to the service.',
  unexpected:
    'Something went wrong in the app. Search again. If it keeps happening, tell your Jira admin.',
};

function expired(expiredAt: number): string {
  return `The result of this search expired on ${inUtc(expiredAt)} UTC, 7 days after it was last refreshed`;
}

/**
 * In UTC, as everyone reads the same sentence. The format is made only when it is needed: that takes as
 * long as loading a quarter of the app.
 */
function inUtc(moment: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(moment);
}

function orOwnAccount(personRunsAllowed: boolean): string {
  return personRunsAllowed
    ? ', or open Workspace Data Service account in your personal settings and run this search with your own account'
    : '';
}

/** Such as `2,413`. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}
