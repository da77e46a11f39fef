import * as z from 'zod/mini';
import type { Clock, Platform } from '../platform/platform';
import { accountDigest } from './caller';

const rememberedSeconds = 15 * 60;

const attempt = z.object({
  version: z.literal(1),
  /** When the person was last asked, in milliseconds since the epoch. */
  askedAt: z.number(),
});
/** That a person was asked for consent and hasn't given it yet. */
export type ConsentAttempt = z.infer<typeof attempt>;

export type ConsentAttempts = ReturnType<typeof createConsentAttempts>;

/**
 * Remembers for 15 minutes, by account, that a person was asked for consent. The platform's clock alone
 * ends that time, so that nobody is asked again by itself while the app's clock goes back.
 */
export function createConsentAttempts({ store }: Pick<Platform, 'store'>, now: Clock) {
  const options = { ttlSeconds: rememberedSeconds };
  const newAttempt = (): ConsentAttempt => ({ version: 1, askedAt: now() });

  /** Undefined where there is none, or none that this version can read. @throws {StoreError} */
  async function find(accountId: string): Promise<ConsentAttempt | undefined> {
    return attempt.safeParse(await store.find(keyOf(accountId))).data;
  }

  return {
    find,
    /** Returns whether it is the first: of several at once, one is. @throws {StoreError} */
    async addFirst(accountId: string): Promise<boolean> {
      const key = keyOf(accountId);
      if (await find(accountId)) return false;
      if (await store.setIfAbsent(key, newAttempt(), options)) return true;
      if (await find(accountId)) return false;
      // One whose time is over may still be in the way.
      await store.delete(key);
      return store.setIfAbsent(key, newAttempt(), options);
    },
    /** In the place of an earlier one. @throws {StoreError} */
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
