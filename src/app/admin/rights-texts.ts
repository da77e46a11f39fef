/** What is said of whose rights decide what searches find. */
export const rightsTexts = {
  title: 'Whose permissions apply',
  switchLabel: 'Let people run queries with their own account',
  switchAbout:
    'Without a token, a search waits until someone with a connected account runs its query on their connect page. Everyone’s searches then use the result for 7 days. This page marks such results.',
  switchOff: 'Off: a query without a result waits for a token.',
  inference:
    'When a search finds a work item, everyone who can see it learns that its object matches the query, even people without access to the service.',
  endingSoon: (count: number, shown: string) =>
    count === 1 ? '1 result expires soon.' : `${shown} results expire soon.`,
};
