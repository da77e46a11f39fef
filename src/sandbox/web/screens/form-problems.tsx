import { useEffect, useRef } from 'react';
import { ErrorMessage } from '@atlaskit/form';
import SectionMessage from '@atlaskit/section-message';

interface FormProblemsProps {
  /** What did not happen. */
  title: string;
  /** Another list each time that the form is refused. */
  messages: readonly string[];
}

/**
 * What stopped a form and belongs to no field. Each time it leads to the first problem of the form: the
 * button that was pressed may be a long way off.
 */
export function FormProblems({ title, messages }: FormProblemsProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (messages.length > 0) ref.current?.scrollIntoView({ block: 'nearest' });
    else leadToFirstField(ref.current?.closest('form'));
  }, [messages]);
  return (
    <div ref={ref} role="alert">
      {messages.length > 0 && (
        <SectionMessage appearance="error" title={title}>
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </SectionMessage>
      )}
    </div>
  );
}

function leadToFirstField(form: HTMLFormElement | null | undefined): void {
  const problem = form?.querySelector(`.${fieldProblem}:not(:empty)`);
  if (!problem) return;
  const findControl = (selector: string) =>
    problem.parentElement?.querySelector<HTMLElement>(selector);
  const control =
    findControl('[aria-required=true]:enabled') ?? findControl('input:enabled, textarea:enabled');
  control?.focus({ preventScroll: true });
  problem.scrollIntoView({ block: 'center' });
}

const fieldProblem = 'field-problem';

/** A problem of one field, where the person looks for it. The two need an element of their own. */
export function FieldProblem({ id, message }: { id?: string; message: string | undefined }) {
  return (
    <div id={id} className={fieldProblem} role="alert">
      {message !== undefined && <ErrorMessage>{message}</ErrorMessage>}
    </div>
  );
}
