import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import Button from '@atlaskit/button/new';
import TextArea from '@atlaskit/textarea';
import { complete, type Completion } from './completions';
import { readCursor } from './query-cursor';
import { useCompletions } from './use-completions';

export interface JqlInputProps {
  /** The query that was searched for last. */
  initialQuery: string;
  isInvalid: boolean;
  /** What is said below the query: its errors. */
  children?: ReactNode;
  inputRef: RefObject<HTMLTextAreaElement>;
  onSearch: (query: string) => void;
}

/** A query with completion. Enter searches, Shift and Enter begins a line. */
export function JqlInput({ initialQuery, isInvalid, children, inputRef, onSearch }: JqlInputProps) {
  const id = useId();
  const editor = useEditor(initialQuery, inputRef);
  const search = (event: FormEvent) => {
    event.preventDefault();
    editor.close();
    onSearch(editor.query);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editor.handleKey(event)) event.preventDefault();
    else if (event.key === 'Enter' && !event.shiftKey) search(event);
  };
  const { shown, active } = editor;
  return (
    <form className="jql-form" role="search" onSubmit={search}>
      <label className="visually-hidden" htmlFor={`${id}-query`}>
        JQL query
      </label>
      <div className="jql-input">
        <TextArea
          id={`${id}-query`}
          ref={inputRef}
          isMonospaced
          isInvalid={isInvalid}
          minimumRows={1}
          resize="smart"
          spellCheck={false}
          autoComplete="off"
          placeholder="Enter a JQL query"
          value={editor.query}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-describedby={`${id}-hint ${id}-below`}
          {...(active !== undefined && { 'aria-activedescendant': `${id}-${active}` })}
          onChange={editor.onChange}
          onSelect={editor.onSelect}
          onBlur={editor.close}
          onKeyDown={onKeyDown}
        />
        <CompletionList id={id} completions={shown} active={active} onPick={editor.pick} />
      </div>
      <Button type="submit" appearance="primary">
        Search
      </Button>
      <p id={`${id}-hint`} className="visually-hidden">
        Press Control and Space for suggestions, and Enter to search.
      </p>
      <p className="visually-hidden" role="status">
        {shown.length > 0 && `${shown.length} suggestions`}
      </p>
      <div id={`${id}-below`} className="jql-below">
        {children}
      </div>
    </form>
  );
}

/** The text, the cursor in it, and which suggestion is active. */
function useEditor(initialQuery: string, input: RefObject<HTMLTextAreaElement>) {
  const [query, setQuery] = useState(initialQuery);
  const [position, setPosition] = useState(initialQuery.length);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const cursor = readCursor(query, position);
  const completions = useCompletions(cursor);
  const shown = isOpen ? completions : [];
  const active = chosen !== undefined && chosen < shown.length ? chosen : undefined;
  const moveCursor = useCursorAfterRender(input);

  const close = () => setOpen(false);
  const open = () => {
    setOpen(true);
    setChosen(undefined);
  };
  const pick = (completion: Completion) => {
    const completed = complete(query, cursor, completion);
    setQuery(completed.query);
    setPosition(completed.cursor);
    moveCursor(completed.cursor);
    open();
  };
  const step = (by: 1 | -1) => {
    const none = by === 1 ? -1 : 0;
    setChosen(((active ?? none) + by + shown.length) % shown.length);
  };
  /** Returns whether the key was for the suggestions. */
  const handleKey = ({ key, ctrlKey }: KeyboardEvent): boolean => {
    const activeCompletion = active === undefined ? undefined : shown[active];
    if (key === ' ' && ctrlKey) open();
    else if (shown.length === 0) return false;
    else if (key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp') step(-1);
    else if (key === 'Escape') close();
    else if ((key === 'Enter' || key === 'Tab') && activeCompletion) pick(activeCompletion);
    else return false;
    return true;
  };
  return {
    query,
    shown,
    active,
    close,
    pick,
    handleKey,
    onChange: ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => {
      setQuery(currentTarget.value);
      setPosition(currentTarget.selectionStart);
      open();
    },
    onSelect: ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => {
      setPosition(currentTarget.selectionStart);
    },
  };
}

/** Sets the cursor once the text that it belongs to is drawn. */
function useCursorAfterRender(input: RefObject<HTMLTextAreaElement>) {
  const wanted = useRef<number>();
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    input.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = undefined;
  });
  return (position: number) => {
    wanted.current = position;
  };
}

interface CompletionListProps {
  id: string;
  completions: readonly Completion[];
  active: number | undefined;
  onPick: (completion: Completion) => void;
}

function CompletionList({ id, completions, active, onPick }: CompletionListProps) {
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
