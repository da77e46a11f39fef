import { useState } from 'react';
import Button from '@atlaskit/button/new';
import { ModalTransition } from '@atlaskit/modal-dialog';
import { readSearchPage, type FoundIssue } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { useSession } from '../session/session';
import { FailureMessage } from '../shell/page-states';
import { BulkEditDialog } from './bulk-edit-dialog';
import { issueCount } from './count-text';
import { announceIssueChange } from './issue-changes';
import { mostSelected, type IssueSelection } from './issue-selection';

interface BulkEditProps {
  selection: IssueSelection;
  appFields: readonly FieldBean[];
}

/** The way to edit the work items that are chosen, where any are. */
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
    return <p className="subtle">You can edit up to {mostSelected} work items at a time.</p>;
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
      } while (nextPageToken !== undefined && found.length < mostSelected);
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
      Select {total > mostSelected ? `the first ${mostSelected}` : `all ${total}`} work items
    </Button>
  );
}
