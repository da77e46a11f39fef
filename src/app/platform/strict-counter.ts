import * as z from 'zod/mini';
import type { KeyValueStore } from './storage';

interface Counted {
  readonly store: KeyValueStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What is counted: the first part of its keys. */
  readonly purpose: string;
  readonly windowMs: number;
}

/** What is used up of a window, in one or more measures. */
type Use = readonly number[];

const row = z.object({ version: z.literal(1), taken: z.array(z.number()) });
/** What can't be read has taken everything. */
const everything: Use = [Infinity, Infinity];

/**
 * Counts strictly what is used up of a window of time, which the invocations of an installation
 * share. Takes are numbered from 0, without a gap: each says what is taken with it, and gets the
 * first free number, which of several at once only one gets. So never more is taken than there is.
 * One counter is for one installation: it remembers how far the takes had come.
 * @see docs/platform-assumptions.md, 49 and 53
 */
export function createStrictCounter({ store, now, purpose, windowMs }: Counted) {
  let known = { window: -1, next: 0, taken: [] as Use };
  return {
    currentWindow: () => Math.floor(now() / windowMs),
    endOf: (window: number) => (window + 1) * windowMs,
    /**
     * Takes from a window, and returns whether `isAllowed` let it. Less than nothing gives back.
     * @throws {StoreError}
     */
    async take(window: number, use: Use, isAllowed: (taken: Use) => boolean): Promise<boolean> {
      let { next, taken } = await findLast(window);
      for (;;) {
        const sum = use.map((amount, index) => amount + (taken[index] ?? 0));
        if (!isAllowed(sum)) return false;
        const value = { version: 1, taken: sum };
        const ttlSeconds = Math.ceil((2 * windowMs) / 1000);
        if (await store.setIfAbsent(keyOf(window, next), value, { ttlSeconds })) {
          known = { window, next: next + 1, taken: sum };
          return true;
        }
        taken = (await findTaken(window, next)) ?? everything;
        next += 1;
      }
    },
  };

  /** The first free number, and what is taken before it: looked for with longer and longer steps. */
  async function findLast(window: number): Promise<{ next: number; taken: Use }> {
    const isKnown = known.window === window;
    let before = isKnown ? known.next - 1 : -1;
    let taken: Use = isKnown ? known.taken : [];
    for (let step = 1; step > 0;) {
      const found = await findTaken(window, before + step);
      if (found === undefined) step = step === 1 ? 0 : Math.floor(step / 2);
      else [before, taken, step] = [before + step, found, step * 2];
    }
    return { next: before + 1, taken };
  }

  /** Undefined where the number is free. */
  async function findTaken(window: number, number: number): Promise<Use | undefined> {
    const stored = await store.find(keyOf(window, number));
    return stored === undefined ? undefined : (row.safeParse(stored).data?.taken ?? everything);
  }

  function keyOf(window: number, number: number): string {
    return `${purpose}:${window}:${number}`;
  }
}
