import * as z from 'zod/mini';
import type { Clock } from './platform';
import type { KeyValueStore } from './storage';

interface Counted {
  readonly store: KeyValueStore;
  readonly now: Clock;
  /** What is counted: the first part of its keys. */
  readonly purpose: string;
  /** Uses are added up by slots of this length. */
  readonly slotMs: number;
  /** For how many slots a use counts, its own included. */
  readonly slots: number;
  /** How long the keys of one chain are; at least as long as a use counts. */
  readonly windowMs: number;
  /** How far the counter has come, as an earlier one remembers it. */
  readonly memory?: CounterMemory;
}

/** How much was used of something. Less than nothing gives back. */
export interface Use {
  readonly of: string;
  readonly amount: number;
  /** In milliseconds since the epoch: it counts from now until so many slots later. */
  readonly at: number;
}
/** How much was used of something in a slot. */
export interface SlotUse {
  readonly of: string;
  readonly amount: number;
  readonly slot: number;
}

export type Take =
  /** More can be counted later, whether or not it fits. What no longer counts isn't kept. */
  | { readonly kind: 'taken'; readonly add: (uses: readonly Use[]) => Promise<void> }
  /** Too little is left until then, in milliseconds since the epoch. */
  | { readonly kind: 'spent'; readonly until: number };

const use = z.tuple([z.number(), z.string(), z.number()]);
const row = z.object({
  version: z.literal(1),
  /** Whether the chain continues in the next window. */
  isClosed: z.optional(z.boolean()),
  /** All that counts after it: slot, what, and how much. */
  uses: z.array(use),
});

/** The last known row of a chain; number -1 before the first. */
export interface CounterRow {
  readonly window: number;
  readonly number: number;
  readonly isClosed: boolean;
  readonly uses: readonly SlotUse[];
}

/** Rows never change, so an old one is right, and only makes the next take read more. */
interface CounterMemory {
  readonly find: () => CounterRow | undefined;
  readonly keep: (row: CounterRow) => void;
}

/**
 * Counts strictly what the invocations of an installation use up together. Takes are numbered from 0,
 * without a gap: each says what counts after it, and gets the first free number, which of several at
 * once only one gets. So never more is taken than there is. Before a new window begins, the one before
 * gets a last row, after which nobody can count there.
 * One counter is for one installation: it remembers how far the takes had come.
 * @see docs/platform-assumptions.md, 49 and 53
 */
export function createStrictCounter(counted: Counted) {
  const { now, slotMs, slots } = counted;
  const slotOf = (at: number) => Math.floor(at / slotMs);
  const isCounted = ({ slot }: SlotUse) => slot > slotOf(now()) - slots;
  const inSlot = ({ of, amount, at }: Use): SlotUse => ({ of, amount, slot: slotOf(at) });
  const chain = createChain(counted, () => slotOf(now()));
  return {
    /**
     * @param findEnd decides by what counts now: until when too little is left, undefined where it fits
     * @throws {StoreError} also where `add` fails
     */
    async take(
      uses: readonly Use[],
      findEnd: (counts: readonly SlotUse[]) => number | undefined,
    ): Promise<Take> {
      let until: number | undefined;
      const fits = (counts: readonly SlotUse[]) => (until = findEnd(counts)) === undefined;
      // Taking may last beyond the slot in which it began.
      const taken = () => uses.map((use) => inSlot({ ...use, at: Math.max(use.at, now()) }));
      if (!(await count(taken, fits))) return { kind: 'spent', until: until ?? now() };
      const add = async (more: readonly Use[]) => {
        const corrections = () => more.map(inSlot).filter(isCounted);
        if (corrections().length > 0) await count(corrections, () => true);
      };
      return { kind: 'taken', add };
    },
  };

  /** Returns whether `fits` let it. */
  async function count(
    getUses: () => readonly SlotUse[],
    fits: (counts: readonly SlotUse[]) => boolean,
  ) {
    for (;;) {
      const last = await chain.findLast();
      const counts = last.uses.filter(isCounted);
      if (!fits(counts)) return false;
      const sums = addUp([...counts, ...getUses()]);
      if (await chain.write({ ...last, number: last.number + 1, uses: sums })) return true;
    }
  }
}

/** The rows that the invocations of an installation have written, window after window. */
function createChain(
  { store, now, purpose, slots, windowMs, memory = createMemory() }: Counted,
  currentSlot: () => number,
) {
  const ttlSeconds = Math.ceil((2 * windowMs) / 1000);
  return { findLast, write };

  /** The last row of the newest window, which it begins where nobody has. */
  async function findLast(): Promise<CounterRow> {
    const known = memory.find();
    const current = Math.floor(now() / windowMs);
    const isKnown = known !== undefined && known.window >= current;
    let last = await walk(isKnown ? known : emptyRow(current));
    // With one slot, nothing of the window before counts any more.
    if (last.number < 0 && slots > 1) {
      last = { ...last, uses: (await close(last.window - 1)).uses };
    }
    while (last.isClosed) last = await walk({ ...emptyRow(last.window + 1), uses: last.uses });
    if (last.number >= 0) memory.keep(last);
    return last;
  }

  async function close(window: number): Promise<CounterRow> {
    for (;;) {
      const known = memory.find();
      const last = await walk(known?.window === window ? known : emptyRow(window));
      const end = { ...last, number: last.number + 1, isClosed: true };
      if (last.isClosed || (await write(end))) return last;
    }
  }

  /** Goes on from a row to the last one of its window, with longer and longer steps. */
  async function walk(from: CounterRow): Promise<CounterRow> {
    let last = from;
    for (let step = 1; step > 0 && !last.isClosed;) {
      const found = await findRow(last.window, last.number + step);
      if (found === undefined) step = step === 1 ? 0 : Math.floor(step / 2);
      else [last, step] = [found, step * 2];
    }
    return last;
  }

  /** Returns whether its number was free. */
  async function write(next: CounterRow): Promise<boolean> {
    const uses = next.uses.map(({ slot, of, amount }) => [slot, of, amount]);
    const value = { version: 1, ...(next.isClosed && { isClosed: true }), uses };
    const isWritten = await store.setIfAbsent(keyOf(next), value, { ttlSeconds });
    if (isWritten) memory.keep(next);
    return isWritten;
  }

  /** Undefined where the number is free. */
  async function findRow(window: number, number: number): Promise<CounterRow | undefined> {
    const stored = await store.find(keyOf({ window, number }));
    if (stored === undefined) return undefined;
    const { data } = row.safeParse(stored);
    const uses = data?.uses.map(([slot, of, amount]) => ({ slot, of, amount }));
    const isClosed = data?.isClosed ?? false;
    return { window, number, isClosed, uses: uses ?? [everything(currentSlot())] };
  }

  function keyOf({ window, number }: Pick<CounterRow, 'window' | 'number'>): string {
    return `${purpose}:${window}:${number}`;
  }
}

function emptyRow(window: number): CounterRow {
  return { window, number: -1, isClosed: false, uses: [] };
}

/** What can't be read has taken everything. */
function everything(slot: number): SlotUse {
  return { slot, of: 'unreadable', amount: 1e9 };
}

function addUp(uses: readonly SlotUse[]): SlotUse[] {
  const sums = new Map<string, SlotUse>();
  for (const { slot, of, amount } of uses) {
    const key = `${slot} ${of}`;
    sums.set(key, { slot, of, amount: amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

function createMemory(): CounterMemory {
  let last: CounterRow | undefined;
  return { find: () => last, keep: (row) => void (last = row) };
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
