import { useCallback, useEffect, useRef } from 'react';
import Heading from '@atlaskit/heading';
import { JqlInput } from '../jql/jql-input';
import { listAppFields } from '../server/jira-fields';
import type { Field } from '../server/jira-records';
import { countIssues, searchIssues, type Search, type SearchPage } from '../server/jira-search';
import { ServerError } from '../server/request';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { navigate, usePageTitle, useQuery } from '../shell/routing';
import { useTimeText } from '../shell/time-text';
import { useLoaded, type Loaded } from '../shell/use-loaded';
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
  const { jql, chosenColumns } = useSearchAddress();
  const results = useResults(jql, appFields);
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const search = (query: string) => {
    if (query === jql) results.reload();
    else navigate(addressOf(query, chosenColumns));
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
  const { jql, chosenColumns } = useSearchAddress();
  const columns = searchColumns(appFields, useTimeText());
  const shown = columns.filter(({ id, isShownAtFirst }) =>
    chosenColumns === null ? isShownAtFirst : chosenColumns.split(',').includes(id),
  );
  return (
    <FoundIssues
      key={`${found.search.jql} ${found.firstPage.issues.map(({ id }) => id).join()}`}
      {...found}
      columns={shown}
      onSearch={onSearch}
    >
      <ColumnChoice
        columns={columns}
        shown={shown}
        onChange={(ids) => navigate(addressOf(jql, ids.join(',')))}
      />
    </FoundIssues>
  );
}

/** The query, and the ids of the columns; null where none were chosen. */
function useSearchAddress() {
  const parameters = useQuery();
  return { jql: parameters.get('jql') ?? firstQuery, chosenColumns: parameters.get('columns') };
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
  return results;
}

/** What is said against the query itself; other failures are the page's. */
function queryErrorsOf(loaded: Loaded<Found>): readonly string[] {
  if (loaded.state !== 'failed' || !(loaded.error instanceof ServerError)) return [];
  const { status, errorMessages } = loaded.error;
  return status === 400 || status === 501 ? errorMessages : [];
}
