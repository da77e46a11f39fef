import {
  useEffect,
  useRef,
  useId,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import EmptyState from '@atlaskit/empty-state';
import Button from '@atlaskit/button/new';
import TextArea from '@atlaskit/textarea';
import { ErrorMessage } from '@atlaskit/form';
import Spinner from '@atlaskit/spinner';
import { listAppFields } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { ServerError } from '../calls/tracker-client';
import { useReply, useTimeText } from '../session/session';
import { WhenLoaded, useDelay, type Loaded, PageHeading } from '../shell/page-states';
import { navigate, usePageTitle, useQuery } from '../shell/routing';
import { chosenColumns } from './result-list';
import { FoundIssues, ColumnChoice, searchColumns } from './found-issues';
import { searchAddress, useSearch, type Found } from './use-search';
import './search.css';

/** Everything that the person may see. */
const firstQuery = 'project is not EMPTY ORDER BY created DESC';

/** Search by JQL; the address holds the query and the columns. */
export function SearchScreen() {
  usePageTitle('Search');
  const fields = useReply(listAppFields);
  return (
    <>
      <PageHeading title="Search work items" />
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

interface JqlInputProps {
  /** The query that was searched for last; a new one replaces what is typed. */
  searchedQuery: string;
  isInvalid: boolean;
  /** What is said below the query: its errors. */
  children?: ReactNode;
  inputRef: RefObject<HTMLTextAreaElement>;
  onSearch: (query: string) => void;
}

/** Enter searches, Shift and Enter begins a line. */
function JqlInput({ searchedQuery, isInvalid, children, inputRef, onSearch }: JqlInputProps) {
  const id = useId();
  const [searched, setSearched] = useState(searchedQuery);
  const [query, setQuery] = useState(searchedQuery);
  if (searched !== searchedQuery) {
    setSearched(searchedQuery);
    setQuery(searchedQuery);
  }
  useHeightOfText(inputRef);
  const search = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    onSearch(query);
  };
  return (
    <form className="jql-form" role="search" onSubmit={search}>
      <label className="visually-hidden" htmlFor={`${id}-query`}>
        JQL query
      </label>
      <TextArea
        id={`${id}-query`}
        ref={inputRef}
        isMonospaced
        isInvalid={isInvalid}
        minimumRows={1}
        resize="smart"
        spellCheck={false}
        placeholder="Enter a JQL query"
        value={query}
        aria-describedby={`${id}-below`}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey) search(event);
        }}
      />
      <Button type="submit" appearance="primary">
        Search
      </Button>
      <div id={`${id}-below`} className="jql-below">
        {children}
      </div>
    </form>
  );
}

/** Atlaskit's text area fits its text when that changes, not when it gets another width. */
function useHeightOfText(inputRef: RefObject<HTMLTextAreaElement>): void {
  useEffect(() => {
    const input = inputRef.current;
    if (!input) return undefined;
    let width = input.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (input.offsetWidth === width) return;
      width = input.offsetWidth;
      input.style.height = 'auto';
      input.style.height = `${input.scrollHeight + input.offsetHeight - input.clientHeight}px`;
    });
    observer.observe(input);
    return () => observer.disconnect();
  }, [inputRef]);
}

interface QueryErrorsProps {
  messages: readonly string[];
  inputRef: RefObject<HTMLTextAreaElement>;
}

/** What Jira says against a query, with a way to the place where it names one. */
function QueryErrors({ messages, inputRef }: QueryErrorsProps) {
  return (
    <div role="alert">
      {messages.map((message) => (
        <div key={message} className="query-error">
          <ErrorMessage>{message}</ErrorMessage>
          <PlaceButton message={message} inputRef={inputRef} />
        </div>
      ))}
    </div>
  );
}

const place = /\(line (?<line>\d+), character (?<character>\d+)\)$/;

function PlaceButton({
  message,
  inputRef,
}: Pick<QueryErrorsProps, 'inputRef'> & { message: string }) {
  const { line, character } = place.exec(message)?.groups ?? {};
  if (line === undefined || character === undefined) return null;
  const goThere = () => {
    const input = inputRef.current;
    if (!input) return;
    const offset = offsetOf(input.value, Number(line), Number(character));
    input.focus();
    input.setSelectionRange(offset, input.value.length);
  };
  return (
    <Button appearance="subtle" spacing="compact" onClick={goThere}>
      Go to character {character}
    </Button>
  );
}

/** Both count from 1. */
function offsetOf(text: string, line: number, character: number): number {
  const linesBefore = text.split('\n').slice(0, line - 1);
  return linesBefore.reduce((sum, { length }) => sum + length + 1, 0) + character - 1;
}

/** Says that a search is under way once it takes long enough to notice, and why it may take long. */
function SearchProgress() {
  const isVisible = useDelay(200);
  const isSlow = useDelay(3_000);
  return (
    <div className="search-progress" role="status">
      {isVisible && <Spinner size="small" />}
      {isVisible && 'Searching...'}
      {isSlow && ' An app’s function can take up to 25 seconds the first time.'}
    </div>
  );
}
