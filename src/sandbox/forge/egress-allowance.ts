/** @see https://developer.atlassian.com/platform/forge/limits-invocation/ */
const requestsPerMinute = 100;

/**
 * How often one invocation may leave the platform: 100 times for each minute, rounded up, that its
 * function may take. Calls of Jira, of the storage and of queues do not count.
 */
export class EgressAllowance {
  #requestsLeft: number;

  /** @param limitSeconds how long the function may take */
  constructor(limitSeconds: number) {
    this.#requestsLeft = requestsPerMinute * Math.ceil(limitSeconds / 60);
  }

  /**
   * Counts a request. Returns the platform's own answer to one too many, `undefined` for every other.
   * @see https://jira.atlassian.com/browse/ECO-491
   */
  take(): Response | undefined {
    if (this.#requestsLeft > 0) {
      this.#requestsLeft -= 1;
      return undefined;
    }
    return new Response(null, {
      status: 429,
      statusText: 'Too Many Requests',
      headers: { 'forge-proxy-error': 'FETCH_LIMIT_EXCEEDED' },
    });
  }
}
