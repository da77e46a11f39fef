import { useState, type FormEvent } from 'react';
import Button from '@atlaskit/button/new';
import { Label } from '@atlaskit/form';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  ModalTransition,
} from '@atlaskit/modal-dialog';
import Select from '@atlaskit/select';
import type { FoundIssue } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { useSession } from '../session/session';
import { BulkEditReport } from './bulk-edit-report';
import { issueCount } from './count-text';
import { DiscardDialog } from './discard-dialog';
import { findFieldType } from './app-field-type';
import { FormAppField, useAppFieldValues, type AppFieldValues } from './form-app-field';
import { FormProblems } from './form-problems';
import { useBulkEdit } from './use-bulk-edit';
import { useFormSubmission } from './use-form-submission';

interface BulkEditDialogProps {
  issues: readonly FoundIssue[];
  appFields: readonly FieldBean[];
  onClose: () => void;
  /** Work items may have changed, and the person has seen which. */
  onDone: () => void;
}

/** Gives one field the same value on many work items, and tells what became of each. */
export function BulkEditDialog({ issues, appFields, onClose, onDone }: BulkEditDialogProps) {
  const edit = useBulkEdit(issues);
  const form = useBulkEditForm(appFields, edit.start);
  const [isAsking, setAsking] = useState(false);
  const { progress } = edit;
  const hasSaved = progress?.results.some(({ outcome }) => outcome === 'saved') ?? false;
  const leave = () => {
    if (progress && !progress.isOver) edit.stop();
    else if (!hasSaved && form.values.hasChoice()) setAsking(true);
    else if (progress) onDone();
    else onClose();
  };
  const goBack = () => {
    form.reopen();
    edit.goBack();
  };
  const title = `Bulk edit ${issueCount(issues.length)}`;
  return (
    <>
      <ModalDialog width="large" shouldCloseOnOverlayClick={false} onClose={leave}>
        <BulkEditForm
          {...{ title, issues, appFields, form }}
          isHidden={progress !== undefined}
          onCancel={leave}
        />
        {progress && (
          <BulkEditReport
            {...{ title, progress, onStop: edit.stop, onBack: goBack, onDone: leave }}
            hasChoice={form.values.hasChoice()}
            total={issues.length}
          />
        )}
      </ModalDialog>
      <ModalTransition>
        {isAsking && (
          <DiscardDialog
            title="Discard this change?"
            onKeep={() => setAsking(false)}
            onDiscard={onClose}
          >
            What you’ve chosen will be lost. Changes that are already saved are kept.
          </DiscardDialog>
        )}
      </ModalTransition>
    </>
  );
}

type BulkEditFormState = ReturnType<typeof useBulkEditForm>;

function useBulkEditForm(
  appFields: readonly FieldBean[],
  onSubmit: (fieldId: string, value: unknown) => void,
) {
  const [field, setField] = useState<FieldBean | undefined>(
    appFields.length === 1 ? appFields[0] : undefined,
  );
  const values = useAppFieldValues((fieldId) => submission.forget(fieldId));
  const submission = useFormSubmission(values, (submitted) => {
    if (field === undefined || !(field.id in submitted)) throw new Error('Change the field first.');
    onSubmit(field.id, submitted[field.id]);
    return Promise.resolve();
  });
  return { field, setField, values, ...submission };
}

interface BulkEditFormProps extends Pick<BulkEditDialogProps, 'issues' | 'appFields'> {
  title: string;
  form: BulkEditFormState;
  /** Keeps what is chosen for when the person comes back. */
  isHidden: boolean;
  onCancel: () => void;
}

function BulkEditForm({ title, issues, appFields, form, isHidden, onCancel }: BulkEditFormProps) {
  const { field, setField, values, problems, isUnderWay } = form;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form onSubmit={apply} noValidate className="dialog-form" hidden={isHidden}>
      {!isHidden && (
        <ModalHeader hasCloseButton>
          <ModalTitle>{title}</ModalTitle>
        </ModalHeader>
      )}
      <ModalBody>
        <FormProblems title="Nothing was changed" messages={problems.general} />
        <FieldChoice appFields={appFields} field={field} onChange={setField} />
        {field && <FieldEditor key={field.id} {...{ field, issues, values }} />}
      </ModalBody>
      <ModalFooter>
        <Button appearance="subtle" onClick={onCancel}>
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
  appFields: readonly FieldBean[];
  field: FieldBean | undefined;
  onChange: (field: FieldBean) => void;
}

function FieldChoice({ appFields, field, onChange }: FieldChoiceProps) {
  const options = appFields.map((value) => ({ value, label: value.name }));
  return (
    <>
      <Label htmlFor="bulk-edit-field">Field to change</Label>
      <Select
        inputId="bulk-edit-field"
        shouldPreventEscapePropagation
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
  field: FieldBean;
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
