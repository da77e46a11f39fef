import { useCallback, useRef } from 'react';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import { listAppFields } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { ServerError } from '../calls/tracker-client';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { navigate, usePageTitle, useQuery } from '../shell/routing';
import { useTimeText } from '../shell/time-text';
import { useLoaded, type Loaded } from '../shell/use-loaded';
import { chosenColumns } from './chosen-columns';
import { FoundIssues } from './found-issues';
import { JqlInput } from './jql-input';
import { QueryErrors } from './query-errors';
import { SearchProgress } from './search-progress';
import { ColumnChoice, searchColumns } from './search-columns';
import { searchAddress, useSearch, type Found } from './use-search';
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

function SearchWithFields({ appFields }: { appFields: readonly FieldBean[] }) {
  const { jql, columnIds } = useSearchAddress();
  const results = useSearch(jql);
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const search = (query: string) => {
    if (query === jql) results.reload();
    else navigate(searchAddress(query, columnIds));
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
  appFields: readonly FieldBean[];
  onSearch: (query: string) => void;
}

function Results({ found, appFields, onSearch }: ResultsProps) {
  const { jql, columnIds } = useSearchAddress();
  const columns = searchColumns(appFields, useTimeText());
  const shown = chosenColumns(columns, columnIds);
  return (
    <FoundIssues
      {...found}
      columns={shown}
      appFields={appFields}
      onSearch={onSearch}
      whenEmpty={
        <EmptyState
          header="No work items match this search"
          headingLevel={2}
          description="Change the query, or check that the account you’re using can see what you’re looking for."
        />
      }
    >
      <ColumnChoice
        columns={columns}
        shown={shown}
        onChange={(ids) => navigate(searchAddress(jql, ids.join(',')))}
      />
    </FoundIssues>
  );
}

/** The query, and the ids of the columns as they are written; null if none were chosen. */
function useSearchAddress() {
  const parameters = useQuery();
  return { jql: parameters.get('jql') ?? firstQuery, columnIds: parameters.get('columns') };
}

/** What is said against the query itself; other failures are the page's. */
function queryErrorsOf(loaded: Loaded<Found>): readonly string[] {
  if (loaded.state !== 'failed' || !(loaded.error instanceof ServerError)) return [];
  const { status, errorMessages } = loaded.error;
  return status === 400 || status === 501 ? errorMessages : [];
}
