import { useId, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import Button from '@atlaskit/button/new';
import TextArea from '@atlaskit/textarea';
import { CompletionList } from './completion-list';
import { useQueryEditor, type QueryEditor } from './use-query-editor';

interface JqlInputProps {
  /** The query that was searched for last; a new one replaces what is typed. */
  searchedQuery: string;
  isInvalid: boolean;
  /** What is said below the query: its errors. */
  children?: ReactNode;
  inputRef: RefObject<HTMLTextAreaElement>;
  onSearch: (query: string) => void;
}

/** A query with completion. Enter searches, Shift and Enter begins a line. */
export function JqlInput({ searchedQuery, children, onSearch, ...input }: JqlInputProps) {
  const id = useId();
  const editor = useQueryEditor(searchedQuery, input.inputRef);
  const { shown, active } = editor;
  const search = (event: FormEvent) => {
    event.preventDefault();
    editor.close();
    onSearch(editor.query);
  };
  return (
    <form className="jql-form" role="search" onSubmit={search}>
      <label className="visually-hidden" htmlFor={`${id}-query`}>
        JQL query
      </label>
      <div className="jql-input">
        <QueryBox id={id} editor={editor} onEnter={search} {...input} />
        <CompletionList id={id} completions={shown} active={active} onPick={editor.pick} />
      </div>
      <Button type="submit" appearance="primary">
        Search
      </Button>
      <p id={`${id}-hint`} className="visually-hidden">
        Press Control+Space for suggestions, or Enter to search.
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

interface QueryBoxProps extends Pick<JqlInputProps, 'isInvalid' | 'inputRef'> {
  id: string;
  editor: QueryEditor;
  onEnter: (event: KeyboardEvent) => void;
}

function QueryBox({ id, editor, isInvalid, inputRef, onEnter }: QueryBoxProps) {
  const { query, shown, active, onChange, onSelect, close } = editor;
  const onKeyDown = (event: KeyboardEvent) => {
    if (editor.handleKey(event)) event.preventDefault();
    else if (event.key === 'Enter' && !event.shiftKey) onEnter(event);
  };
  return (
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
      value={query}
      role="combobox"
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-expanded={shown.length > 0}
      aria-controls={`${id}-list`}
      aria-describedby={`${id}-hint ${id}-below`}
      {...(active !== undefined && { 'aria-activedescendant': `${id}-${active}` })}
      onChange={onChange}
      onSelect={onSelect}
      onBlur={close}
      onKeyDown={onKeyDown}
    />
  );
}
