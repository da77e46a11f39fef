import type { PageFormats } from '../object-display/formats';
import type { Facts } from './admin-contract';
import {
  type ShownQueryState,
  type QueryStateKind,
  type QueryOrder,
  resultOf,
  type ShownQuery,
} from './shown-queries';

const stateNames: Readonly<Record<QueryStateKind, string>> = {
  expired: 'Expired',
  expiring: 'Expires soon',
  refused: 'No result',
  failed: 'Failed',
  fieldGone: 'Field gone',
  stale: 'Field changed',
  old: 'Not refreshed',
  waiting: 'Waiting',
  searchAgain: 'Search again',
  run: 'Run by a person',
  fresh: 'Fresh',
};

const orderNames: Readonly<Record<QueryOrder, string>> = {
  attention: 'Needs attention first',
  query: 'Query',
  field: 'Field',
  objects: 'Most objects first',
  oldest: 'Oldest first',
  newest: 'Newest first',
};

function stateAbout(state: ShownQueryState): string {
  switch (state.kind) {
    case 'expired':
      return 'Without a working token, a result expires 7 days after it was last refreshed. It’s removed within an hour, or by the next daily refresh at the latest.';
    case 'expiring':
      return `No working token refreshes this result. It expires within ${state.days === 1 ? 'a day' : `${state.days} days`}, 7 days after it was last refreshed. Save a token, or once it has expired, let someone run the query under “Workspace Data Service account” in their personal settings.`;
    case 'failed':
      return `The last refresh failed, so the earlier result is still in use. The reason: ${state.message}`;
    case 'refused':
      return `Searches that use it find nothing and show this reason: ${state.message}`;
    case 'fieldGone':
      return 'The field was deleted, or its type no longer belongs to this app. Searches that use it fail.';
    case 'stale':
      return 'The field’s configuration changed after this was computed. A refresh will pick up the change.';
    case 'old':
      return 'No refresh has confirmed this result for more than 2 days.';
    case 'waiting':
      return 'There’s no result yet. The next search gets one if there’s a token by then, or if someone runs the query under “Workspace Data Service account” in their personal settings.';
    case 'searchAgain':
      return 'There’s no result yet, but there’s a token now. Search with it again to get one. If an earlier result expired, the next refresh computes it again.';
    case 'run':
      return 'Someone ran it with their own account. The next search uses the result. If nobody searches within 10 minutes of the run, the query waits again.';
    case 'fresh':
      return 'The result matches the service’s last answer.';
  }
}

export const storedQueryTexts = {
  about:
    'When someone searches with a query, Jira keeps the result for everyone’s searches until 7 days after its last use.',
  stateNames,
  stateAbout,
  orderNames,

  loading: (count: string) => `Loading stored queries, ${count} so far`,
  partly: 'Some stored queries couldn’t be loaded.',
  emptyTitle: 'No stored queries yet',
  emptyAbout:
    'A query is stored when somebody searches with it. Copy this into Jira’s search, then insert your own query and the name of your field:',
  example: (fieldName: string) =>
    `issue in workspaceObjects("Status = \\"In repair\\"", "${fieldName.replace(/["\\]/g, '\\$&')}")`,
  noField: 'Asset',
  noneChosen: 'No stored queries match these filters.',
  showAll: 'Show all',

  filterLabel: 'Find',
  filterPlaceholder: 'Words in a query or field',
  stateLabel: 'State',
  everyState: 'All states',
  orderLabel: 'Order',
  stateOption: (name: string, count: string) => `${name} (${count})`,

  tableLabel: 'Stored queries',
  query: 'Query',
  field: 'Field',
  objects: 'Objects',
  computed: 'Last refreshed',
  next: (moment: string) => `next about ${moment}`,
  by: 'Computed by',
  byToken: 'Access token',
  byPerson: 'A person’s account',
  nobody: 'Not run yet',
  none: '–',
  asked: (distance: string) => `Asked ${distance}`,
  state: 'State',
  actions: 'Actions',
  details: 'Details',
  shown: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  previous: 'Previous',
  following: 'Next',

  detailsTitle: 'Stored query',
  close: 'Close',
  writtenAs: 'Field, as written in searches',
  computedAt: 'Computed',
  failedSince: (moment: string) => `Failing since ${moment}.`,
  lastTried: 'Last tried',
  nextRefresh: 'Next refresh',
  nextAbout: (moment: string) => `about ${moment}`,
  noNext: 'needs a working token',
  soonNext: 'within a day',
  ends: 'Expires',
  refreshOne: 'Refresh this query',
  refreshing: 'Refreshing this query. You can close this dialog. The refresh continues.',
  busy: 'Another refresh is running and may skip this query. Try again when it’s done.',
  remove: 'Remove',
  removeAbout:
    'Searches with this query will find nothing and say that an admin removed the result. If people still search with it, the next refresh computes it again.',
  removeNow: 'Remove result',
  removeWaitingAbout:
    'There’s no result to remove. This takes the query off the list, and nobody can run it until someone searches with it again.',
  removeWaitingNow: 'Remove from list',
  cancel: 'Cancel',
};

/** How many objects the result has; a dash where there is none. */
export function objectsText(shown: ShownQuery, { number }: PageFormats): string {
  const result = resultOf(shown);
  return result ? number(result.objectCount) : storedQueryTexts.none;
}

export function computedBy(shown: ShownQuery): string {
  const result = resultOf(shown);
  if (result)
    return result.credential === 'token' ? storedQueryTexts.byToken : storedQueryTexts.byPerson;
  return shown.state.kind === 'run' ? storedQueryTexts.byPerson : storedQueryTexts.nobody;
}

/** How long ago the result was correct, or how long the query has waited; a dash where it was removed. */
export function ageText(shown: ShownQuery, { now }: Facts, { distance }: PageFormats): string {
  const age = distance(Math.min(0, shown.since - now));
  if (!shown.stored) return storedQueryTexts.asked(age);
  return resultOf(shown) ? age : storedQueryTexts.none;
}
