import { useEffect, useMemo, useRef, useState } from 'react';
import { RequiredAsterisk, Label, ErrorMessage } from '@atlaskit/form';
import TextArea from '@atlaskit/textarea';
import Textfield from '@atlaskit/textfield';
import SectionMessage from '@atlaskit/section-message';
import { createActivity, type Activity } from '../host/activity';
import { AppResource } from '../host/app-resource';
import { FieldPlaceContext } from '../renderer/field-place';
import type { ExtensionPoint } from '../../forge/extension-point';
import type { ScreenField } from '../../rest/representations';
import { findFieldType, type AppFieldType } from '../calls/sandbox-calls';
import { useSession } from '../session/session';
import { ServerError } from '../calls/tracker-client';
import { errorText } from '../shell/page-states';

/** How long a field may take to submit its value after the person submitted the form. */
const settleLimitMs = 10_000;

export type AppFieldValues = ReturnType<typeof useAppFieldValues>;

/**
 * Keeps what the app's fields submitted while the form is open, also when its fields change; `null`
 * clears a field.
 */
export function useAppFieldValues(onChanged: (fieldId: string) => void) {
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  });
  return useMemo(() => {
    const values = new Map<string, unknown>();
    const activities = new Map<string, Activity>();
    const shown = new Set<string>();
    const changedControls = new Set<Element>();
    return {
      get: (fieldId: string) => values.get(fieldId),
      set(fieldId: string, value: unknown) {
        values.set(fieldId, value);
        latest.current(fieldId);
      },
      activityOf(fieldId: string): Activity {
        const activity = activities.get(fieldId) ?? createActivity();
        activities.set(fieldId, activity);
        return activity;
      },
      /** Remembers a control of a field's editor that the person has changed. */
      noteChoice: (control: Element) => void changedControls.add(control),
      /** Whether one of those is still there: an editor that has saved by itself takes its controls away. */
      hasChoice: () => [...changedControls].some(({ isConnected }) => isConnected),
      /** @returns takes the field off the screen again; its value is kept for when it comes back */
      show(fieldId: string) {
        shown.add(fieldId);
        return () => void shown.delete(fieldId);
      },
      /**
       * The submitted values of the fields on the screen, once none works on one any more; a field
       * that takes too long keeps its default value.
       */
      async settled() {
        const late = new Set<string>();
        const settling = [...activities].map(async ([id, activity]) => {
          if (!(await activity.whenIdle(settleLimitMs))) late.add(id);
        });
        await Promise.all(settling);
        return Object.fromEntries([...values].filter(([id]) => shown.has(id) && !late.has(id)));
      },
    };
  }, []);
}

interface FormAppFieldProps {
  field: Pick<ScreenField, 'fieldId' | 'name' | 'required'>;
  fieldType: AppFieldType;
  /** The form, as the platform calls it. */
  screen: 'issue-create' | 'issue-transition' | 'portal-request' | 'issue-bulk-edit';
  /** What the app is told about where it is. */
  place: Partial<ExtensionPoint['extensionHint']>;
  /** The value before the person changed it. */
  storedValue: unknown;
  values: AppFieldValues;
  /** What the server said about the field. */
  problem: string | undefined;
}

/** A field of a form, drawn by the app's own editor. */
function FormAppField(props: FormAppFieldProps) {
  const { field, fieldType, screen, values, problem } = props;
  const point = useFormPoint(props);
  useEffect(() => values.show(field.fieldId), [values, field.fieldId]);
  const activity = values.activityOf(field.fieldId);
  const { name } = field;
  const place = useMemo(
    () => ({
      kind: 'form' as const,
      name,
      activity,
      onChoice: (control: Element) => values.noteChoice(control),
    }),
    [name, activity, values],
  );
  // Elsewhere every field is inline.
  const isInlineByChoice = screen === 'issue-create' || screen === 'issue-transition';
  const isInline = fieldType.edit.isInline || !isInlineByChoice;
  const isDrawn = isInline && fieldType.edit.experience.includes(screen);
  return (
    <div
      className="create-field"
      role="group"
      aria-label={field.name}
      onChange={({ target }) => noteInput(target, values)}
    >
      <div className="field-label">
        {field.name}
        {field.required && <RequiredAsterisk />}
      </div>
      {isDrawn ? (
        <FieldPlaceContext.Provider value={place}>
          <AppResource
            resource={fieldType.edit.resource}
            point={point}
            label={field.name}
            activity={activity}
            onSubmit={(value) => {
              values.set(field.fieldId, value ?? null);
              return Promise.resolve();
            }}
          />
        </FieldPlaceContext.Provider>
      ) : (
        <span className="subtle">The app has no editor for this field on this screen.</span>
      )}
      <FieldProblem message={problem} />
    </div>
  );
}

interface AppFieldsProps extends Pick<FormAppFieldProps, 'screen' | 'place' | 'values'> {
  fields: readonly Pick<ScreenField, 'fieldId' | 'name' | 'required' | 'schema'>[];
  /** By the field's id; nothing is stored if absent. */
  storedValues?: Readonly<Record<string, unknown>>;
  /** What the server said, by the field's id. */
  problems?: Readonly<Record<string, string>>;
}

