import { useState } from 'react';
import type { FoundIssue } from '../calls/jira-calls';

/** How many work items Jira edits at a time. */
export const mostSelected = 1000;

/** The work items that a person has chosen in a list, also those of other pages of it. */
export interface IssueSelection {
  chosen: readonly FoundIssue[];
  has: (issue: FoundIssue) => boolean;
  /** No other one can be chosen. */
  isFull: boolean;
  toggle: (issue: FoundIssue) => void;
  /** Adds as many as fit. */
  add: (issues: readonly FoundIssue[]) => void;
  clear: () => void;
}

export function useIssueSelection(): IssueSelection {
  const [chosen, setChosen] = useState<readonly FoundIssue[]>([]);
  const ids = new Set(chosen.map(({ id }) => id));
  const has = ({ id }: FoundIssue) => ids.has(id);
  const add = (issues: readonly FoundIssue[]) =>
    setChosen([...chosen, ...issues.filter((issue) => !has(issue))].slice(0, mostSelected));
  return {
    chosen,
    has,
    add,
    isFull: chosen.length >= mostSelected,
    toggle: (issue) =>
      has(issue) ? setChosen(chosen.filter(({ id }) => id !== issue.id)) : add([issue]),
    clear: () => setChosen([]),
  };
}

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
