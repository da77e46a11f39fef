/** Why Jira does not take an expression, or stops evaluating it; `notModelled` is the sandbox's own. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';

  constructor(
    readonly kind: 'syntax' | 'type' | 'other' | 'notModelled',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function notModelledExpression(what: string): ExpressionError {
  return new ExpressionError('notModelled', `The sandbox does not model ${what} in expressions.`);
}

export function typeError(message: string): ExpressionError {
  return new ExpressionError('type', message);
}