/** Those fields of a form that are the app's. */
export function AppFields({ fields, storedValues = {}, problems = {}, ...rest }: AppFieldsProps) {
  const { state } = useSession();
  return fields.map((field) => {
    const { fieldId, schema } = field;
    const fieldType = findFieldType(state.fieldTypes, schema);
    if (fieldType === undefined) return null;
    const storedValue = storedValues[fieldId] ?? null;
    const problem = problems[fieldId];
    return <FormAppField key={fieldId} {...{ ...rest, field, fieldType, storedValue, problem }} />;
  });
}

/** A select reports its choice by itself: what is typed there only searches. */
function noteInput(target: EventTarget, values: AppFieldValues): void {
  const isInput = target instanceof Element && target.role !== 'combobox';
  if (isInput) values.noteChoice(target);
}

/** The value is what was submitted before the person chose another project or work type, if any was. */
function useFormPoint(props: FormAppFieldProps): ExtensionPoint {
  const { field, fieldType, screen, place, storedValue, values } = props;
  const [fieldValue] = useState(() => values.get(field.fieldId) ?? storedValue);
  return {
    moduleKey: fieldType.key,
    entryPoint: 'edit',
    extensionHint: {
      ...place,
      fieldId: field.fieldId,
      renderContext: screen,
      fieldValue,
    },
  };
}

interface SubmissionProblems {
  general: readonly string[];
  /** Text by field id. */
  fields: Readonly<Record<string, string>>;
}

const noProblems: SubmissionProblems = { general: [], fields: {} };

/**
 * Sends a form once the app's fields have submitted what they still work on.
 * @param send gets their values; rejects with what the server refused
 */
export function useFormSubmission(
  appFields: AppFieldValues,
  send: (values: Record<string, unknown>) => Promise<void>,
) {
  const [problems, setProblems] = useState(noProblems);
  const [isUnderWay, setUnderWay] = useState(false);
  const submit = async () => {
    setUnderWay(true);
    try {
      await send(await appFields.settled());
    } catch (error) {
      setProblems(problemsOf(error));
      setUnderWay(false);
    }
  };
  return {
    problems,
    isUnderWay,
    submit: () => {
      if (!isUnderWay) void submit();
    },
    /** Lets the person send the form again after it was sent. */
    reopen: () => {
      setProblems(noProblems);
      setUnderWay(false);
    },
    /** Removes the problem of a field whose value has changed. */
    forget: (fieldId: string) => {
      setProblems(({ general, fields }) => ({
        general,
        fields: Object.fromEntries(Object.entries(fields).filter(([id]) => id !== fieldId)),
      }));
    },
  };
}

function problemsOf(error: unknown): SubmissionProblems {
  if (!(error instanceof ServerError)) return { general: [errorText(error)], fields: {} };
  const { errorMessages, fieldErrors } = error;
  const isSilent = errorMessages.length === 0 && Object.keys(fieldErrors).length === 0;
  return { general: isSilent ? [error.message] : errorMessages, fields: fieldErrors };
}

/** What is typed into a form beside the app's fields. */
export function useTexts(onChanged: (fieldId: string) => void) {
  const [texts, setTexts] = useState({ summary: '', description: '' });
  const change = (fieldId: keyof typeof texts, text: string) => {
    setTexts({ ...texts, [fieldId]: text });
    onChanged(fieldId);
  };
  return { texts, change };
}

interface TextFieldsProps extends ReturnType<typeof useTexts> {
  /** Text by field id. */
  problems: Readonly<Record<string, string>>;
}

export function TextFields({ texts, change, problems }: TextFieldsProps) {
  return (
    <>
      <div>
        <Label htmlFor="create-summary">
          Summary
          <RequiredAsterisk />
        </Label>
        <Textfield
          id="create-summary"
          value={texts.summary}
          autoFocus
          isRequired
          isInvalid={problems.summary !== undefined}
          aria-describedby="create-summary-problem"
          onChange={(event) => change('summary', event.currentTarget.value)}
        />
        <FieldProblem id="create-summary-problem" message={problems.summary} />
      </div>
      <div>
        <Label htmlFor="create-description">Description</Label>
        <TextArea
          id="create-description"
          value={texts.description}
          minimumRows={3}
          isInvalid={problems.description !== undefined}
          aria-describedby="create-description-problem"
          onChange={(event) => change('description', event.currentTarget.value)}
        />
        <FieldProblem id="create-description-problem" message={problems.description} />
      </div>
    </>
  );
}

interface FormProblemsProps {
  /** What did not happen. */
  title: string;
  /** A new list each time the form is refused. */
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

/** The problem of one field, below its control. The two need an element of their own. */
function FieldProblem({ id, message }: { id?: string; message: string | undefined }) {
  return (
    <div id={id} className={fieldProblem} role="alert">
      {message !== undefined && <ErrorMessage>{message}</ErrorMessage>}
    </div>
  );
}
