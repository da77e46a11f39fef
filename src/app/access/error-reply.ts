import { ServiceError } from '../../api/client';
import { ConsentNeeded, JiraError } from '../platform/platform';
import { Problem } from './problem';
import { problemReply } from './problem-reply';
import type { ProblemReply, Trouble } from './reply';

/** Says to the person what an error means for them; the one place where errors become replies. */
export function errorReply(error: unknown): Trouble {
  if (error instanceof ConsentNeeded) return { kind: 'consent' };
  if (error instanceof Problem) return problemReply(error.code, error.detail);
  if (error instanceof ServiceError) return serviceErrorReply(error);
  if (error instanceof JiraError) return jiraErrorReply(error);
  return problemReply('UNEXPECTED');
}

/** What a message says, without an excerpt that may follow it. */
export function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

/** Jira hides what may not be read as if it were not there. */
const refusals = [401, 403, 404];

function jiraErrorReply({ caller, status }: JiraError): ProblemReply {
  if (!refusals.includes(status)) return problemReply('JIRA_UNREACHABLE');
  return problemReply(caller === 'app' ? 'CONFIGURATION_FORBIDDEN' : 'NOT_ALLOWED');
}

function serviceErrorReply(error: ServiceError): Trouble {
  switch (error.code) {
    case 'unauthorized':
      return { kind: 'consent' };
    case 'forbidden':
    case 'notFound':
      return problemReply('WORKSPACE_NOT_ACCESSIBLE');
    case 'invalid':
      return problemReply('QUERY_REFUSED', firstLine(error.message));
    case 'rateLimited':
      return problemReply('SERVICE_BUSY');
    case 'unavailable':
    case 'timeout':
    case 'unexpectedReply':
    case 'aborted':
      return problemReply('SERVICE_UNREACHABLE');
    case 'cannotSend':
      return problemReply('UNEXPECTED');
  }
}
