import { useState, useEffect, useRef } from 'react';
import Button from '@atlaskit/button/new';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  ModalTransition,
} from '@atlaskit/modal-dialog';
import Lozenge from '@atlaskit/lozenge';
import ProgressBar from '@atlaskit/progress-bar';
import type { FieldBean } from '../../rest/representations';
import { useSession } from '../session/session';
import { issueCount } from './result-list';
import { DialogForm, DiscardDialog, SelectField } from './dialogs';
import { AppFields, useAppFieldValues, FormProblems, useFormSubmission } from './form-fields';
import { editIssue, type FoundIssue } from '../calls/jira-calls';
import { ServerError } from '../calls/tracker-client';
import { errorText } from '../shell/page-states';
import { announceIssueChange } from './use-search';

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
  const [issueIds] = useState(() => issues.map(({ id }) => id));
  return (
    <DialogForm
      {...{ title, isHidden, isUnderWay, onCancel }}
      submitLabel={`Change ${issueCount(issues.length)}`}
      canSubmit={field !== undefined}
      onSubmit={form.submit}
    >
      <FormProblems title="Nothing was changed" messages={problems.general} />
      <SelectField
        id="bulk-edit-field"
        label="Field to change"
        placeholder="Choose a field"
        items={appFields}
        idOf={(appField) => appField.id}
        textOf={({ name }) => name}
        chosen={field}
        onChange={setField}
      />
      {field && (
        <AppFields
          fields={[{ ...field, fieldId: field.id, required: false }]}
          screen="issue-bulk-edit"
          place={{ issueIds }}
          values={values}
        />
      )}
    </DialogForm>
  );
}

interface BulkEditReportProps {
  title: string;
  progress: BulkEditProgress;
  /** Of the work items that were chosen. */
  total: number;
  /** Whether the form still holds something that the person chose there. */
  hasChoice: boolean;
  onStop: () => void;
  onBack: () => void;
  onDone: () => void;
}

/** How far a bulk edit is, and what became of each work item. */
function BulkEditReport(props: BulkEditReportProps) {
  const { title, progress, total, onStop, onBack, onDone } = props;
  const { results, isOver } = progress;
  return (
    <>
      <ModalHeader hasCloseButton={isOver}>
        <ModalTitle>{title}</ModalTitle>
      </ModalHeader>
      <ModalBody>
        <p role="status" className="bulk-edit-state">
          {isOver ? summaryOf(props) : 'Saving. Keep this page open.'}
        </p>
        {!isOver && <ProgressBar ariaLabel="Work items done" value={results.length / total} />}
        <ResultTable results={results} isSavedElsewhere={!props.hasChoice} />
      </ModalBody>
      <ModalFooter>
        {isOver ? (
          <>
            {countOf(results, 'saved') < total && <Button onClick={onBack}>Back</Button>}
            <Button appearance="primary" onClick={onDone}>
              Done
            </Button>
          </>
        ) : (
          <Button onClick={onStop}>Stop</Button>
        )}
      </ModalFooter>
    </>
  );
}

interface ResultTableProps {
  results: readonly BulkEditResult[];
  /** Whether the editor has saved by itself what was chosen in it. */
  isSavedElsewhere: boolean;
}

function ResultTable({ results, isSavedElsewhere }: ResultTableProps) {
  return (
    <table className="issue-table">
      <thead>
        <tr>
          <th scope="col">Work item</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <ResultRow key={result.issue.id} {...result} isSavedElsewhere={isSavedElsewhere} />
        ))}
      </tbody>
    </table>
  );
}

const outcomes = {
  saved: { text: 'Saved', appearance: 'success' },
  skipped: { text: 'Skipped', appearance: 'moved' },
  'not permitted': { text: 'No permission', appearance: 'removed' },
} as const;

interface ResultRowProps extends BulkEditResult {
  isSavedElsewhere: boolean;
}

function ResultRow({ issue, outcome, reason, isSavedElsewhere }: ResultRowProps) {
  const { text, appearance } = outcomes[outcome];
  const isDone = isSavedElsewhere && outcome === 'skipped';
  return (
    <tr>
      <td>
        <a href={`/browse/${issue.key}`} target="_blank" rel="noreferrer">
          {issue.key}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <div className="subtle">{issue.fields.summary}</div>
      </td>
      <td className="bulk-edit-result">
        {isDone ? (
          <Lozenge>Nothing to change</Lozenge>
        ) : (
          <Lozenge appearance={appearance}>{text}</Lozenge>
        )}
        {reason !== '' && <div className="subtle bulk-edit-reason">{reason}</div>}
      </td>
    </tr>
  );
}

function summaryOf({ progress: { results }, total, hasChoice }: BulkEditReportProps): string {
  const savedCount = countOf(results, 'saved');
  // The editor may have saved by itself, so a count of 0 could be wrong.
  if (savedCount === 0 && !hasChoice) return 'Jira had nothing to change.';
  const parts = [
    `${issueCount(savedCount)} saved`,
    ...partOf(countOf(results, 'skipped'), 'skipped'),
    ...partOf(countOf(results, 'not permitted'), 'without permission'),
    ...partOf(total - results.length, 'not tried'),
  ];
  return `${parts.join(', ')}.`;
}

function countOf(results: readonly BulkEditResult[], wanted: BulkEditResult['outcome']): number {
  return results.filter(({ outcome }) => outcome === wanted).length;
}

function partOf(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}

interface BulkEditResult {
  issue: FoundIssue;
  outcome: 'saved' | 'skipped' | 'not permitted';
  /** Jira's own words; empty if it was saved. */
  reason: string;
}

interface BulkEditProgress {
  results: readonly BulkEditResult[];
  /** True at the end, and once the person stopped it. */
  isOver: boolean;
}

/** Edits one work item after the other: one that Jira refuses doesn't stop the others. */
function useBulkEdit(issues: readonly FoundIssue[]) {
  const { tracker } = useSession();
  const [progress, setProgress] = useState<BulkEditProgress>();
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const run = async (fieldId: string, value: unknown) => {
    const results: BulkEditResult[] = [];
    for (const issue of issues) {
      if (isStopped.current) break;
      setProgress({ results: [...results], isOver: false });
      results.push(
        await editIssue(tracker, issue.key, { [fieldId]: value }).then(
          () => ({ issue, outcome: 'saved' as const, reason: '' }),
          (error: unknown) => ({ issue, ...refusalOf(error, fieldId) }),
        ),
      );
    }
    setProgress({ results, isOver: true });
    announceIssueChange();
  };
  return {
    /** Undefined until it is started. */
    progress,
    start: (fieldId: string, value: unknown) => {
      isStopped.current = false;
      void run(fieldId, value);
    },
    /** Skips what is not saved yet. */
    stop: () => {
      isStopped.current = true;
    },
    /** Forgets the results, for another start. */
    goBack: () => setProgress(undefined),
  };
}

function refusalOf(error: unknown, fieldId: string): Pick<BulkEditResult, 'outcome' | 'reason'> {
  if (!(error instanceof ServerError)) return { outcome: 'skipped', reason: errorText(error) };
  const isForbidden = error.status === 403 || error.status === 404;
  const reason = error.fieldErrors[fieldId] ?? error.message;
  return { outcome: isForbidden ? 'not permitted' : 'skipped', reason };
}
