import { useState } from 'react';
import Button from '@atlaskit/button/new';
import { ModalTransition } from '@atlaskit/modal-dialog';
import { readSearchPage, type FoundIssue } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { useSession } from '../session/session';
import { FailureMessage } from '../shell/page-states';
import { BulkEditDialog } from './bulk-edit-dialog';
import { issueCount } from './result-list';
import { announceIssueChange } from './use-search';

interface BulkEditProps {
  selection: IssueSelection;
  appFields: readonly FieldBean[];
}

/** The button that edits the selected work items, if there are any. */
export function BulkEdit({ selection, appFields }: BulkEditProps) {
  const [isOpen, setOpen] = useState(false);
  const { chosen } = selection;
  if (chosen.length === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Bulk edit {issueCount(chosen.length)}</Button>
      <ModalTransition>
        {isOpen && (
          <BulkEditDialog
            issues={chosen}
            appFields={appFields}
            onClose={() => {
              setOpen(false);
              // The app's editor may have changed some by itself.
              announceIssueChange();
            }}
            onDone={() => {
              setOpen(false);
              selection.clear();
            }}
          />
        )}
      </ModalTransition>
    </>
  );
}

interface SelectEverythingProps {
  jql: string;
  issues: readonly FoundIssue[];
  total: number | undefined;
  hasMore: boolean;
  selection: IssueSelection;
}

/** Offers what is not shown yet, once all that is shown is chosen. */
export function SelectEverything(props: SelectEverythingProps) {
  const { jql, issues, total, hasMore, selection } = props;
  const { tracker } = useSession();
  const [state, setState] = useState<{ isLoading: boolean; error?: unknown }>({ isLoading: false });
  if (selection.isFull) {
    return <p className="subtle">You can edit up to {maximumSelected} work items at a time.</p>;
  }
  if (!hasMore || total === undefined || !issues.every(selection.has)) return null;
  const selectAll = async () => {
    setState({ isLoading: true });
    const found: FoundIssue[] = [];
    let nextPageToken: string | undefined;
    try {
      do {
        const page = await readSearchPage(tracker, jql, nextPageToken);
        found.push(...page.issues);
        ({ nextPageToken } = page);
      } while (nextPageToken !== undefined && found.length < maximumSelected);
      setState({ isLoading: false });
      selection.add(found);
    } catch (error) {
      setState({ isLoading: false, error });
    }
  };
  if (state.error !== undefined) {
    return <FailureMessage error={state.error} onRetry={() => void selectAll()} />;
  }
  if (selection.chosen.length >= total) return null;
  return (
    <Button appearance="subtle" isLoading={state.isLoading} onClick={() => void selectAll()}>
      Select {total > maximumSelected ? `the first ${maximumSelected}` : `all ${total}`} work items
    </Button>
  );
}

/** How many work items Jira edits at a time. */
const maximumSelected = 1000;

/** The work items that a person has chosen in a list, also those of other pages of it. */
export function useIssueSelection() {
  const [chosen, setChosen] = useState<readonly FoundIssue[]>([]);
  const ids = new Set(chosen.map(({ id }) => id));
  const has = ({ id }: FoundIssue) => ids.has(id);
  const add = (issues: readonly FoundIssue[]) =>
    setChosen([...chosen, ...issues.filter((issue) => !has(issue))].slice(0, maximumSelected));
  return {
    chosen,
    has,
    add,
    isFull: chosen.length >= maximumSelected,
    toggle: (issue: FoundIssue) =>
      has(issue) ? setChosen(chosen.filter(({ id }) => id !== issue.id)) : add([issue]),
    clear: () => setChosen([]),
  };
}
export type IssueSelection = ReturnType<typeof useIssueSelection>;

interface SelectIssueProps {
  issue: FoundIssue;
  selection: IssueSelection;
}

export function SelectIssue({ issue, selection }: SelectIssueProps) {
  const isChosen = selection.has(issue);
  return (
    <input
      type="checkbox"
      aria-label={`Select ${issue.key}`}
      checked={isChosen}
      disabled={selection.isFull && !isChosen}
      onChange={() => selection.toggle(issue)}
    />
  );
}

interface SelectAllProps {
  issues: readonly FoundIssue[];
  selection: IssueSelection;
}

export function SelectAll({ issues, selection }: SelectAllProps) {
  const areAllChosen = issues.every(selection.has);
  const isSomeChosen = selection.chosen.length > 0 && !areAllChosen;
  return (
    <input
      type="checkbox"
      aria-label="Select all work items shown"
      checked={areAllChosen}
      ref={(input) => {
        if (input) input.indeterminate = isSomeChosen;
      }}
      onChange={() => (areAllChosen ? selection.clear() : selection.add(issues))}
    />
  );
}
