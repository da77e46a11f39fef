import { useEffect, useRef } from 'react';
import { ErrorMessage } from '@atlaskit/form';
import SectionMessage from '@atlaskit/section-message';

interface FormProblemsProps {
  /** What did not happen. */
  title: string;
  messages: readonly string[];
}

/** What stopped a form and belongs to no field: the button that was pressed may be a long way below. */
export function FormProblems({ title, messages }: FormProblemsProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [messages]);
  if (messages.length === 0) return null;
  return (
    <div ref={ref} role="alert">
      <SectionMessage appearance="error" title={title}>
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </SectionMessage>
    </div>
  );
}

/** A problem of one field, where the person looks for it. */
export function FieldProblem({ id, message }: { id?: string; message: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== undefined) ref.current?.scrollIntoView({ block: 'center' });
  }, [message]);
  return (
    <div ref={ref} id={id} role="alert">
      {message !== undefined && <ErrorMessage>{message}</ErrorMessage>}
    </div>
  );
}
