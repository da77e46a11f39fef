import { ExpressionError } from './expression-error';
import { evaluate } from './evaluate';
import { valueOf } from './expression-value';
import type { Value } from './expression-value';
import { parseExpression } from './parse';

/** Jira gives more (issue, project, configuration, user); an expression that asks for it is refused. */
const variables = ['value'];

/**
 * Returns why a value does not pass, `undefined` where it does.
 * @param errorMessage for an expression that answers false; one may answer with a text of its own
 * @throws {ExpressionError} if Jira refuses the expression, or the sandbox does not model it
 */
export function validationOf(
  expression: string,
  errorMessage: string,
): (value: unknown) => string | undefined {
  const compute = compile(expression);
  return (value) => {
    const verdict = attempt(() => compute(value));
    if (verdict instanceof ExpressionError) return failureText('validation', verdict);
    if (typeof verdict === 'string') return verdict;
    return verdict === true ? undefined : errorMessage;
  };
}

/**
 * Returns the text that Jira shows for a value. Where the expression fails on it, the text says so:
 * what Jira shows then is not known.
 * @throws {ExpressionError} as {@link validationOf}
 */
export function formatterOf(expression: string): (value: unknown) => string {
  const compute = compile(expression);
  return (value) => {
    const text = attempt(() => compute(value));
    if (text instanceof ExpressionError) return failureText('formatter', text);
    return typeof text === 'string'
      ? text
      : failureText('formatter', new Error('It gave no text.'));
  };
}

function compile(expression: string): (value: unknown) => Value {
  const tree = parseExpression(expression, variables);
  return (value) => evaluate(tree, new Map([['value', valueOf(value)]]));
}

function attempt(compute: () => Value): Value | ExpressionError {
  try {
    return compute();
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

function failureText(what: 'validation' | 'formatter', { message }: Error): string {
  return `The ${what} expression of the app failed. ${message}`;
}
