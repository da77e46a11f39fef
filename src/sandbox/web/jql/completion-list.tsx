import type { Completion } from './completions';

interface CompletionListProps {
  /** Begins the ids of the list and of its options. */
  id: string;
  completions: readonly Completion[];
  /** Index of the option that the keyboard has reached. */
  active: number | undefined;
  onPick: (completion: Completion) => void;
}

/** What can be put into the query; hidden while there is nothing. */
export function CompletionList({ id, completions, active, onPick }: CompletionListProps) {
  return (
    <ul
      id={`${id}-list`}
      className="jql-completions"
      role="listbox"
      aria-label="Suggestions"
      hidden={completions.length === 0}
    >
      {completions.map((completion, index) => (
        <li
          key={completion.insert}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Before the query loses the focus, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onPick(completion);
          }}
        >
          <span>{completion.label}</span>
          {completion.description !== undefined && (
            <span className="subtle small">{completion.description}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
