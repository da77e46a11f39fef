import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import { isWaiting } from './query-record';
import type { Clock } from '../platform/platform';
import type { StoredQueries } from './stored-queries';

interface Dependencies {
  readonly store: KeyValueStore;
  readonly storedQueries: Pick<StoredQueries, 'find'>;
  readonly now: Clock;
}

/** Without a limit, anyone who may search could fill the storage. */
const seatCount = 500;
const fullKey = 'waiting-full';
/** Finding out that all seats are taken means reading all of them. */
const fullSeconds = 60;
/** Far longer than a query waits, because an expired seat still blocks its key for two more days. */
const seatSeconds = 90 * 24 * 60 * 60;
/** Far longer than a function runs that has found a seat left. */
const turnSeconds = 60 * 60;
/** A query gets its seat before its record says that it waits, in the same call of the function. */
const newForMs = 60_000;
const seat = z.object({ version: z.literal(2), hash: z.string(), takenAt: z.number() });

/**
 * Gives a query that waits one of 500 seats, and returns whether there was one. A seat is taken as
 * long as the query on it waits. They are looked for from a place of the query's own, more at a time
 * the longer none is found.
 * @throws {StoreError}
 */
export async function takeSeat(dependencies: Dependencies, hash: string): Promise<boolean> {
  const { store } = dependencies;
  if ((await store.find(fullKey)) !== undefined) return false;
  const first = parseInt(hash.slice(0, 8), 16) % seatCount;
  for (let tried = 0, count = 1; tried < seatCount; tried += count, count *= 2) {
    const looked = Math.min(count, seatCount - tried);
    const seats = await Promise.all(
      Array.from({ length: looked }, (_, index) => look(dependencies, first + tried + index)),
    );
    if (seats.some(({ holder }) => holder === hash)) return true;
    for (const found of seats) {
      if (found.holder === undefined && (await sit(dependencies, found, hash))) return true;
    }
  }
  await store.set(fullKey, { version: 1 }, { ttlSeconds: fullSeconds });
  return false;
}

interface Seat {
  readonly key: string;
  /** Which query has it; undefined for one that is free. */
  readonly holder?: string | undefined;
  /** When it was last taken; undefined for a seat that nobody has taken. */
  readonly takenAt?: number;
}

async function look({ store, storedQueries, now }: Dependencies, number: number): Promise<Seat> {
  const key = `waiting:${number % seatCount}`;
  const stored = await store.find(key);
  if (stored === undefined) return { key };
  const { hash, takenAt } = seat.safeParse(stored).data ?? { hash: undefined, takenAt: 0 };
  const isNew = now() < takenAt + newForMs;
  const record = isNew || hash === undefined ? undefined : await storedQueries.find(hash);
  return isNew || isWaiting(record?.waiting, now()) ? { key, holder: hash } : { key, takenAt };
}

/**
 * If several try at once, only one gets a free seat. Of those who find the same one left, it is the
 * first who says so, under a key that holds when it was taken.
 */
async function sit({ store, now }: Dependencies, { key, takenAt }: Seat, hash: string) {
  const taken = { version: 2, hash, takenAt: now() } satisfies z.infer<typeof seat>;
  const lasting = { ttlSeconds: seatSeconds };
  if (takenAt === undefined) return store.setIfAbsent(key, taken, lasting);
  const turn = { ttlSeconds: turnSeconds };
  const isFirst = await store.setIfAbsent(`${key}:${takenAt}`, { version: 1 }, turn);
  if (isFirst) await store.set(key, taken, lasting);
  return isFirst;
}
