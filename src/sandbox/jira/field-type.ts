import * as z from 'zod';
import { formatterOf, validationOf } from './evaluate-expression';

/** A module of the app's manifest, as far as Jira itself looks at it. */
interface FieldTypeDeclaration {
  key: string;
  /** The id that fields name as their type. */
  ari: string;
  /** JSON schema of the stored value. */
  schema: Readonly<Record<string, unknown>>;
  view: { formatter: { expression: string } };
  edit: { validation?: { expression: string; errorMessage: string } | undefined };
}

export interface FieldType {
  readonly declaration: FieldTypeDeclaration;
  /** Returns why Jira refuses the value, `undefined` where it takes it; `null` clears the field. */
  refuse(value: unknown): string | undefined;
  /** As `refuse`, without the validation that the app declares for edits. */
  refuseShape(value: unknown): string | undefined;
  /** The text that Jira shows where no code of the app runs. */
  format(value: unknown): string;
}

/** @throws {ExpressionError} if an expression of the declaration cannot be evaluated. */
export function fieldTypeOf(declaration: FieldTypeDeclaration): FieldType {
  const schema = z.fromJSONSchema(declaration.schema);
  const { validation } = declaration.edit;
  const validate = validation && validationOf(validation.expression, validation.errorMessage);
  const refuseShape = (value: unknown) => {
    if (value === null) return undefined;
    const checked = schema.safeParse(value);
    return checked.success
      ? undefined
      : `The value does not match the schema of the field. ${describe(checked.error)}`;
  };
  return {
    declaration,
    refuse: (value) => validate?.(value) ?? refuseShape(value),
    refuseShape,
    format: formatterOf(declaration.view.formatter.expression),
  };
}

function describe(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'value'}: ${message}`)
    .join('; ');
}
