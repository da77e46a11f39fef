import type { ReactNode } from 'react';
import DropdownMenu, {
  DropdownItemCheckbox,
  DropdownItemCheckboxGroup,
} from '@atlaskit/dropdown-menu';
import type { FoundIssue } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { RouteLink } from '../shell/routing';
import { StatusLozenge } from './status-lozenge';

/** A column of the list of found issues. */
export interface SearchColumn {
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
  const time = (text: string | undefined) => (text === undefined ? '' : timeText(text));
  return [
    column('issuetype', 'Type', ({ fields }) => fields.issuetype?.name, ['type']),
    column('issuekey', 'Key', ({ key }) => <IssueLink issueKey={key} text={key} />, [
      'key',
      'issue',
    ]),
    column('summary', 'Summary', ({ key, fields }) => (
      <IssueLink issueKey={key} text={fields.summary ?? key} />
    )),
    column(
      'status',
      'Status',
      ({ fields: { status } }) => status && <StatusLozenge status={status} />,
    ),
    column('assignee', 'Assignee', ({ fields }) => fields.assignee?.displayName ?? 'Unassigned'),
    ...appFields.map((field) => appColumn(field)),
    {
      ...column('project', 'Project', ({ fields }) => fields.project?.name),
      isShownAtFirst: false,
    },
    {
      ...column('reporter', 'Reporter', ({ fields }) => fields.reporter?.displayName),
      isShownAtFirst: false,
    },
    {
      ...column('created', 'Created', ({ fields }) => time(fields.created)),
      isShownAtFirst: false,
    },
    {
      ...column('updated', 'Updated', ({ fields }) => time(fields.updated)),
      isShownAtFirst: false,
    },
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

/** Two fields may have the same name: their ids do not. */
function appColumn({ id, name }: FieldBean): SearchColumn {
  const clauseName = `cf[${id.slice('customfield_'.length)}]`;
  return column(clauseName, name, ({ renderedFields }) => formatterText(renderedFields[id]), [
    name,
    id,
  ]);
}

/** Lists show the formatter's text, never the app's own view. */
function formatterText(rendered: unknown): string {
  return typeof rendered === 'string' ? rendered : '';
}

function IssueLink({ issueKey, text }: { issueKey: string; text: string }) {
  return <RouteLink to={`/browse/${issueKey}`}>{text}</RouteLink>;
}

interface ColumnChoiceProps {
  columns: readonly SearchColumn[];
  shown: readonly SearchColumn[];
  onChange: (ids: readonly string[]) => void;
}

/** The last column cannot be taken away. */
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
