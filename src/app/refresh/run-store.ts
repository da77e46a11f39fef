import * as z from 'zod';
import type { KeyValueStore } from '../platform/storage';
import { refreshRun, type RefreshRun } from './refresh-run';

const runKey = 'refresh:run';
const lastKey = 'refresh:last';
const dailyKey = 'refresh:daily';

/** The last refresh of everything that asked the service and came to its end. */
const lastRun = z.object({ startedAt: z.number(), finishedAt: z.number() });
export type LastRun = z.infer<typeof lastRun>;

const dailyRun = z.object({ requestedAt: z.number() });

export type RunStore = ReturnType<typeof createRunStore>;

/** What is kept of refreshes. Every call throws StoreError where the platform's storage fails. */
export function createRunStore(store: KeyValueStore) {
  return {
    /** The refresh under way, or the last one; undefined before the first. */
    find: async () => refreshRun.safeParse(await store.find(runKey)).data,
    save: (run: RefreshRun) => store.set(runKey, run),
    /** Undefined where none of everything ever came to its end with a token. */
    findLast: async () => lastRun.safeParse(await store.find(lastKey)).data,
    /** When the last daily refresh that came to its end was due, with or without a token. */
    findDailyRequest: async () => dailyRun.safeParse(await store.find(dailyKey)).data?.requestedAt,

    /** Keeps that a refresh of everything came to its end. */
    async saveComplete(run: RefreshRun & { finishedAt: number }): Promise<void> {
      const { startedAt, finishedAt, requestedAt } = run;
      if (!run.lackedToken) await store.set(lastKey, { startedAt, finishedAt });
      if (requestedAt !== undefined) await store.set(dailyKey, { requestedAt });
    },
  };
}
