import { useState, type ReactNode } from 'react';
import Button from '@atlaskit/button/new';
import ArrowDownIcon from '@atlaskit/icon/core/arrow-down';
import ArrowUpIcon from '@atlaskit/icon/core/arrow-up';
import DropdownMenu, {
  DropdownItemCheckbox,
  DropdownItemCheckboxGroup,
} from '@atlaskit/dropdown-menu';
import { readSortOrder, sortBy, type SortOrder, countText } from './result-list';
import { readSearchPage, type FoundIssue, type SearchPage } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { useSession } from '../session/session';
import { FailureMessage } from '../shell/page-states';
import {
  BulkEdit,
  SelectEverything,
  SelectAll,
  SelectIssue,
  useIssueSelection,
  type IssueSelection,
} from './bulk-edit';
import { RouteLink } from '../shell/routing';
import { StatusLozenge } from './status-menu';

interface FoundIssuesProps {
  jql: string;
  firstPage: SearchPage;
  /** How many the query finds, undefined if that is not known. */
  total: number | undefined;
  columns: readonly SearchColumn[];
  appFields: readonly FieldBean[];
  whenEmpty: ReactNode;
  /** Stands beside the count. */
  children?: ReactNode;
  onSearch: (query: string) => void;
}

/** What a query found, page after page; a column's heading sorts by it. */
export function FoundIssues({
  jql,
  firstPage,
  total,
  columns,
  appFields,
  whenEmpty,
  children,
  onSearch,
}: FoundIssuesProps) {
  const { locale } = useSession().state.profile;
  const { issues, error, isLoading, hasMore, loadMore } = useMorePages(jql, firstPage);
  const selection = useIssueSelection();
  if (issues.length === 0) {
    return whenEmpty;
  }
  return (
    <>
      <div className="search-tools">
        <span className="subtle" role="status">
          {countText(issues.length, total, locale)}
        </span>
        <BulkEdit selection={selection} appFields={appFields} />
        {children}
      </div>
      <SelectEverything {...{ jql, issues, total, hasMore, selection }} />
      <ResultTable {...{ jql, issues, columns, selection, onSearch }} />
      {error !== undefined && <FailureMessage error={error} onRetry={loadMore} />}
      {hasMore && error === undefined && (
        <Button isLoading={isLoading} onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

interface ResultTableProps extends Pick<FoundIssuesProps, 'jql' | 'columns' | 'onSearch'> {
  issues: readonly FoundIssue[];
  selection: IssueSelection;
}

function ResultTable({ issues, columns, jql, selection, onSearch }: ResultTableProps) {
  const order = readSortOrder(jql);
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Work items">
      <table className="issue-table">
        <thead>
          <tr>
            <td>
              <SelectAll issues={issues} selection={selection} />
            </td>
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
              <td>
                <SelectIssue issue={issue} selection={selection} />
              </td>
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

interface MorePages {
  /** The list that they continue with. */
  list: string;
  pages: readonly SearchPage[];
  error?: unknown;
  isLoading: boolean;
}

/** Starts again with another query, and when the query finds other work items. */
function useMorePages(jql: string, firstPage: SearchPage) {
  const { tracker } = useSession();
  const list = `${jql} ${firstPage.issues.map(({ id }) => id).join()}`;
  const none: MorePages = { list, pages: [], isLoading: false };
  const [kept, setKept] = useState(none);
  const more = kept.list === list ? kept : none;
  const pages = [firstPage, ...more.pages];
  const nextPageToken = pages.at(-1)?.nextPageToken;
  const settle = (answered: MorePages) =>
    setKept((before) => (before.list === list ? answered : before));
  const loadMore = () => {
    setKept({ ...more, error: undefined, isLoading: true });
    readSearchPage(tracker, jql, nextPageToken).then(
      (page) => settle({ list, pages: [...more.pages, page], isLoading: false }),
      (error: unknown) => settle({ ...more, error, isLoading: false }),
    );
  };
  const issues = pages.flatMap((page) => page.issues);
  const { error, isLoading } = more;
  return { issues, error, isLoading, hasMore: nextPageToken !== undefined, loadMore };
}

interface SearchColumn {
  /** The field's id, as Jira's REST names it. */
  id: string;
  name: string;
  /** The names by which a query sorts by this column; the first is used. */
  sortNames: readonly [string, ...string[]];
  isShownAtFirst: boolean;
  cellOf: (issue: FoundIssue) => ReactNode;
}

/** All columns that there can be: Jira's own, then the fields of apps by their formatter's text. */
export function searchColumns(
  appFields: readonly FieldBean[],
  timeText: (time: string) => string,
): readonly SearchColumn[] {
  return [
    column('issuetype', 'Type', ({ fields }) => fields.issuetype.name, ['type']),
    column('issuekey', 'Key', ({ key }) => <IssueLink issueKey={key} text={key} />, [
      'key',
      'issue',
    ]),
    column('summary', 'Summary', ({ key, fields }) => (
      <IssueLink issueKey={key} text={fields.summary} />
    )),
    column('status', 'Status', ({ fields }) => <StatusLozenge status={fields.status} />),
    column('assignee', 'Assignee', ({ fields }) => fields.assignee?.displayName ?? 'Unassigned'),
    ...appFields.map((field) => appColumn(field)),
    ...[
      column('project', 'Project', ({ fields }) => fields.project.name),
      column('reporter', 'Reporter', ({ fields }) => fields.reporter.displayName),
      column('created', 'Created', ({ fields }) => timeText(fields.created)),
      column('updated', 'Updated', ({ fields }) => timeText(fields.updated)),
    ].map((hidden) => ({ ...hidden, isShownAtFirst: false })),
  ];
}

function column(
  id: string,
  name: string,
  cellOf: SearchColumn['cellOf'],
  moreSortNames: readonly string[] = [],
): SearchColumn {
  return { id, name, sortNames: [id, ...moreSortNames], isShownAtFirst: true, cellOf };
}

/** By its id, for two fields may have the same name. Lists show the formatter's text, never the app's own view. */
function appColumn({ id, name }: FieldBean): SearchColumn {
  const clauseName = `cf[${id.slice('customfield_'.length)}]`;
  return column(clauseName, name, ({ renderedFields }) => renderedFields[id], [name, id]);
}

function IssueLink({ issueKey, text }: { issueKey: string; text: string }) {
  return <RouteLink to={`/browse/${issueKey}`}>{text}</RouteLink>;
}

interface ColumnChoiceProps {
  columns: readonly SearchColumn[];
  shown: readonly SearchColumn[];
  onChange: (ids: readonly string[]) => void;
}

/** The last column cannot be removed. */
export function ColumnChoice({ columns, shown, onChange }: ColumnChoiceProps) {
  const ids = new Set(shown.map(({ id }) => id));
  return (
    <DropdownMenu trigger="Columns" placement="bottom-end">
      <DropdownItemCheckboxGroup id="columns" title="Columns">
        {columns.map(({ id, name }) => (
          <DropdownItemCheckbox
            key={id}
            id={id}
            isSelected={ids.has(id)}
            isDisabled={ids.has(id) && ids.size === 1}
            onClick={() => {
              const isWanted = (candidate: string) => (candidate === id) !== ids.has(candidate);
              onChange(columns.map((candidate) => candidate.id).filter(isWanted));
            }}
          >
            {name}
          </DropdownItemCheckbox>
        ))}
      </DropdownItemCheckboxGroup>
    </DropdownMenu>
  );
}
