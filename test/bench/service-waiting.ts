import { timeMs } from './timing';

let waitedInAllMs = 0;
let isMeasured = false;

/** Of a piece of work: how long it waited for requests to this machine, and all else that it took. */
interface Split {
  readonly waitedMs: number;
  readonly ownMs: number;
}

/**
 * From the first call on, adds up how long requests to this machine take, the body included.
 * Must be called before the first app is hosted: its host keeps the `fetch` that it finds.
 * @returns what does a piece of work, and says how long it took
 */
export function measureWaiting(): (work: () => Promise<unknown>) => Promise<Split> {
  if (!isMeasured) {
    isMeasured = true;
    const nodeFetch = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const startedAt = performance.now();
      const response = await nodeFetch(input, init);
      const body = await response.arrayBuffer();
      waitedInAllMs += performance.now() - startedAt;
      return new Response(response.status === 204 ? null : body, response);
    };
  }
  return async (work) => {
    const waitedBefore = waitedInAllMs;
    const ms = await timeMs(work);
    const waitedMs = waitedInAllMs - waitedBefore;
    return { waitedMs, ownMs: ms - waitedMs };
  };
}
