import * as z from 'zod';
import { getFormatter, getValidation } from './expressions';

/** What an app declares of a field type. */
export interface FieldTypeDeclaration {
  key: string;
  /** The id that fields name as their type. */
  ari: string;
  name: string;
  description: string;
  /** JSON schema of the stored value. */
  schema: Readonly<Record<string, unknown>>;
  formatterExpression: string;
  validation?: { expression: string; errorMessage: string };
}

/** A field type of an app, ready for use. */
export interface FieldType {
  readonly declaration: FieldTypeDeclaration;
  /** Returns why Jira refuses the value, `undefined` where it takes it; `null` clears the field. */
  refuse(value: unknown): string | undefined;
  /** The text that Jira shows where no code of the app runs. */
  format(value: unknown): string;
}

/** @throws {Error} where an expression of the declaration is not modelled. */
export function fieldTypeOf(declaration: FieldTypeDeclaration): FieldType {
  const schema = z.fromJSONSchema(declaration.schema);
  const { validation } = declaration;
  const accepts = validation && getValidation(validation.expression);
  return {
    declaration,
    refuse: (value) => {
      if (accepts && !accepts(value)) return validation.errorMessage;
      if (value === null) return undefined;
      const checked = schema.safeParse(value);
      return checked.success
        ? undefined
        : `The value does not match the schema of the field. ${describe(checked.error)}`;
    },
    format: getFormatter(declaration.formatterExpression),
  };
}

function describe(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'value'}: ${message}`)
    .join('; ');
}
