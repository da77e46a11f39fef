import { useState } from 'react';
import { ErrorMessage } from '@atlaskit/form';
import Heading from '@atlaskit/heading';
import InlineEdit from '@atlaskit/inline-edit';
import Textfield from '@atlaskit/textfield';
import { editIssue } from '../calls/jira-issues';
import type { IssueRecord } from '../calls/jira-records';
import { ServerError } from '../calls/request';
import { useSession } from '../session/session';
import { errorText } from '../shell/page-states';

interface IssueSummaryProps {
  issue: IssueRecord;
  onChanged: () => void;
}

/** The summary as a heading that is edited in place. */
export function IssueSummary({ issue, onChanged }: IssueSummaryProps) {
  const { tracker } = useSession();
  const [problem, setProblem] = useState<{ text: string; message: string }>();
  const { summary } = issue.fields;
  const save = (text: string) => {
    if (text === summary) return;
    editIssue(tracker, issue.key, { summary: text }).then(
      () => {
        setProblem(undefined);
        onChanged();
      },
      (error: unknown) => setProblem({ text, message: messageOf(error) }),
    );
  };
  return (
    <div className="issue-summary-edit">
      <InlineEdit
        key={problem?.text}
        defaultValue={problem?.text ?? summary}
        startWithEditViewOpen={problem !== undefined}
        editButtonLabel={`Edit summary, ${summary}`}
        validate={(text) => (String(text).trim() === '' ? 'Enter a summary.' : undefined)}
        onConfirm={save}
        onCancel={() => setProblem(undefined)}
        editView={({ errorMessage, ...field }) => (
          <Textfield {...field} aria-label="Summary" autoFocus isInvalid={Boolean(errorMessage)} />
        )}
        readView={() => (
          <Heading size="large" as="h1">
            {summary}
          </Heading>
        )}
      />
      {problem !== undefined && <ErrorMessage>{problem.message}</ErrorMessage>}
    </div>
  );
}

function messageOf(error: unknown): string {
  return (error instanceof ServerError ? error.fieldErrors.summary : undefined) ?? errorText(error);
}
