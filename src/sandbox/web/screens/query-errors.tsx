import type { RefObject } from 'react';
import Button from '@atlaskit/button/new';
import { ErrorMessage } from '@atlaskit/form';

interface QueryErrorsProps {
  messages: readonly string[];
  inputRef: RefObject<HTMLTextAreaElement>;
}

/** What Jira says against a query, with a way to the place where it names one. */
export function QueryErrors({ messages, inputRef }: QueryErrorsProps) {
  return (
    <div role="alert">
      {messages.map((message) => (
        <div key={message} className="query-error">
          <ErrorMessage>{message}</ErrorMessage>
          <PlaceButton message={message} inputRef={inputRef} />
        </div>
      ))}
    </div>
  );
}

const place = /\(line (?<line>\d+), character (?<character>\d+)\)$/;

function PlaceButton({
  message,
  inputRef,
}: Pick<QueryErrorsProps, 'inputRef'> & { message: string }) {
  const { line, character } = place.exec(message)?.groups ?? {};
  if (line === undefined || character === undefined) return null;
  const goThere = () => {
    const input = inputRef.current;
    if (!input) return;
    const offset = offsetOf(input.value, Number(line), Number(character));
    input.focus();
    input.setSelectionRange(offset, input.value.length);
  };
  return (
    <Button appearance="subtle" spacing="compact" onClick={goThere}>
      Go to character {character}
    </Button>
  );
}

/** Both count from 1. */
function offsetOf(text: string, line: number, character: number): number {
  const linesBefore = text.split('\n').slice(0, line - 1);
  return linesBefore.reduce((sum, { length }) => sum + length + 1, 0) + character - 1;
}
