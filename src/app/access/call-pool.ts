import { ServiceError, type Transport } from '../../api/client';
import type { Clock, Platform } from '../platform/platform';
import { type CounterRow, createStrictCounter, type SlotUse } from '../platform/strict-counter';
import { accountDigest } from './caller';
import { createMinuteMemory } from './minute-memory';

/** On whose behalf the service is called with the admin's token. */
export type TokenCaller =
  /** A new search by query, with the time that its calls may take, in milliseconds. */
  | { readonly kind: 'search'; readonly durationMs: number }
  /** A search that is kept for a person to run: nothing is called for it. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'account'; readonly accountId: string }
  /** Everyone on the portal without an account: nothing tells one from another. */
  | { readonly kind: 'visitors' }
  /** An admin, who waits for the answer. */
  | { readonly kind: 'admin' }
  /** Work that nobody waits for. Its calls are sent before that time, in milliseconds since the epoch. */
  | { readonly kind: 'background'; readonly endsAt: number };

const slotMs = 30_000;
/**
 * A token may call 1,000 times in any 300 s. A call counts for 330 to 360 s, since a function may send
 * it up to 25 s after it was counted.
 */
const slots = 12;
/** Longer than a call of background work counts: 360 s, and up to 120 s before it is sent. */
const windowMs = 600_000;

/** How many calls there are in any 300 seconds. */
export const callShares = {
  inAll: 1_000,
  /** All others leave 200 to searches. */
  besideSearches: 800,
  account: 200,
  visitors: 400,
  /** Background work yields first: it takes none beyond so many of everyone. */
  withBackground: 600,
};

/** What searches may take in a minute of the clock. */
export const searchesPerMinute = { calls: 100, durationMs: 20_000 };

/** What became of calls that were taken. */
interface SentCalls {
  readonly unsent: number;
  /** When the others were sent, where they count from then. */
  readonly sentAt?: readonly number[];
  /** How much longer a search took than was taken for it. */
  readonly moreMs?: number;
}

export type TakenCalls =
  | {
      readonly kind: 'taken';
      /** Gives back what wasn't sent; writes nothing where that is nothing. @throws {StoreError} */
      readonly settle: (sent: SentCalls) => Promise<void>;
    }
  /** Too few are left until then, in milliseconds since the epoch; Infinity for more than there ever are. */
  | { readonly kind: 'spent'; readonly until: number };

export type CallPool = ReturnType<typeof createCallPool>;

/** The calls with the admin's token, strictly counted for all functions of an installation together. */
export function createCallPool({
  platform,
  now,
}: {
  readonly platform: Pick<Platform, 'store' | 'tenantKey'>;
  readonly now: Clock;
}) {
  const rows = createMinuteMemory<CounterRow>(platform, now);
  const counter = createStrictCounter({
    ...{ store: platform.store, now, purpose: 'service-calls', slotMs, slots, windowMs },
    memory: { find: () => rows.find(), keep: (row) => rows.keep(row) },
  });
  return {
    /**
     * Takes calls before they are sent. Costs one write of the storage, and one read where this function
     * took some within the last minute; else two for each time that the number of takes doubles.
     * @throws {StoreError}
     */
    async take(caller: TokenCaller, calls: number): Promise<TakenCalls> {
      const at = caller.kind === 'background' ? caller.endsAt : now();
      const of = nameOf(caller);
      const time =
        caller.kind === 'search' ? [{ of: searchTime, amount: caller.durationMs, at }] : [];
      const taken = await counter.take([{ of, amount: calls, at }, ...time], (counts) =>
        findEnd(boundsOf(caller, calls, now()), counts),
      );
      if (taken.kind === 'spent') return taken;
      return {
        kind: 'taken',
        async settle({ unsent, sentAt = [], moreMs = 0 }) {
          const uses = [
            { of, amount: -unsent - sentAt.length, at },
            ...sentAt.map((sent) => ({ of, amount: 1, at: sent })),
            { of: searchTime, amount: moreMs, at },
          ];
          if (uses.some(({ amount }) => amount !== 0)) await taken.add(uses);
        },
      };
    },
  };
}

const searchTime = 'searchMs';

