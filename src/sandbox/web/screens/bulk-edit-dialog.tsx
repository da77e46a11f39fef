import { useState, type FormEvent } from 'react';
import Button from '@atlaskit/button/new';
import { Label } from '@atlaskit/form';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
} from '@atlaskit/modal-dialog';
import Select from '@atlaskit/select';
import type { Field } from '../calls/jira-records';
import type { FoundIssue } from '../calls/jira-search';
import { useSession } from '../session/session';
import { BulkEditReport } from './bulk-edit-report';
import { issueCount } from './count-text';
import { findFieldType } from './app-field-type';
import { FormAppField, useAppFieldValues, type AppFieldValues } from './form-app-field';
import { FormProblems } from './form-problems';
import { useBulkEdit } from './use-bulk-edit';
import { useFormSubmission } from './use-form-submission';

interface BulkEditDialogProps {
  issues: readonly FoundIssue[];
  appFields: readonly Field[];
  onClose: () => void;
  /** Work items may have changed, and the person has seen which. */
  onDone: () => void;
}

/** Gives one field the same value on many work items, and tells what became of each. */
export function BulkEditDialog({ issues, appFields, onClose, onDone }: BulkEditDialogProps) {
  const edit = useBulkEdit(issues);
  const title = `Bulk edit ${issueCount(issues.length)}`;
  if (edit.progress === undefined) {
    return (
      <ModalDialog width="large" shouldCloseOnOverlayClick={false} onClose={onClose}>
        <BulkEditForm {...{ title, issues, appFields, onClose }} onSubmit={edit.start} />
      </ModalDialog>
    );
  }
  const isOver = edit.progress.isOver;
  return (
    <ModalDialog
      width="large"
      shouldCloseOnOverlayClick={false}
      onClose={isOver ? onDone : edit.stop}
    >
      <ModalHeader>
        <ModalTitle>{title}</ModalTitle>
      </ModalHeader>
      <ModalBody>
        <BulkEditReport progress={edit.progress} total={issues.length} />
      </ModalBody>
      <ModalFooter>
        {isOver ? (
          <Button appearance="primary" onClick={onDone}>
            Done
          </Button>
        ) : (
          <Button onClick={edit.stop}>Stop</Button>
        )}
      </ModalFooter>
    </ModalDialog>
  );
}

interface BulkEditFormProps extends Pick<BulkEditDialogProps, 'issues' | 'appFields' | 'onClose'> {
  title: string;
  onSubmit: (fieldId: string, value: unknown) => void;
}

function BulkEditForm({ title, issues, appFields, onClose, onSubmit }: BulkEditFormProps) {
  const [field, setField] = useState<Field | undefined>(
    appFields.length === 1 ? appFields[0] : undefined,
  );
  const values = useAppFieldValues((fieldId) => forget(fieldId));
  const { problems, isUnderWay, submit, forget } = useFormSubmission(values, (submitted) => {
    if (field === undefined || !(field.id in submitted)) throw new Error('Change the field first.');
    onSubmit(field.id, submitted[field.id]);
    return Promise.resolve();
  });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={apply} noValidate className="dialog-form">
      <ModalHeader hasCloseButton>
        <ModalTitle>{title}</ModalTitle>
      </ModalHeader>
      <ModalBody>
        <FormProblems title="Nothing was changed" messages={problems.general} />
        <FieldChoice appFields={appFields} field={field} onChange={setField} />
        {field && <FieldEditor key={field.id} {...{ field, issues, values }} />}
      </ModalBody>
      <ModalFooter>
        <Button appearance="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button
          appearance="primary"
          type="submit"
          isLoading={isUnderWay}
          isDisabled={field === undefined}
        >
          Change {issueCount(issues.length)}
        </Button>
      </ModalFooter>
    </form>
  );
}

interface FieldChoiceProps {
  appFields: readonly Field[];
  field: Field | undefined;
  onChange: (field: Field) => void;
}

function FieldChoice({ appFields, field, onChange }: FieldChoiceProps) {
  const options = appFields.map((value) => ({ value, label: value.name }));
  return (
    <>
      <Label htmlFor="bulk-edit-field">Field to change</Label>
      <Select
        inputId="bulk-edit-field"
        options={options}
        menuPosition="fixed"
        placeholder="Choose a field"
        value={options.find(({ value }) => value.id === field?.id) ?? null}
        onChange={(option) => option && onChange(option.value)}
      />
    </>
  );
}

interface FieldEditorProps {
  field: Field;
  issues: readonly FoundIssue[];
  values: AppFieldValues;
}

function FieldEditor({ field, issues, values }: FieldEditorProps) {
  const { state } = useSession();
  const fieldType = findFieldType(state.fieldTypes, field.schema);
  const [issueIds] = useState(() => issues.map(({ id }) => id));
  return fieldType === undefined ? null : (
    <FormAppField
      field={{ fieldId: field.id, name: field.name, required: false }}
      fieldType={fieldType}
      screen="issue-bulk-edit"
      place={{ issueIds }}
      storedValue={null}
      values={values}
      problem={undefined}
    />
  );
}
