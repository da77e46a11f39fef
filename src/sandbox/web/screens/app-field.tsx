import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { IconButton } from '@atlaskit/button/new';
import { ErrorMessage } from '@atlaskit/form';
import EditIcon from '@atlaskit/icon/core/edit';
import { AppResource } from '../host/app-resource';
import { FieldPlaceContext } from '../renderer/field-place';
import type { ExtensionPoint } from '../../forge/extension-point';
import { editIssue, type IssueRecord } from '../calls/jira-calls';
import { ServerError } from '../calls/tracker-client';
import type { AppFieldType } from '../calls/sandbox-calls';
import { useSession } from '../session/session';
import { errorText } from '../shell/page-states';

interface AppFieldProps {
  issue: IssueRecord;
  fieldId: string;
  name: string;
  fieldType: AppFieldType;
  /** The value was stored; the issue has to be read again. */
  onSaved: () => void;
}

/** A custom field of the app on an issue: its view, and its editor in the same place. */
export function AppField(props: AppFieldProps) {
  const { issue } = props;
  const [isOpen, setOpen] = useState(false);
  const [savedOver, setSavedOver] = useState<IssueRecord>();
  // Closed before the issue is read again, the field would show its old value.
  const isEditing = isOpen && (savedOver === undefined || savedOver === issue);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Back to where the person started, unless they have gone on to something else.
    if (wasEditing.current && !isEditing && document.activeElement === document.body) {
      editButton.current?.focus();
    }
    wasEditing.current = isEditing;
  }, [isEditing]);
  const open = () => {
    setSavedOver(undefined);
    setOpen(true);
  };
  return (
    <div className="detail-row app-field" role="group" aria-label={props.name}>
      <div className="detail-name">{props.name}</div>
      <div className="detail-value">
        {isEditing ? (
          <FieldEditor
            {...props}
            onSaved={() => {
              setSavedOver(issue);
              props.onSaved();
            }}
            onClose={() => setOpen(false)}
          />
        ) : (
          <FieldValue {...props} editButton={editButton} onEdit={open} />
        )}
      </div>
    </div>
  );
}

interface FieldValueProps extends AppFieldProps {
  editButton: React.RefObject<HTMLButtonElement>;
  onEdit: () => void;
}

function FieldValue({ editButton, onEdit, ...props }: FieldValueProps) {
  const { name, fieldType } = props;
  const point = useFieldPoint('view', props);
  const { resources, experiences, isInline } = fieldType;
  const isShown = resources.view && experiences.view.includes('issue-view');
  const isEditable = resources.edit && experiences.edit.includes('issue-view') && isInline;
  const openFromValue = (event: MouseEvent) => {
    const { target, currentTarget } = event;
    // Dialogs of the value are drawn elsewhere in the page.
    const isInside = target instanceof Element && currentTarget.contains(target);
    if (isEditable && isInside && !target.closest('a, button, input')) onEdit();
  };
  return (
    // A click on the value is a shortcut for the button inside.
    <div className={isEditable ? 'field-value editable' : 'field-value'} onClick={openFromValue}>
      <div className="field-value-content">
        {isShown ? (
          <AppResource resource={resources.view ?? ''} point={point} label={name} />
        ) : (
          <span className="subtle">The app doesn’t show this field on a work item.</span>
        )}
      </div>
      {isEditable && (
        <IconButton
          ref={editButton}
          icon={EditIcon}
          label={`Edit ${name}`}
          appearance="subtle"
          spacing="compact"
          onClick={onEdit}
        />
      )}
    </div>
  );
}

interface FieldEditorProps extends AppFieldProps {
  onClose: () => void;
}

function FieldEditor({ onClose, ...props }: FieldEditorProps) {
  const { issue, fieldId, name, fieldType, onSaved } = props;
  const { tracker } = useSession();
  const [problem, setProblem] = useState<string>();
  const point = useFieldPoint('edit', props);
  const place = useMemo(
    () => ({ kind: 'issue-view' as const, name, cancel: onClose }),
    [name, onClose],
  );
  const submit = async (value: unknown) => {
    try {
      await editIssue(tracker, issue.key, { [fieldId]: value ?? null });
    } catch (error) {
      const message = fieldMessage(error, fieldId);
      setProblem(message);
      throw new Error(message, { cause: error });
    }
    onSaved();
  };
  return (
    <FieldPlaceContext.Provider value={place}>
      <AppResource
        resource={fieldType.resources.edit ?? ''}
        point={point}
        label={`Edit ${name}`}
        onSubmit={submit}
        onClose={onClose}
      />
      {problem !== undefined && (
        <div role="alert">
          <ErrorMessage>{problem}</ErrorMessage>
        </div>
      )}
    </FieldPlaceContext.Provider>
  );
}

function fieldMessage(error: unknown, fieldId: string): string {
  return (
    (error instanceof ServerError ? error.fieldErrors[fieldId] : undefined) ?? errorText(error)
  );
}

function useFieldPoint(
  entryPoint: 'view' | 'edit',
  { issue, fieldId, fieldType }: AppFieldProps,
): ExtensionPoint {
  const fieldValue = issue.fields[fieldId];
  return useMemo(
    () => ({
      moduleKey: fieldType.key,
      entryPoint,
      extensionHint: {
        fieldId,
        issueKey: issue.key,
        renderContext: 'issue-view',
        fieldValue: fieldValue ?? null,
      },
    }),
    [fieldType.key, entryPoint, fieldId, issue.key, fieldValue],
  );
}
