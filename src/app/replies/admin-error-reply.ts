import { isForbiddenByJira } from '../platform/jira-refusal';
import { errorReply } from './error-reply';
import type { ProblemCode } from './problem-texts';
import type { Trouble } from './reply';

/** In the place of texts that send the reader to a Jira admin. */
const textsForAdmins: Partial<Record<string, string>> = {
  APP_REFUSED:
    'Jira doesn’t let the app do this. In Jira’s app settings, check that the app is up to date and isn’t blocked. Then try again.',
  QUERY_REFUSED: 'This query doesn’t work. Correct it, then try again.',
  UNEXPECTED:
    'Something went wrong in the app. Try again. If it keeps happening, ask the person who deployed the app to check its log.',
} satisfies Partial<Record<ProblemCode, string>>;

const jiraForbids =
  'Jira doesn’t let your account see or do this. Check your own permissions in Jira, then try again.';

/** As `errorReply`, for someone who administers Jira: it says what they can do themselves. */
export function adminErrorReply(error: unknown): Trouble {
  const reply = errorReply(error);
  if (reply.kind === 'consent') return reply;
  // A policy's refusal isn't a `JiraError`: it means that the reader doesn't administer Jira.
  const isForbidden = reply.code === 'NOT_ALLOWED' && isForbiddenByJira(error);
  const message = isForbidden ? jiraForbids : textsForAdmins[reply.code];
  return message === undefined ? reply : { ...reply, message };
}
