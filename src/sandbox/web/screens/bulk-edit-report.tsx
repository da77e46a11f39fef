import Button from '@atlaskit/button/new';
import Lozenge from '@atlaskit/lozenge';
import { ModalBody, ModalFooter, ModalHeader, ModalTitle } from '@atlaskit/modal-dialog';
import ProgressBar from '@atlaskit/progress-bar';
import { issueCount } from './count-text';
import type { BulkEditProgress, BulkEditResult } from './use-bulk-edit';

interface BulkEditReportProps {
  title: string;
  progress: BulkEditProgress;
  /** Of the work items that were chosen. */
  total: number;
  /** Whether the form still holds something that the person chose there. */
  hasChoice: boolean;
  onStop: () => void;
  /** Leads to the form again. */
  onBack: () => void;
  onDone: () => void;
}

/** How far a bulk edit is, and what became of each work item. */
export function BulkEditReport(props: BulkEditReportProps) {
  const { title, progress, total, onStop, onBack, onDone } = props;
  const { results, isOver } = progress;
  return (
    <>
      <ModalHeader>
        <ModalTitle>{title}</ModalTitle>
      </ModalHeader>
      <ModalBody>
        <p role="status" className="bulk-edit-state">
          {isOver ? summaryOf(props) : 'Saving. Keep this page open.'}
        </p>
        {!isOver && <ProgressBar ariaLabel="Work items done" value={results.length / total} />}
        <ResultTable results={results} />
      </ModalBody>
      <ModalFooter>
        {isOver ? (
          <>
            {countOf(results, 'saved') < total && <Button onClick={onBack}>Back</Button>}
            <Button appearance="primary" onClick={onDone}>
              Done
            </Button>
          </>
        ) : (
          <Button onClick={onStop}>Stop</Button>
        )}
      </ModalFooter>
    </>
  );
}

function ResultTable({ results }: { results: readonly BulkEditResult[] }) {
  return (
    <table className="issue-table">
      <thead>
        <tr>
          <th scope="col">Work item</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <ResultRow key={result.issue.id} {...result} />
        ))}
      </tbody>
    </table>
  );
}

const outcomes = {
  saved: { text: 'Saved', appearance: 'success' },
  'left out': { text: 'Left out', appearance: 'moved' },
  'not permitted': { text: 'No permission', appearance: 'removed' },
} as const;

function ResultRow({ issue, outcome, reason }: BulkEditResult) {
  const { text, appearance } = outcomes[outcome];
  return (
    <tr>
      <td>
        <a href={`/browse/${issue.key}`} target="_blank" rel="noreferrer">
          {issue.key}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <div className="subtle">{issue.fields.summary}</div>
      </td>
      <td className="bulk-edit-result">
        <Lozenge appearance={appearance}>{text}</Lozenge>
        {reason !== '' && <div className="subtle bulk-edit-reason">{reason}</div>}
      </td>
    </tr>
  );
}

function summaryOf({ progress: { results }, total, hasChoice }: BulkEditReportProps): string {
  const savedCount = countOf(results, 'saved');
  // The editor may have saved by itself, and would make a count of 0 a lie.
  if (savedCount === 0 && !hasChoice) return 'Jira had nothing to change.';
  const parts = [
    `${issueCount(savedCount)} saved`,
    ...partOf(countOf(results, 'left out'), 'left out'),
    ...partOf(countOf(results, 'not permitted'), 'without permission'),
    ...partOf(total - results.length, 'not tried'),
  ];
  return `${parts.join(', ')}.`;
}

function countOf(results: readonly BulkEditResult[], wanted: BulkEditResult['outcome']): number {
  return results.filter(({ outcome }) => outcome === wanted).length;
}

function partOf(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}
