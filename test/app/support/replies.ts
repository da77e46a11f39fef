/** What a function of the resolver replies where it answers. */
export const ok = (value: unknown) => ({ kind: 'ok', value });

/** Where the person has to connect their account first. */
export const consent = { kind: 'consent' };

/** Where it can't answer; the person can try again, unless told otherwise. */
export const problem = (message: string, canRetry = true) => ({
  kind: 'problem',
  code: 'X',
  message,
  canRetry,
});
