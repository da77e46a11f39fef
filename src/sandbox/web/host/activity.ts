/** Knows whether a resource still works on something that it may submit. */
export interface Activity {
  track<T>(work: Promise<T>): Promise<T>;
  /**
   * Resolves once nothing is under way any more, at the latest after the limit: whether nothing is
   * under way then.
   */
  whenIdle(limitMs: number): Promise<boolean>;
}

export function createActivity(): Activity {
  const underWay = new Set<Promise<unknown>>();
  return {
    track(work) {
      underWay.add(work);
      const forget = () => underWay.delete(work);
      work.then(forget, forget);
      return work;
    },
    async whenIdle(limitMs) {
      const deadline = Date.now() + limitMs;
      do {
        await Promise.race([Promise.allSettled(underWay), wait(deadline - Date.now())]);
        // What follows a settled call in the app, such as its submit, starts in this turn.
        await wait(0);
      } while (underWay.size > 0 && Date.now() < deadline);
      return underWay.size === 0;
    },
  };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
