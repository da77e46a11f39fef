import { useCallback, useEffect, useState } from 'react';
import type { Field } from '../calls/jira-records';
import { countIssues, readSearchPage, type Search, type SearchPage } from '../calls/jira-search';
import { differInOrderOnly } from './sort-order';
import { useSession } from '../session/session';
import { useLoaded, type Loading } from '../shell/use-loaded';
import { listenToIssueChanges } from './issue-changes';

/** Returns the address of a search; without columns it shows the usual ones. */
export function searchAddress(jql: string, columns: string | null = null): string {
  const query = new URLSearchParams({ jql, ...(columns !== null && { columns }) });
  return `/issues?${query.toString()}`;
}

/** What a query found, as far as it is loaded. */
export interface Found {
  search: Search;
  firstPage: SearchPage;
  total: number | undefined;
}

/** Searches, and anew where work items change. All fields are asked for, so that choosing columns asks nothing. */
export function useSearch(jql: string, appFields: readonly Field[]) {
  const { tracker } = useSession();
  const load = useCallback(async (): Promise<Found> => {
    const fields = ['*navigable', ...appFields.map(({ id }) => id)];
    const search = { jql, fields };
    const [firstPage, total] = await Promise.all([
      readSearchPage(tracker, search),
      countIssues(tracker, jql).catch(() => undefined),
    ]);
    return { search, firstPage, total };
  }, [tracker, jql, appFields]);
  const results = useLoaded(load);
  const { reload } = results;
  useEffect(() => listenToIssueChanges(reload), [reload]);
  return useKeptWhileSorting(results, jql);
}

/** What is sorted anew stays until it is: the keyboard keeps its place in it. */
function useKeptWhileSorting(results: Loading<Found>, jql: string): Loading<Found> {
  const { loaded } = results;
  const [last, setLast] = useState<Found>();
  if (loaded.state === 'ready' && loaded.value !== last) setLast(loaded.value);
  if (loaded.state !== 'loading' || !last) return results;
  if (!differInOrderOnly(last.search.jql, jql)) return results;
  return { ...results, loaded: { state: 'ready', value: last } };
}
