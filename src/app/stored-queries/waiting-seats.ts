import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import { isWaiting } from './query-record';
import type { StoredQueries } from './stored-queries';

interface Dependencies {
  readonly store: KeyValueStore;
  readonly storedQueries: Pick<StoredQueries, 'find'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Whoever may search could fill the storage. */
const seatCount = 500;
const fullKey = 'waiting-full';
/** Finding out that all seats are taken means reading all of them. */
const fullSeconds = 60;
/** Far longer than a query waits, because an expired seat still blocks its key for two more days. */
const seatSeconds = 90 * 24 * 60 * 60;
const seat = z.object({ version: z.literal(1), hash: z.string() });

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
    const numbers = Array.from({ length: looked }, (_, index) => first + tried + index);
    const seats = await Promise.all(
      numbers.map((number) => findState(dependencies, keyOf(number), hash)),
    );
    if (seats.some(({ state }) => state === 'own')) return true;
    for (const { key, state } of seats) {
      if (state !== 'taken' && (await sit(store, { key, state }, hash))) return true;
    }
  }
  await store.set(fullKey, { version: 1 }, { ttlSeconds: fullSeconds });
  return false;
}

function keyOf(number: number): string {
  return `waiting:${number % seatCount}`;
}

type SeatState = 'own' | 'taken' | 'left' | 'empty';

async function findState({ store, storedQueries, now }: Dependencies, key: string, hash: string) {
  const stored = await store.find(key);
  const holder = seat.safeParse(stored).data?.hash;
  if (holder === hash) return { key, state: 'own' as const };
  if (stored === undefined) return { key, state: 'empty' as const };
  const record = holder === undefined ? undefined : await storedQueries.find(holder);
  return { key, state: isWaiting(record?.waiting, now()) ? ('taken' as const) : ('left' as const) };
}

/** If several try at once, only one gets an empty seat. */
async function sit(
  store: KeyValueStore,
  { key, state }: { key: string; state: SeatState },
  hash: string,
): Promise<boolean> {
  if (state === 'left') await store.delete(key);
  return store.setIfAbsent(key, { version: 1, hash }, { ttlSeconds: seatSeconds });
}
