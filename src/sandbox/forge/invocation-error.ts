export type InvocationErrorCode =
  /** The function asks for the person's consent; `serviceKey` names the provider. */
  | 'NEEDS_AUTHENTICATION_ERR'
  /** App code threw. */
  | 'FUNCTION_ERR'
  /** The function did not answer in time. */
  | 'FUNCTION_TIMED_OUT'
  | 'PAYLOAD_TOO_LARGE'
  | 'RESPONSE_TOO_LARGE'
  /** The manifest has no such module. */
  | 'MODULE_NOT_FOUND'
  /** The module is not offered to people without a Jira licence. */
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
