import { useCallback } from 'react';
import { listCreateFields } from '../calls/jira-calls';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { useLoaded } from '../shell/use-loaded';
import { findFieldType } from './app-field-type';
import { FormAppField, type AppFieldValues } from './form-app-field';

interface CreateAppFieldsProps {
  projectKey: string;
  workTypeId: string;
  values: AppFieldValues;
  /** What the server said about a field, by its id. */
  problems: Readonly<Record<string, string>>;
}

/** The app's fields of a create screen; each starts again with another project or work type. */
export function CreateAppFields(props: CreateAppFieldsProps) {
  const { projectKey, workTypeId, values, problems } = props;
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
            <FormAppField
              key={`${projectKey} ${workTypeId} ${field.fieldId}`}
              field={field}
              fieldType={fieldType}
              screen="issue-create"
              place={{ projectKey, issueTypeId: workTypeId }}
              storedValue={null}
              values={values}
              problem={problems[field.fieldId]}
            />
          );
        })
      }
    </WhenLoaded>
  );
}
