import type { AppFieldType } from '../calls/sandbox-calls';

/** The app's type behind a field's schema; undefined for fields of Jira itself. */
export function findFieldType(
  fieldTypes: readonly AppFieldType[],
  schema: { custom?: string | undefined } | undefined,
): AppFieldType | undefined {
  return fieldTypes.find(({ type }) => type === schema?.custom);
}
