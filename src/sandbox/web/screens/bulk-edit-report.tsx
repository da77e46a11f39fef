import Lozenge from '@atlaskit/lozenge';
import ProgressBar from '@atlaskit/progress-bar';
import { issueCount } from './count-text';
import type { BulkEditProgress, BulkEditResult } from './use-bulk-edit';

interface BulkEditReportProps {
  progress: BulkEditProgress;
  /** Of the work items that were chosen. */
  total: number;
}

/** How far a bulk edit is, and what became of each work item. */
export function BulkEditReport({ progress: { results, isOver }, total }: BulkEditReportProps) {
  return (
    <>
      <p role="status">{isOver ? summaryOf(results, total) : 'Saving. Keep this page open.'}</p>
      <ProgressBar ariaLabel="Work items done" value={results.length / total} />
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
    </>
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
        <div className="subtle">{reason}</div>
      </td>
    </tr>
  );
}

function summaryOf(results: readonly BulkEditResult[], total: number): string {
  const countOf = (wanted: BulkEditResult['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const parts = [
    `${issueCount(countOf('saved'))} saved`,
    ...partOf(countOf('left out'), 'left out'),
    ...partOf(countOf('not permitted'), 'without permission'),
    ...partOf(total - results.length, 'not tried'),
  ];
  return `${parts.join(', ')}.`;
}

function partOf(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}
