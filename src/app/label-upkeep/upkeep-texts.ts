/** Why a job ended before it was done, for an admin. */
export const upkeepTexts = {
  tokenMissing: 'The access token was removed, so the job ended. Save one, then start it again.',
  serviceDown:
    'The service didn’t answer several times in a row, so the job ended. Start it again.',
  jiraDown: 'Jira didn’t answer several times in a row, so the job ended. Start it again.',
  jiraRefused:
    'Jira can’t search this field, or lost the place where the job was. Start it again: labels that are already refreshed are skipped.',
  unexpected: 'Something went wrong in the app, so the job ended. Start it again.',
} as const;
