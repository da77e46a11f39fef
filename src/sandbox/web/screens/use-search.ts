import { useCallback, useEffect, useState } from 'react';
import { countIssues, readSearchPage, type SearchPage } from '../calls/jira-calls';
import { differInOrderOnly } from './result-list';
import { useSession } from '../session/session';
import { useLoaded, type Loading } from '../shell/page-states';

/** Returns the address of a search; without columns it shows the usual ones. */
export function searchAddress(jql: string, columns: string | null = null): string {
  const query = new URLSearchParams({ jql, ...(columns !== null && { columns }) });
  return `/issues?${query.toString()}`;
}

/** What a query found, as far as it is loaded. */
export interface Found {
  jql: string;
  firstPage: SearchPage;
  total: number | undefined;
}

/** Searches, and again when work items change. */
export function useSearch(jql: string) {
  const { tracker } = useSession();
  const load = useCallback(async (): Promise<Found> => {
    const [firstPage, total] = await Promise.all([
      readSearchPage(tracker, jql),
      countIssues(tracker, jql).catch(() => undefined),
    ]);
    return { jql, firstPage, total };
  }, [tracker, jql]);
  const results = useLoaded(load);
  const { reload } = results;
  useEffect(() => listenToIssueChanges(reload), [reload]);
  return useKeptWhileSorting(results, jql);
}

/** Keeps the results on screen while they are sorted again, so that the keyboard keeps its place. */
function useKeptWhileSorting(results: Loading<Found>, jql: string): Loading<Found> {
  const { loaded } = results;
  const [last, setLast] = useState<Found>();
  if (loaded.state === 'ready' && loaded.value !== last) setLast(loaded.value);
  if (loaded.state !== 'loading' || !last) return results;
  if (!differInOrderOnly(last.jql, jql)) return results;
  return { ...results, loaded: { state: 'ready', value: last } };
}

const changed = 'sandbox-issues-changed';

/** Tells open lists that an issue was created or changed. */
export function announceIssueChange(): void {
  dispatchEvent(new Event(changed));
}

/** @returns ends listening */
function listenToIssueChanges(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}
