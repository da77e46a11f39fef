/** Why a job ended before it was done, for an admin. */
export const upkeepTexts = {
  tokenMissing:
    'The access token was removed, so the job stopped. Save a token, then start the job again.',
  serviceDown:
    'The service failed to answer several times in a row, so the job stopped. Start it again.',
  jiraDown: 'Jira failed to answer several times in a row, so the job stopped. Start it again.',
  jiraRefused:
    'Jira can’t search this field, or lost track of where the job was. Start it again: labels that are already refreshed are skipped.',
  unexpected: 'Something went wrong in the app, so the job stopped. Start it again.',
} as const;
