let waitedMs = 0;
let isMeasured = false;

/**
 * From the first call on, adds up how long requests to this machine take, the body included.
 * Must be called before the first app is hosted: its host keeps the `fetch` that it finds.
 * @returns how many milliseconds these are so far
 */
export function measureWaiting(): () => number {
  if (!isMeasured) {
    isMeasured = true;
    const nodeFetch = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const startedAt = performance.now();
      const response = await nodeFetch(input, init);
      const body = await response.arrayBuffer();
      waitedMs += performance.now() - startedAt;
      return new Response(response.status === 204 ? null : body, response);
    };
  }
  return () => waitedMs;
}
