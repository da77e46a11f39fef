import { useCallback, useEffect, useMemo, useRef } from 'react';
import { RequiredAsterisk } from '@atlaskit/form';
import { createActivity, type Activity } from '../host/activity';
import { AppResource } from '../host/app-resource';
import { FieldPlaceContext } from '../renderer/field-place';
import type { ExtensionPoint } from '../../server/app-context';
import { listCreateFields } from '../server/jira-issues';
import type { CreateField } from '../server/jira-records';
import type { FieldType } from '../server/sandbox-state';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { useLoaded } from '../shell/use-loaded';
import { FieldProblem } from './create-problems';
import { findFieldType } from './field-type';

/** How long a field may take to submit its value after the person created the issue. */
const settleLimitMs = 10_000;

/** The values that the app's fields submitted so far. */
export interface AppFieldValues {
  get(fieldId: string): unknown;
  set(fieldId: string, value: unknown): void;
  activityOf(fieldId: string): Activity;
  /**
   * Counts a field as part of the screen.
   *
   * @returns takes it off again; its value is kept for when it comes back
   */
  show(fieldId: string): () => void;
  /** The values of the fields on the screen, once none works on one any more. */
  settled(): Promise<Record<string, unknown>>;
}

/** Keeps values while the dialog is open, also when project or work type change. */
export function useAppFieldValues(onChanged: () => void): AppFieldValues {
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  });
  return useMemo(() => {
    const values = new Map<string, unknown>();
    const activities = new Map<string, Activity>();
    const shown = new Set<string>();
    return {
      get: (fieldId) => values.get(fieldId),
      set(fieldId, value) {
        values.set(fieldId, value);
        latest.current();
      },
      activityOf(fieldId) {
        const activity = activities.get(fieldId) ?? createActivity();
        activities.set(fieldId, activity);
        return activity;
      },
      show(fieldId) {
        shown.add(fieldId);
        return () => shown.delete(fieldId);
      },
      async settled() {
        const all = [...activities.values()];
        await Promise.all(all.map((activity) => activity.whenIdle(settleLimitMs)));
        const filled = [...values].filter(([id, value]) => shown.has(id) && value !== null);
        return Object.fromEntries(filled);
      },
    };
  }, []);
}

export interface CreateAppFieldsProps {
  projectKey: string;
  workTypeId: string;
  values: AppFieldValues;
  /** What the server said about a field, by its id. */
  problems: Readonly<Record<string, string>>;
}

/** The app's fields of a create screen, drawn by the app's own editors. */
export function CreateAppFields({ projectKey, workTypeId, ...rest }: CreateAppFieldsProps) {
  const { tracker, state } = useSession();
  const load = useCallback(
    () => listCreateFields(tracker, projectKey, workTypeId),
    [tracker, projectKey, workTypeId],
  );
  return (
    <WhenLoaded loading={useLoaded(load)} what="fields">
      {(fields) =>
        fields.map((field) => {
          const fieldType = findFieldType(state.fieldTypes, field.schema);
          return fieldType === undefined ? null : (
            <CreateAppField
              key={`${projectKey} ${workTypeId} ${field.fieldId}`}
              {...{ projectKey, workTypeId, field, fieldType }}
              {...rest}
            />
          );
        })
      }
    </WhenLoaded>
  );
}

interface CreateAppFieldProps extends CreateAppFieldsProps {
  field: CreateField;
  fieldType: FieldType;
}

function CreateAppField(props: CreateAppFieldProps) {
  const { field, fieldType, values, problems } = props;
  const point = useCreatePoint(props);
  useEffect(() => values.show(field.fieldId), [values, field.fieldId]);
  const activity = values.activityOf(field.fieldId);
  const { name } = field;
  const place = useMemo(() => ({ kind: 'form' as const, name, activity }), [name, activity]);
  const isDrawn =
    fieldType.resources.edit &&
    fieldType.isInline &&
    fieldType.experiences.edit.includes('issue-create');
  return (
    <div className="create-field" role="group" aria-label={field.name}>
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
        <span className="subtle">The app has no editor for this field on a create screen.</span>
      )}
      <FieldProblem message={problems[field.fieldId]} />
    </div>
  );
}

function useCreatePoint(props: CreateAppFieldProps): ExtensionPoint {
  const { projectKey, workTypeId, field, fieldType, values } = props;
  return useMemo(
    () => ({
      moduleKey: fieldType.key,
      entryPoint: 'edit',
      extensionHint: {
        fieldId: field.fieldId,
        projectKey,
        issueTypeId: workTypeId,
        renderContext: 'issue-create',
        // What was submitted before the person chose another project or work type.
        fieldValue: values.get(field.fieldId) ?? null,
      },
    }),
    [projectKey, workTypeId, field.fieldId, fieldType.key, values],
  );
}
