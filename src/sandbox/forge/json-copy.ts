import { InvocationError } from './invocation-error';

/** The most that a user interface may send to a function, and get back, in bytes of JSON. */
export const requestLimitBytes = 500_000;
export const responseLimitBytes = 5_000_000;

/**
 * Returns what is left of a value after its way as JSON.
 * @throws {InvocationError} if it is larger than the limit
 */
export function jsonCopy(
  value: unknown,
  limitBytes: number,
  code: 'PAYLOAD_TOO_LARGE' | 'RESPONSE_TOO_LARGE',
): unknown {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return undefined;
  const bytes = Buffer.byteLength(text);
  if (bytes > limitBytes) {
    throw new InvocationError(code, `${bytes} bytes are more than the limit of ${limitBytes}.`);
  }
  return JSON.parse(text) as unknown;
}
