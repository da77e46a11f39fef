import { ServiceError, type ServiceErrorCode } from '../../api/client';
import {
  ConsentNeeded,
  isForbiddenByJira,
  isLimitedByJira,
  JiraAtRest,
  JiraError,
  ServiceAddressMissing,
} from '../platform/platform';
import { StoreError } from '../platform/storage';
import { Problem, problemReply, inWholeMinutes, type ProblemCode } from '../replies/problem';
import type { ProblemReply, Trouble } from '../replies/reply';

/** Turns an error into a reply that tells the person what it means. The only place that does. */
export function errorReply(error: unknown): Trouble {
  if (error instanceof ConsentNeeded) return { kind: 'consent' };
  if (error instanceof Problem) return problemReply(error.code, error.detail);
  if (error instanceof ServiceError) return serviceErrorReply(error);
  if (error instanceof JiraError) return jiraErrorReply(error);
  if (error instanceof ServiceAddressMissing) return problemReply('ADDRESS_MISSING');
  if (error instanceof StoreError) return problemReply('STORAGE_UNREACHABLE');
  return problemReply('UNEXPECTED');
}

/**
 * Like {@link errorReply}, for someone who picks: the query worked for the admin who saved it, so a name
 * or value that the service doesn't know is most likely one that this person can't see. They can't
 * correct a query, so they don't read how to write one.
 */
export function pickingErrorReply(error: unknown): Trouble {
  const isRefusedAtPlace =
    error instanceof ServiceError && error.code === 'invalid' && error.position !== undefined;
  if (isRefusedAtPlace) return problemReply('QUERY_BEYOND_ACCESS');
  const reply = errorReply(error);
  const isRefused = reply.kind === 'problem' && reply.code === 'QUERY_REFUSED';
  return isRefused ? problemReply('QUERY_REFUSED') : reply;
}

/** The service's message on one line, without the drawing of the place below it. */
export function serviceMessageOf({ message, position }: ServiceError): string {
  const text = position ? message.replace(drawnPlace, '') : message;
  return text.replace(lineBreaks, ' ');
}

/** At the end of a message: the line in question, and below it a line with a caret. */
const drawnPlace = /\n[^\n]*\n[ \t]*\^$/;
const lineBreaks = /[\n\r\u2028\u2029]+/g;

function jiraErrorReply(error: JiraError): ProblemReply {
  if (isLimitedByJira(error)) return jiraBusyReply(error);
  if (!isForbiddenByJira(error)) return problemReply('JIRA_UNREACHABLE');
  return problemReply(error.caller === 'app' ? 'APP_REFUSED' : 'NOT_ALLOWED');
}

function jiraBusyReply(error: JiraError): ProblemReply {
  const reply = problemReply('JIRA_BUSY');
  if (error.retryAfterMs === undefined) return reply;
  const reason =
    error instanceof JiraAtRest && error.isOwnShare
      ? 'Background work has used its share of Jira’s hourly limit.'
      : 'Jira is limiting this app’s requests at the moment.';
  return { ...reply, message: `${reason} Try again in ${inWholeMinutes(error.retryAfterMs)}.` };
}

const codesOfService = {
  forbidden: 'WORKSPACE_NOT_ACCESSIBLE',
  notFound: 'WORKSPACE_NOT_ACCESSIBLE',
  invalid: 'QUERY_REFUSED',
  rateLimited: 'SERVICE_BUSY',
  unavailable: 'SERVICE_UNREACHABLE',
  timeout: 'SERVICE_UNREACHABLE',
  unexpectedReply: 'SERVICE_UNREACHABLE',
  changed: 'SERVICE_UNREACHABLE',
  aborted: 'SERVICE_UNREACHABLE',
  cannotSend: 'UNEXPECTED',
} as const satisfies Record<Exclude<ServiceErrorCode, 'unauthorized'>, ProblemCode>;

function serviceErrorReply(error: ServiceError): Trouble {
  if (error.code === 'unauthorized') return { kind: 'consent' };
  const detail = error.code === 'invalid' ? serviceMessageOf(error) : undefined;
  return problemReply(codesOfService[error.code], detail);
}

/** They replace texts that send the reader to a Jira admin. */
const textsForAdmins: Partial<Record<string, string>> = {
  APP_REFUSED:
    'Jira doesn’t let the app do this. In Jira’s app settings, check that the app is up to date and isn’t blocked. Then try again.',
  QUERY_REFUSED: 'This query doesn’t work. Correct it, then try again.',
  UNEXPECTED:
    'Something went wrong in the app. Try again. If it keeps happening, ask the person who deployed the app to check its log.',
} satisfies Partial<Record<ProblemCode, string>>;

const jiraForbids =
  'Jira doesn’t let your account see or do this. Check your own permissions in Jira, then try again.';

/** Like {@link errorReply}, for Jira admins: says what they can do themselves. */
export function adminErrorReply(error: unknown): Trouble {
  const reply = errorReply(error);
  if (reply.kind === 'consent') return reply;
  // A policy's refusal isn't a `JiraError`: it means that the reader doesn't administer Jira.
  const isForbidden = reply.code === 'NOT_ALLOWED' && isForbiddenByJira(error);
  const message = isForbidden ? jiraForbids : textsForAdmins[reply.code];
  return message === undefined ? reply : { ...reply, message };
}

/** The service answers 404 both for what the caller may not open and for what isn't there. */
export function isHidden(error: unknown): boolean {
  return error instanceof ServiceError && ['forbidden', 'notFound'].includes(error.code);
}
