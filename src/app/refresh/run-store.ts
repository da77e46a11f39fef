import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import { refreshRun, type RefreshRun } from './refresh-run';

const runKey = 'refresh:run';
const dailyKey = 'refresh:daily';

const dailyRun = z.object({ requestedAt: z.number() });

export type RunStore = ReturnType<typeof createRunStore>;

/** What is kept of refreshes. Every call throws StoreError where the platform's storage fails. */
export function createRunStore(store: KeyValueStore) {
  return {
    /** The refresh under way, or the last one; undefined before the first. */
    find: async () => refreshRun.safeParse(await store.find(runKey)).data,
    save: (run: RefreshRun) => store.set(runKey, run),
    /** When the last daily refresh that came to its end was due, with or without a token. */
    findDailyRequest: async () => dailyRun.safeParse(await store.find(dailyKey)).data?.requestedAt,
    saveDailyRequest: (requestedAt: number) => store.set(dailyKey, { requestedAt }),
  };
}
