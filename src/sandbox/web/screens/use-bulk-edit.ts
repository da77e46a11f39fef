import { useEffect, useRef, useState } from 'react';
import { editIssue, type FoundIssue } from '../calls/jira-calls';
import { ServerError } from '../calls/tracker-client';
import { useSession } from '../session/session';
import { errorText } from '../shell/page-states';
import { announceIssueChange } from './issue-changes';

/** What became of one work item. */
export interface BulkEditResult {
  issue: FoundIssue;
  outcome: 'saved' | 'left out' | 'not permitted';
  /** Jira's own words; empty if it was saved. */
  reason: string;
}

export interface BulkEditProgress {
  results: readonly BulkEditResult[];
  /** True at the end, and once the person stopped it. */
  isOver: boolean;
}

interface BulkEdit {
  /** undefined until it is started. */
  progress: BulkEditProgress | undefined;
  start: (fieldId: string, value: unknown) => void;
  /** Leaves alone what is not saved yet. */
  stop: () => void;
  /** Forgets what became of the work items, for another start. */
  goBack: () => void;
}

/** Edits one work item after the other: one that Jira refuses keeps none of the others. */
export function useBulkEdit(issues: readonly FoundIssue[]): BulkEdit {
  const { tracker } = useSession();
  const [progress, setProgress] = useState<BulkEditProgress>();
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const run = async (fieldId: string, value: unknown) => {
    const results: BulkEditResult[] = [];
    for (const issue of issues) {
      if (isStopped.current) break;
      setProgress({ results: [...results], isOver: false });
      results.push(
        await editIssue(tracker, issue.key, { [fieldId]: value }).then(
          () => ({ issue, outcome: 'saved' as const, reason: '' }),
          (error: unknown) => ({ issue, ...refusalOf(error, fieldId) }),
        ),
      );
    }
    setProgress({ results, isOver: true });
    announceIssueChange();
  };
  return {
    progress,
    start(fieldId, value) {
      isStopped.current = false;
      void run(fieldId, value);
    },
    stop() {
      isStopped.current = true;
    },
    goBack: () => setProgress(undefined),
  };
}

function refusalOf(error: unknown, fieldId: string): Pick<BulkEditResult, 'outcome' | 'reason'> {
  if (!(error instanceof ServerError)) return { outcome: 'left out', reason: errorText(error) };
  const isForbidden = error.status === 403 || error.status === 404;
  const reason = error.fieldErrors[fieldId] ?? error.message;
  return { outcome: isForbidden ? 'not permitted' : 'left out', reason };
}
