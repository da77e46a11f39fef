import {
  useId,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import Button from '@atlaskit/button/new';
import TextArea from '@atlaskit/textarea';

interface JqlInputProps {
  /** The query that was searched for last; a new one replaces what is typed. */
  searchedQuery: string;
  isInvalid: boolean;
  /** What is said below the query: its errors. */
  children?: ReactNode;
  inputRef: RefObject<HTMLTextAreaElement>;
  onSearch: (query: string) => void;
}

/** Enter searches, Shift and Enter begins a line. */
export function JqlInput({
  searchedQuery,
  isInvalid,
  children,
  inputRef,
  onSearch,
}: JqlInputProps) {
  const id = useId();
  const [searched, setSearched] = useState(searchedQuery);
  const [query, setQuery] = useState(searchedQuery);
  if (searched !== searchedQuery) {
    setSearched(searchedQuery);
    setQuery(searchedQuery);
  }
  const search = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    onSearch(query);
  };
  return (
    <form className="jql-form" role="search" onSubmit={search}>
      <label className="visually-hidden" htmlFor={`${id}-query`}>
        JQL query
      </label>
      <TextArea
        id={`${id}-query`}
        ref={inputRef}
        isMonospaced
        isInvalid={isInvalid}
        minimumRows={1}
        resize="smart"
        spellCheck={false}
        placeholder="Enter a JQL query"
        value={query}
        aria-describedby={`${id}-below`}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey) search(event);
        }}
      />
      <Button type="submit" appearance="primary">
        Search
      </Button>
      <div id={`${id}-below`} className="jql-below">
        {children}
      </div>
    </form>
  );
}
