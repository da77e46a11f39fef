export const removedText =
  'An admin removed the stored result of this query. If someone still searches with it, the next refresh computes it again.';

export const refreshTexts = {
  serviceDown:
    'The service failed to answer several times in a row, so the refresh stopped. Results stay as they are, and the next refresh tries again.',
  serviceBusy:
    'The service kept rejecting requests because there were too many, so the refresh stopped. Results stay as they are, and the next refresh tries again.',
  tokenRefused:
    'The service doesn’t accept the app’s access token: it expired or was revoked. Results stay as they are for 7 days. Save a new one under Token.',
  accessLost:
    'The app’s access token can no longer read this field’s workspace or type in the service: its owner lost access, or an administrator blocked the token there. The result stays for 7 days after it was last refreshed. Restore the access, or save another token under Token.',
  accessPerhapsLost:
    'The service no longer understands this query. Either a name in it changed, or the owner of the app’s access token can no longer read a type that it needs. The result stays for 7 days after it was last refreshed. Check the query and the owner’s access.',
  jiraRefused:
    'Jira rejected a request that the app made for this query. The result stays as it is, and the next refresh tries again.',
  fieldUnseen:
    'The app can’t see the field of this query: it was deleted, or Jira doesn’t show it to apps. The result stays as it is.',
  jiraDown:
    'Jira failed to answer several times in a row, so the refresh stopped. Results stay as they are, and the next refresh tries again.',
  unexpected:
    'Something went wrong in the app, so the refresh stopped. Results stay as they are, and the next refresh tries again.',
} as const;
