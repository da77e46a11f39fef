import type { JobTrouble } from '../jobs/job-facts';
import { stopText } from '../jobs/stop-texts';

export const removedText =
  'An admin removed the stored result of this query. If someone still searches with it, the next refresh computes it again.';

export const refreshTexts = {
  tokenRefused:
    'The service doesn’t accept the app’s access token: it expired or was revoked. Results stay as they are for 7 days. Save a new one under Token.',
  cannotSend:
    'The app can’t send requests to the service: the access token or the service’s address is unusable. Save the token again under Token, or ask whoever deployed the app to check WDS_ORIGIN.',
  serviceBusy: 'The service received too many requests. The next refresh tries again.',
  serviceDown:
    'The service couldn’t be reached, or it had a problem. The next refresh tries again.',
  serviceSlow: 'The service took too long to answer. The next refresh tries again.',
  serviceUnreadable:
    'The app couldn’t read the service’s answer. The next refresh tries again. If this keeps happening, check the service’s address.',
  serviceRefused:
    'The service rejected a request of the app. The next refresh tries again. If this keeps happening, check what the owner of the access token may do in the service.',
  accessLost:
    'The app’s access token can no longer read this field’s workspace or type in the service: its owner lost access, or an administrator blocked the token there. The result stays for 7 days after it was last refreshed. Restore the access, or save another token under Token.',
  accessPerhapsLost:
    'The service no longer understands this query. Either a name in it changed, or the owner of the app’s access token can no longer read a type that it needs. The result stays for 7 days after it was last refreshed. Check the query and the owner’s access.',
  jiraRefused:
    'Jira rejected a request that the app made for this query. The result stays as it is, and the next refresh tries again.',
  fieldUnseen:
    'The app can’t see the field of this query: it was deleted, or Jira doesn’t show it to apps. The result stays as it is.',
  unexpected: stoppedText('unexpected'),
} as const;

/** Why a refresh asks the service no more, or ended before it was done. */
export function stoppedText(trouble: JobTrouble): string {
  return stopText(
    trouble,
    'refresh',
    'Results stay as they are, and the next refresh tries again.',
  );
}
