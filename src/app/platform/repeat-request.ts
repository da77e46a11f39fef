import { InvocationError, InvocationErrorCode } from '@forge/events';

/**
 * What a function returns to be called with the same event again, at most four times.
 * @see https://developer.atlassian.com/platform/forge/events-reference/product_events/
 */
export const requestRepeat = (): unknown =>
  new InvocationError({
    retryAfter: 60,
    retryReason: InvocationErrorCode.FUNCTION_RETRY_REQUEST,
  });
