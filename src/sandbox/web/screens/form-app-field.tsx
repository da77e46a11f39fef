import { useEffect, useMemo, useRef, useState } from 'react';
import { RequiredAsterisk } from '@atlaskit/form';
import { createActivity, type Activity } from '../host/activity';
import { AppResource } from '../host/app-resource';
import { FieldPlaceContext } from '../renderer/field-place';
import type { ExtensionPoint } from '../../forge/extension-point';
import type { ScreenField } from '../../rest/representations';
import type { AppFieldType } from '../calls/sandbox-calls';
import { FieldProblem } from './form-problems';

/** How long a field may take to submit its value after the person submitted the form. */
const settleLimitMs = 10_000;

/** The values that the app's fields submitted so far; `null` clears a field. */
export interface AppFieldValues {
  get(fieldId: string): unknown;
  set(fieldId: string, value: unknown): void;
  activityOf(fieldId: string): Activity;
  /** Remembers a control of a field's editor that the person has changed. */
  noteChoice(control: Element): void;
  /** Whether one of those is still there: an editor that has saved by itself takes its controls away. */
  hasChoice(): boolean;
  /**
   * Counts a field as part of the screen.
   *
   * @returns takes it off again; its value is kept for when it comes back
   */
  show(fieldId: string): () => void;
  /**
   * The submitted values of the fields on the screen, once none works on one any more; a field that
   * takes too long keeps its default value.
   */
  settled(): Promise<Record<string, unknown>>;
}

/** Keeps values while the form is open, also when its fields change. */
export function useAppFieldValues(onChanged: (fieldId: string) => void): AppFieldValues {
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
      get: (fieldId) => values.get(fieldId),
      set(fieldId, value) {
        values.set(fieldId, value);
        latest.current(fieldId);
      },
      activityOf(fieldId) {
        const activity = activities.get(fieldId) ?? createActivity();
        activities.set(fieldId, activity);
        return activity;
      },
      noteChoice: (control) => changedControls.add(control),
      hasChoice: () => [...changedControls].some(({ isConnected }) => isConnected),
      show(fieldId) {
        shown.add(fieldId);
        return () => shown.delete(fieldId);
      },
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
export function FormAppField(props: FormAppFieldProps) {
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
  const isInline = fieldType.isInline || !isInlineByChoice;
  const isDrawn =
    fieldType.resources.edit && isInline && fieldType.experiences.edit.includes(screen);
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
            resource={fieldType.resources.edit ?? ''}
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

/** A select says by itself what is chosen: what is typed there only searches. */
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
