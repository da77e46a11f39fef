interface ErrorBody {
  errorMessages: readonly string[];
  /** Absent in the few bodies that Jira documents without it. */
  errors?: Readonly<Record<string, string>>;
}

/**
 * A refusal in Jira's error body: `errorMessages` about the call, `errors` by field.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes
 */
export class JiraError extends Error {
  override readonly name = 'JiraError';
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: ErrorBody;

  constructor(
    readonly status: number,
    errorMessages: readonly string[],
    errors: Readonly<Record<string, string>> = {},
    more: { headers?: Readonly<Record<string, string>>; body?: ErrorBody } = {},
  ) {
    super([...errorMessages, ...Object.values(errors)].join(' '));
    this.headers = more.headers;
    this.body = more.body ?? { errorMessages, errors };
  }
}

/** 404 for what is absent and for what the caller may not see: the two look alike. */
export function notVisible(what: string): JiraError {
  return new JiraError(404, [`${what} does not exist or you do not have permission to see it.`]);
}

export function forbidden(message: string): JiraError {
  return new JiraError(403, [message]);
}

export function notAuthenticated(): JiraError {
  return new JiraError(401, ['Client must be authenticated to access this resource.']);
}

export function invalid(message: string): JiraError {
  return new JiraError(400, [message]);
}

/** What the stand-in does not do, said loudly. */
export function notModelled(what: string): JiraError {
  return new JiraError(501, [`The sandbox does not model ${what}.`]);
}
