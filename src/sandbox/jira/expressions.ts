/** Whether a stored value passes. */
export type ValidationExpression = (value: unknown) => boolean;
export type FormatterExpression = (value: unknown) => string;

/**
 * The Jira expressions that the stand-in knows, each by its exact text. It evaluates no others:
 * a changed expression is to be modelled here, and checked on a site.
 */
const validations: Readonly<Record<string, ValidationExpression>> = {
  'value == null || (value.objects?.length > 0 && value.objects.length <= 100)': (value) => {
    if (value === null || value === undefined) return true;
    const objects = listOf(value, 'objects');
    return objects !== undefined && objects.length > 0 && objects.length <= 100;
  },
  'value == null || (value.objects?.length > 0 && value.objects.length <= 100 && (value.levels == null || value.levels.length <= 10))':
    (value) => {
      if (value === null || value === undefined) return true;
      const objects = listOf(value, 'objects');
      const levels = listOf(value, 'levels');
      return (
        objects !== undefined &&
        objects.length > 0 &&
        objects.length <= 100 &&
        (levels === undefined || levels.length <= 10)
      );
    },
};

const formatters: Readonly<Record<string, FormatterExpression>> = {
  "value == null || value.objects == null ? '' : value.objects.map(o => o.label).join(', ')": (
    value,
  ) =>
    (listOf(value, 'objects') ?? [])
      .map((item) => propertyOf(item, 'label'))
      .map((label) => (typeof label === 'string' ? label : ''))
      .join(', '),
};

/** @throws {Error} naming an expression that is not modelled. */
export function getValidation(expression: string): ValidationExpression {
  return lookUp(validations, expression);
}

/** @throws {Error} naming an expression that is not modelled. */
export function getFormatter(expression: string): FormatterExpression {
  return lookUp(formatters, expression);
}

function lookUp<Expression>(known: Readonly<Record<string, Expression>>, text: string): Expression {
  const found = Object.hasOwn(known, text) ? known[text] : undefined;
  if (!found) throw new Error(`The sandbox does not model the Jira expression: ${text}`);
  return found;
}

function listOf(value: unknown, name: string): readonly unknown[] | undefined {
  const list = propertyOf(value, name);
  return Array.isArray(list) ? list : undefined;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
