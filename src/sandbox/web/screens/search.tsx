import { useCallback, useEffect, useRef, useState } from 'react';
import Heading from '@atlaskit/heading';
import { JqlInput } from '../jql/jql-input';
import { differInOrderOnly } from '../jql/sort-order';
import { listAppFields } from '../calls/jira-fields';
import type { Field } from '../calls/jira-records';
import { countIssues, searchIssues, type Search, type SearchPage } from '../calls/jira-search';
import { ServerError } from '../calls/request';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { navigate, usePageTitle, useQuery } from '../shell/routing';
import { useTimeText } from '../shell/time-text';
import { useLoaded, type Loaded, type Loading } from '../shell/use-loaded';
import { chosenColumns } from './chosen-columns';
import { FoundIssues } from './found-issues';
import { listenToIssueChanges } from './issue-changes';
import { QueryErrors } from './query-errors';
import { SearchProgress } from './search-progress';
import { ColumnChoice, searchColumns } from './search-columns';
import './search.css';

/** Everything that the person may see. */
const firstQuery = 'project is not EMPTY ORDER BY created DESC';

/** Search by JQL; the address holds the query and the columns. */
export function SearchScreen() {
  usePageTitle('Search');
  const { tracker } = useSession();
  const fields = useLoaded(useCallback(() => listAppFields(tracker), [tracker]));
  return (
    <>
      <div className="page-heading">
        <Heading size="large" as="h1">
          Search work items
        </Heading>
      </div>
      <WhenLoaded loading={fields} what="fields">
        {(appFields) => <SearchWithFields appFields={appFields} />}
      </WhenLoaded>
    </>
  );
}

function SearchWithFields({ appFields }: { appFields: readonly Field[] }) {
  const { jql, columnIds } = useSearchAddress();
  const results = useResults(jql, appFields);
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const search = (query: string) => {
    if (query === jql) results.reload();
    else navigate(addressOf(query, columnIds));
  };
  const errors = queryErrorsOf(results.loaded);
  return (
    <>
      <JqlInput
        searchedQuery={jql}
        isInvalid={errors.length > 0}
        inputRef={inputRef}
        onSearch={search}
      >
        {errors.length > 0 && <QueryErrors messages={errors} inputRef={inputRef} />}
      </JqlInput>
      {results.isLoading && <SearchProgress key={jql} />}
      {errors.length === 0 && results.loaded.state !== 'loading' && (
        <WhenLoaded loading={results} what="work items">
          {(found) => <Results found={found} appFields={appFields} onSearch={search} />}
        </WhenLoaded>
      )}
    </>
  );
}

interface ResultsProps {
  found: Found;
  appFields: readonly Field[];
  onSearch: (query: string) => void;
}

function Results({ found, appFields, onSearch }: ResultsProps) {
  const { jql, columnIds } = useSearchAddress();
  const columns = searchColumns(appFields, useTimeText());
  const shown = chosenColumns(columns, columnIds);
  return (
    <FoundIssues {...found} columns={shown} appFields={appFields} onSearch={onSearch}>
      <ColumnChoice
        columns={columns}
        shown={shown}
        onChange={(ids) => navigate(addressOf(jql, ids.join(',')))}
      />
    </FoundIssues>
  );
}

/** The query, and the ids of the columns as they are written; null if none were chosen. */
function useSearchAddress() {
  const parameters = useQuery();
  return { jql: parameters.get('jql') ?? firstQuery, columnIds: parameters.get('columns') };
}

function addressOf(jql: string, columns: string | null): string {
  const query = new URLSearchParams({ jql, ...(columns !== null && { columns }) });
  return `/issues?${query.toString()}`;
}

interface Found {
  search: Search;
  firstPage: SearchPage;
  total: number | undefined;
}

/** All fields are asked for, so that choosing columns asks nothing. */
function useResults(jql: string, appFields: readonly Field[]) {
  const { tracker } = useSession();
  const load = useCallback(async (): Promise<Found> => {
    const fields = ['*navigable', ...appFields.map(({ id }) => id)];
    const search = { jql, fields };
    const [firstPage, total] = await Promise.all([
      searchIssues(tracker, search),
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

/** What is said against the query itself; other failures are the page's. */
function queryErrorsOf(loaded: Loaded<Found>): readonly string[] {
  if (loaded.state !== 'failed' || !(loaded.error instanceof ServerError)) return [];
  const { status, errorMessages } = loaded.error;
  return status === 400 || status === 501 ? errorMessages : [];
}
