import {
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { complete, type Completion } from './completions';
import { readCursor, type QueryCursor } from './query-cursor';
import { useCompletions } from './use-completions';

export type QueryEditor = ReturnType<typeof useQueryEditor>;

/** The text, the suggestions at the cursor in it, and which of them is active. */
export function useQueryEditor(searchedQuery: string, input: RefObject<HTMLTextAreaElement>) {
  const { query, cursor, setText, setPosition, complete: put } = useText(searchedQuery, input);
  const list = useList(useCompletions(cursor));
  const pick = (completion: Completion) => {
    put(completion);
    list.open();
  };
  /** Returns whether the key was for the suggestions. */
  const handleKey = ({ key, ctrlKey }: KeyboardEvent): boolean => {
    const activeCompletion = list.active === undefined ? undefined : list.shown[list.active];
    if (key === ' ' && ctrlKey) list.open();
    else if (list.shown.length === 0) return false;
    else if (key === 'ArrowDown') list.step(1);
    else if (key === 'ArrowUp') list.step(-1);
    else if (key === 'Escape') list.close();
    else if ((key === 'Enter' || key === 'Tab') && activeCompletion) pick(activeCompletion);
    else return false;
    return true;
  };
  return {
    query,
    shown: list.shown,
    active: list.active,
    close: list.close,
    pick,
    handleKey,
    onChange: ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => {
      setText(currentTarget.value, currentTarget.selectionStart);
      list.open();
    },
    onSelect: ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => {
      setPosition(currentTarget.selectionStart);
    },
  };
}

/** What is typed, and where the cursor stands in it; a newly searched query takes its place. */
function useText(searchedQuery: string, input: RefObject<HTMLTextAreaElement>) {
  const [searched, setSearched] = useState(searchedQuery);
  const [query, setQuery] = useState(searchedQuery);
  const [position, setPosition] = useState(searchedQuery.length);
  const moveCursor = useCursorAfterRender(input);
  const setText = (text: string, cursorPosition: number) => {
    setQuery(text);
    setPosition(cursorPosition);
  };
  if (searched !== searchedQuery) {
    setSearched(searchedQuery);
    if (query !== searchedQuery) setText(searchedQuery, searchedQuery.length);
  }
  const cursor: QueryCursor = readCursor(query, position);
  return {
    query,
    cursor,
    setText,
    setPosition,
    complete: (completion: Completion) => {
      const completed = complete(query, cursor, completion);
      setText(completed.query, completed.cursor);
      moveCursor(completed.cursor);
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

/** Whether the suggestions are open, and which one the keyboard has reached. */
function useList(completions: readonly Completion[]) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const shown = isOpen ? completions : [];
  const active = chosen !== undefined && chosen < shown.length ? chosen : undefined;
  return {
    shown,
    active,
    close: () => setOpen(false),
    open: () => {
      setOpen(true);
      setChosen(undefined);
    },
    step: (by: 1 | -1) => {
      const none = by === 1 ? -1 : 0;
      setChosen(((active ?? none) + by + shown.length) % shown.length);
    },
  };
}
