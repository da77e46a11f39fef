import type { FieldType } from '../calls/sandbox-state';

/** The app's type behind a field's schema; undefined for fields of Jira itself. */
export function findFieldType(
  fieldTypes: readonly FieldType[],
  schema: { custom?: string | undefined } | undefined,
): FieldType | undefined {
  return fieldTypes.find(({ type }) => type === schema?.custom);
}
