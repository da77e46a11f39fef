import * as z from 'zod/mini';
import type { Clock, Platform } from '../platform/platform';
import { accountDigest } from './caller';

const rememberedSeconds = 15 * 60;
/** Far longer than a function runs. Three of them are over before a further attempt needs a turn. */
const turnMs = 5 * 60_000;

const attempt = z.object({
  version: z.literal(1),
  /** When the person was last asked, in milliseconds since the epoch. */
  askedAt: z.number(),
});
export type ConsentAttempts = ReturnType<typeof createConsentAttempts>;

/**
 * Remembers for 15 minutes, by account, that a person was asked for consent. The platform's clock alone
 * ends that time, so that nobody is asked again by itself while the app's clock goes back.
 */
export function createConsentAttempts({ store }: Pick<Platform, 'store'>, now: Clock) {
  const options = { ttlSeconds: rememberedSeconds };
  const newAttempt = (): z.infer<typeof attempt> => ({ version: 1, askedAt: now() });

  /** Says whether there is one that this version can read. @throws {StoreError} */
  async function has(accountId: string): Promise<boolean> {
    return attempt.safeParse(await store.find(keyOf(accountId))).success;
  }

  /** Says whether the caller is the first in five minutes: it needs this turn and the next, so any two callers want the same one. */
  async function takeTurns(key: string): Promise<boolean> {
    const turn = Math.floor(now() / turnMs);
    const take = (number: number) => store.setIfAbsent(`${key}:${number}`, { version: 1 }, options);
    return (await take(turn)) && take(turn + 1);
  }

  return {
    has,
    /** Adds one unless there is one, and says whether it did: of several at once, one does. @throws {StoreError} */
    async addFirst(accountId: string): Promise<boolean> {
      const key = keyOf(accountId);
      if (await has(accountId)) return false;
      if (await store.setIfAbsent(key, newAttempt(), options)) return true;
      if (await has(accountId)) return false;
      // An attempt whose time is over may still be in the way. Of those who meet it, one puts its own in place.
      if (!(await takeTurns(key))) return false;
      await store.set(key, newAttempt(), options);
      return true;
    },
    /** Adds one in place of an earlier one. @throws {StoreError} */
    save: (accountId: string) => store.set(keyOf(accountId), newAttempt(), options),
    /** Removes it where there is one. @throws {StoreError} */
    async remove(accountId: string): Promise<void> {
      const key = keyOf(accountId);
      if ((await store.find(key)) !== undefined) await store.delete(key);
    },
  };
}

function keyOf(accountId: string): string {
  return `consent-attempt:${accountDigest(accountId)}`;
}
