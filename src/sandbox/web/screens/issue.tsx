import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import Heading from '@atlaskit/heading';
import { IconButton } from '@atlaskit/button/new';
import { ErrorMessage } from '@atlaskit/form';
import EditIcon from '@atlaskit/icon/core/edit';
import { readIssue, type IssueRecord, editIssue } from '../calls/jira-calls';
import { useReply, useSession, useTimeText } from '../session/session';
import { WhenLoaded, errorText, WaysBack } from '../shell/page-states';
import { usePageTitle } from '../shell/routing';
import { AdfDocument } from './adf';
import { findFieldType } from '../calls/sandbox-calls';
import { StatusMenu } from './status-menu';
import { AppResource } from '../host/app-resource';
import { FieldPlaceContext } from '../renderer/field-place';
import type { ExtensionPoint } from '../../forge/extension-point';
import { ServerError } from '../calls/tracker-client';
import type { AppFieldType } from '../calls/sandbox-calls';
import './issue.css';

/** One issue: what it says on the left, its details on the right. */
export function IssueScreen({ issueKey }: { issueKey: string }) {
  usePageTitle(issueKey);
  const loading = useReply(readIssue, issueKey);
  return (
    <WhenLoaded loading={loading} what={issueKey}>
      {(issue) => <IssueView issue={issue} onChanged={loading.reload} />}
    </WhenLoaded>
  );
}

interface IssueViewProps {
  issue: IssueRecord;
  onChanged: () => void;
}

function IssueView({ issue, onChanged }: IssueViewProps) {
  usePageTitle(`[${issue.key}] ${issue.fields.summary}`);
  return (
    <div className="issue">
      <IssueBreadcrumbs issue={issue} />
      <div className="issue-columns">
        <div className="issue-main">
          <Heading size="large" as="h1">
            {issue.fields.summary}
          </Heading>
          <section aria-labelledby="description-heading">
            <Heading size="small" as="h2" id="description-heading">
              Description
            </Heading>
            <Description document={issue.fields.description} />
          </section>
        </div>
        <div className="issue-side">
          <StatusMenu issue={issue} onChanged={onChanged} />
          <Details issue={issue} onChanged={onChanged} />
        </div>
      </div>
    </div>
  );
}

function IssueBreadcrumbs({ issue: { key, fields } }: { issue: IssueRecord }) {
  const { project } = fields;
  const steps = [
    { text: 'Projects', href: '/projects' },
    { text: project.name, href: `/projects/${project.key}` },
    { text: key, href: `/browse/${key}` },
  ];
  return <WaysBack steps={steps} />;
}

function Description({ document }: { document: unknown }) {
  if (document === null || document === undefined) return <p className="subtle">None</p>;
  return (
    <div className="description">
      <AdfDocument document={document} />
    </div>
  );
}

function Details({ issue, onChanged }: IssueViewProps) {
  const { state } = useSession();
  const timeText = useTimeText();
  const { issuetype, reporter, created, updated } = issue.fields;
  const appFields = Object.keys(issue.fields).flatMap((fieldId) => {
    const fieldType = findFieldType(state.fieldTypes, issue.schema[fieldId]);
    return fieldType === undefined ? [] : [{ fieldId, fieldType }];
  });
  return (
    <section className="details" aria-labelledby="details-heading">
      <Heading size="small" as="h2" id="details-heading">
        Details
      </Heading>
      <DetailRow name="Work type">{issuetype.name}</DetailRow>
      <DetailRow name="Reporter">{reporter.displayName}</DetailRow>
      {appFields.map(({ fieldId, fieldType }) => (
        <AppField
          key={fieldId}
          issue={issue}
          fieldId={fieldId}
          name={issue.names[fieldId] ?? fieldId}
          fieldType={fieldType}
          onSaved={onChanged}
        />
      ))}
      <p className="subtle small">
        Created {timeText(created)} · Updated {timeText(updated)}
      </p>
    </section>
  );
}

function DetailRow({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="detail-row">
      <div className="detail-name">{name}</div>
      <div className="detail-value">{children}</div>
    </div>
  );
}

interface AppFieldProps {
  issue: IssueRecord;
  fieldId: string;
  name: string;
  fieldType: AppFieldType;
  /** The value was stored; the issue has to be read again. */
  onSaved: () => void;
}

/** A custom field of the app on an issue: its view, and its editor in the same place. */
function AppField(props: AppFieldProps) {
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
  const point = fieldPoint('view', props);
  const { view, edit } = fieldType;
  const isShown = view.experience.includes('issue-view');
  const isEditable = edit.experience.includes('issue-view') && edit.isInline;
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
          <AppResource resource={view.resource} point={point} label={name} />
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
  const point = fieldPoint('edit', props);
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
        resource={fieldType.edit.resource}
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

function fieldPoint(
  entryPoint: 'view' | 'edit',
  { issue, fieldId, fieldType }: AppFieldProps,
): ExtensionPoint {
  const fieldValue = issue.fields[fieldId] ?? null;
  return {
    moduleKey: fieldType.key,
    entryPoint,
    extensionHint: { fieldId, issueKey: issue.key, renderContext: 'issue-view', fieldValue },
  };
}
