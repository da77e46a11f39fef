import * as z from 'zod/mini';
import type { Clock } from './platform';
import type { KeyValueStore } from './storage';

interface Counted {
  readonly store: KeyValueStore;
  readonly now: Clock;
  /** What is counted: the first part of its keys. */
  readonly purpose: string;
  readonly windowMs: number;
  /** How much there is of each measure in a window. */
  readonly limits: readonly number[];
}

/** What is used up of a window, in one or more measures. */
type Use = readonly number[];

export type Take =
  /** More can be taken from that window later, whether or not it fits. Less than nothing gives back. */
  | { readonly kind: 'taken'; readonly add: (use: Use) => Promise<void> }
  /** Too little is left until then, in milliseconds since the epoch. */
  | { readonly kind: 'spent'; readonly until: number };

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
export function createStrictCounter({ store, now, purpose, windowMs, limits }: Counted) {
  const ttlSeconds = Math.ceil((2 * windowMs) / 1000);
  let known = { window: -1, next: 0, taken: [] as Use };
  return {
    /** Takes from the window that it is now. @throws {StoreError} also where `add` fails */
    async take(use: Use): Promise<Take> {
      const window = Math.floor(now() / windowMs);
      const fits = (sum: Use) => sum.every((amount, index) => amount <= (limits[index] ?? 0));
      if (!(await takeFrom(window, use, fits))) {
        return { kind: 'spent', until: (window + 1) * windowMs };
      }
      const add = async (more: Use) => void (await takeFrom(window, more, () => true));
      return { kind: 'taken', add };
    },
  };

  /** Returns whether `isAllowed` let it. */
  async function takeFrom(window: number, use: Use, isAllowed: (sum: Use) => boolean) {
    let { next, taken } = await findLast(window);
    for (;;) {
      const sum = use.map((amount, index) => amount + (taken[index] ?? 0));
      if (!isAllowed(sum)) return false;
      const value = { version: 1, taken: sum };
      if (await store.setIfAbsent(keyOf(window, next), value, { ttlSeconds })) {
        known = { window, next: next + 1, taken: sum };
        return true;
      }
      taken = (await findTaken(window, next)) ?? everything;
      next += 1;
    }
  }

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

const rest = z.object({ version: z.literal(1), until: z.number() });

/** Until when all invocations of an installation leave something alone, in milliseconds since the epoch. */
export function createRest({ store, now, key }: Pick<Counted, 'store' | 'now'> & { key: string }) {
  /** 0 before the first. @throws {StoreError} */
  const findEnd = async () => rest.safeParse(await store.find(key)).data?.until ?? 0;
  return {
    findEnd,
    /** @throws {StoreError} */
    async extend(until: number): Promise<void> {
      const ttlSeconds = Math.ceil((until - now()) / 1000) + 1;
      const isLater = until > now() && (await findEnd()) < until;
      if (isLater) await store.set(key, { version: 1, until }, { ttlSeconds });
    },
  };
}
