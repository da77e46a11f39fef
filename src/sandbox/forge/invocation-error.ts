export type InvocationErrorCode =
  /** The function asks for the person's consent; `serviceKey` names the provider. */
  | 'NEEDS_AUTHENTICATION_ERR'
  /** App code threw. */
  | 'FUNCTION_ERR'
  /** The function did not answer in time. */
  | 'FUNCTION_TIMED_OUT'
  /** There were too many invocations in a minute. */
  | 'RATE_LIMITED'
  | 'PAYLOAD_TOO_LARGE'
  | 'RESPONSE_TOO_LARGE'
  /** The manifest has no such module. */
  | 'MODULE_NOT_FOUND'
  /** The module is not offered to people without a Jira license. */
  | 'ACCESS_DENIED';

/** Why an invocation has no value, in the platform's words. */
export class InvocationError extends Error {
  override readonly name = 'InvocationError';

  constructor(
    readonly code: InvocationErrorCode,
    message: string,
    readonly details: { serviceKey?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
  }
}

/** Whatever ended an invocation, as the platform tells it. */
export function asInvocationError(error: unknown): InvocationError {
  if (error instanceof InvocationError) return error;
  if (!(error instanceof Error)) {
    return new InvocationError('FUNCTION_ERR', String(error), { cause: error });
  }
  if (error.name === 'NEEDS_AUTHENTICATION_ERR' && 'serviceKey' in error) {
    const serviceKey = String(error.serviceKey);
    return new InvocationError('NEEDS_AUTHENTICATION_ERR', error.message, { serviceKey });
  }
  const message = `There was an error invoking the function - ${error.message}`;
  return new InvocationError('FUNCTION_ERR', message, { cause: error });
}