function nameOf(caller: TokenCaller): string {
  return caller.kind === 'account' ? accountDigest(caller.accountId) : caller.kind;
}

/** No more than so much of these uses. */
interface Bound {
  readonly limit: number;
  readonly amount: number;
  readonly counts: (use: SlotUse) => boolean;
}

function boundsOf(caller: TokenCaller, amount: number, now: number): Bound[] {
  const own = (limit: number) => ({ limit, amount, counts: isOf(nameOf(caller)) });
  const inAll = { limit: callShares.inAll, amount, counts: isCall };
  const beside = { limit: callShares.besideSearches, amount, counts: isBesideSearches };
  switch (caller.kind) {
    case 'search':
      return [inAll, ...searchBounds(amount, caller.durationMs, now)];
    case 'waiting':
      return [searchCount(amount, now)];
    case 'account':
    case 'visitors':
      return [inAll, beside, own(callShares[caller.kind])];
    case 'admin':
      return [inAll, beside];
    case 'background':
      return [{ ...inAll, limit: callShares.withBackground }];
  }
}

function searchBounds(calls: number, durationMs: number, now: number): Bound[] {
  const limit = searchesPerMinute.durationMs;
  const counts = inMinute([searchTime], now);
  return [searchCount(calls, now), { limit, amount: durationMs, counts }];
}

/** Those that wait count here too: they are new searches. */
function searchCount(amount: number, now: number): Bound {
  return { limit: searchesPerMinute.calls, amount, counts: inMinute(['search', 'waiting'], now) };
}

function inMinute(names: readonly string[], now: number) {
  const minuteOf = (time: number) => Math.floor(time / 60_000);
  return ({ of, slot }: SlotUse) => names.includes(of) && minuteOf(slot * slotMs) === minuteOf(now);
}

const isOf = (name: string) => (use: SlotUse) => use.of === name;
const isCall = ({ of }: SlotUse) => of !== searchTime && of !== 'waiting';
const isBesideSearches = (use: SlotUse) => isCall(use) && use.of !== 'search';

/** Until when too little is left, in milliseconds since the epoch; undefined where it fits, Infinity where it never does. */
function findEnd(bounds: readonly Bound[], uses: readonly SlotUse[]): number | undefined {
  const ends = bounds.flatMap((bound) => findEndOf(bound, uses) ?? []);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

function findEndOf({ limit, amount, counts }: Bound, uses: readonly SlotUse[]) {
  const counted = uses.filter(counts).sort((one, other) => one.slot - other.slot);
  let surplus = counted.reduce((sum, use) => sum + use.amount, amount) - limit;
  if (surplus <= 0) return undefined;
  for (const use of counted) {
    surplus -= use.amount;
    if (surplus <= 0) return (use.slot + slots) * slotMs;
  }
  return Infinity;
}

/**
 * Sends only calls that were taken.
 * @param take what returns how to settle them; what it throws is thrown in place of sending
 */
export function createCallMeter(
  take: (calls: number) => Promise<Extract<TakenCalls, { kind: 'taken' }>>,
) {
  let left = 0;
  let last: Awaited<ReturnType<typeof take>> | undefined;
  return {
    /** Takes calls that will be sent, all at once. */
    async take(calls: number): Promise<void> {
      if (calls === 0) return;
      last = await take(calls);
      left += calls;
    },
    /** Takes one more for each request beyond those that were taken. */
    metered(transport: Transport): Transport {
      return async (path, request) => {
        if (left > 0) left -= 1;
        else await take(1);
        return transport(path, request);
      };
    },
    /** Gives back what was taken and not sent. @throws {StoreError} */
    async giveBack(): Promise<void> {
      const unsent = left;
      left = 0;
      await last?.settle({ unsent });
    },
  };
}

/** Counts what an admin asks for with the token, call by call. */
export function adminTransport(pool: CallPool, transport: Transport): Transport {
  const meter = createCallMeter(async (calls) => {
    const taken = await pool.take({ kind: 'admin' }, calls);
    if (taken.kind === 'taken') return taken;
    throw new ServiceError(
      'rateLimited',
      'The app has used up the calls that it may make to the service.',
    );
  });
  return meter.metered(transport);
}
