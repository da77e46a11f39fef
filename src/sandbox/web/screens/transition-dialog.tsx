import type { FormEvent } from 'react';
import Button from '@atlaskit/button/new';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
} from '@atlaskit/modal-dialog';
import { transitionIssue, type IssueRecord, type TransitionRecord } from '../calls/jira-calls';
import { useSession } from '../session/session';
import { findFieldType } from './app-field-type';
import { FormAppField, useAppFieldValues, type AppFieldValues } from './form-app-field';
import { FormProblems } from './form-problems';
import { useFormSubmission } from './use-form-submission';

interface TransitionDialogProps {
  issue: IssueRecord;
  transition: TransitionRecord;
  onClose: () => void;
  /** The issue has moved. */
  onDone: () => void;
}

/** The screen of a transition: the app's fields, to be changed on the way. */
export function TransitionDialog({ issue, transition, onClose, onDone }: TransitionDialogProps) {
  const { tracker } = useSession();
  const values = useAppFieldValues((fieldId) => forget(fieldId));
  const { problems, isUnderWay, submit, forget } = useFormSubmission(values, async (fields) => {
    await transitionIssue(tracker, issue.key, transition.id, fields);
    onClose();
    onDone();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <ModalDialog width="large" shouldCloseOnOverlayClick={false} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate className="dialog-form">
        <ModalHeader hasCloseButton>
          <ModalTitle>{`Move ${issue.key} to ${transition.to.name}`}</ModalTitle>
        </ModalHeader>
        <ModalBody>
          <FormProblems title="The status wasn’t changed" messages={problems.general} />
          <TransitionFields {...{ issue, transition, values }} problems={problems.fields} />
        </ModalBody>
        <ModalFooter>
          <Button appearance="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button appearance="primary" type="submit" isLoading={isUnderWay}>
            {transition.name}
          </Button>
        </ModalFooter>
      </form>
    </ModalDialog>
  );
}

interface TransitionFieldsProps extends Pick<TransitionDialogProps, 'issue' | 'transition'> {
  values: AppFieldValues;
  /** Text by field id. */
  problems: Readonly<Record<string, string>>;
}

function TransitionFields({ issue, transition, values, problems }: TransitionFieldsProps) {
  const { state } = useSession();
  return Object.values(transition.fields).map((field) => {
    const fieldType = findFieldType(state.fieldTypes, field.schema);
    return fieldType === undefined ? null : (
      <FormAppField
        key={field.fieldId}
        field={field}
        fieldType={fieldType}
        screen="issue-transition"
        place={{ issueKey: issue.key, transitionId: transition.id }}
        storedValue={issue.fields[field.fieldId] ?? null}
        values={values}
        problem={problems[field.fieldId]}
      />
    );
  });
}
