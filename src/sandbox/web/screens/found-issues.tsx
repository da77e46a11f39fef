import { useState, type ReactNode } from 'react';
import Button from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import ArrowDownIcon from '@atlaskit/icon/core/arrow-down';
import ArrowUpIcon from '@atlaskit/icon/core/arrow-up';
import { readSortOrder, sortBy, type SortOrder } from '../jql/sort-order';
import { searchIssues, type FoundIssue, type Search, type SearchPage } from '../server/jira-search';
import { useSession } from '../session/session';
import { FailureMessage } from '../shell/page-states';
import { countText } from './count-text';
import type { SearchColumn } from './search-columns';

export interface FoundIssuesProps {
  search: Search;
  firstPage: SearchPage;
  /** How many the query finds, undefined where that is not known. */
  total: number | undefined;
  columns: readonly SearchColumn[];
  /** Stands beside the count. */
  children: ReactNode;
  onSearch: (query: string) => void;
}

/** What a query found, page after page; a column's heading sorts by it. */
export function FoundIssues({
  search,
  firstPage,
  total,
  columns,
  children,
  onSearch,
}: FoundIssuesProps) {
  const { locale } = useSession().state.profile;
  const { issues, error, isLoading, hasMore, loadMore } = useMorePages(search, firstPage);
  if (issues.length === 0) {
    return (
      <EmptyState
        header="No work items match this search"
        headingLevel={2}
        description="Change the query, or check that the account you are using may see what you look for."
      />
    );
  }
  return (
    <>
      <div className="search-tools">
        <span className="subtle" role="status">
          {countText(issues.length, total, locale)}
        </span>
        {children}
      </div>
      <ResultTable issues={issues} columns={columns} jql={search.jql} onSearch={onSearch} />
      {error !== undefined && <FailureMessage error={error} onRetry={loadMore} />}
      {hasMore && error === undefined && (
        <Button isLoading={isLoading} onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

interface ResultTableProps extends Pick<FoundIssuesProps, 'columns' | 'onSearch'> {
  issues: readonly FoundIssue[];
  jql: string;
}

function ResultTable({ issues, columns, jql, onSearch }: ResultTableProps) {
  const order = readSortOrder(jql);
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Search results">
      <table className="issue-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <SortableHeading
                key={column.id}
                column={column}
                order={order}
                onSort={(wanted) => onSearch(sortBy(jql, wanted))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {issues.map((issue) => (
            <tr key={issue.id}>
              {columns.map(({ id, name, cellOf }) => (
                <td key={id} data-column={id} data-field={name}>
                  {cellOf(issue)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortableHeadingProps {
  column: SearchColumn;
  order: SortOrder | undefined;
  onSort: (order: SortOrder) => void;
}

function SortableHeading({ column, order, onSort }: SortableHeadingProps) {
  const names = column.sortNames.map((name) => name.toLowerCase());
  const direction = names.includes(order?.field.toLowerCase() ?? '') ? order?.direction : undefined;
  const next = direction === 'ASC' ? 'DESC' : 'ASC';
  const [field] = column.sortNames;
  return (
    <th
      scope="col"
      {...(direction && { 'aria-sort': direction === 'ASC' ? 'ascending' : 'descending' })}
    >
      <button
        type="button"
        className="sort-button"
        onClick={() => onSort({ field, direction: next })}
      >
        {column.name}
        {direction === 'ASC' && <ArrowUpIcon label="" size="small" />}
        {direction === 'DESC' && <ArrowDownIcon label="" size="small" />}
      </button>
    </th>
  );
}

function useMorePages(search: Search, firstPage: SearchPage) {
  const { tracker } = useSession();
  const [more, setMore] = useState<readonly SearchPage[]>([]);
  const [error, setError] = useState<unknown>();
  const [isLoading, setLoading] = useState(false);
  const pages = [firstPage, ...more];
  const nextPageToken = pages.at(-1)?.nextPageToken;
  const loadMore = () => {
    setError(undefined);
    setLoading(true);
    searchIssues(tracker, search, nextPageToken)
      .then((page) => setMore((before) => [...before, page]), setError)
      .finally(() => setLoading(false));
  };
  const issues = pages.flatMap((page) => page.issues);
  return { issues, error, isLoading, hasMore: nextPageToken !== undefined, loadMore };
}
