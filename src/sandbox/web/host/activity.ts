export type Activity = ReturnType<typeof createActivity>;

/** Knows whether a resource still works on something that it may submit. */
export function createActivity() {
  const underWay = new Set<Promise<unknown>>();
  return {
    track<T>(work: Promise<T>): Promise<T> {
      underWay.add(work);
      const forget = () => underWay.delete(work);
      work.then(forget, forget);
      return work;
    },
    /**
     * Resolves once nothing is under way any more, at the latest after the limit: whether nothing is
     * under way then.
     */
    async whenIdle(limitMs: number): Promise<boolean> {
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
