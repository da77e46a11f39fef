import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import { upkeepRun, type UpkeepRun } from './upkeep-run';

const runKey = 'labels:run';
/** Apart from the job, which a slice under way would overwrite. */
const cancelKey = 'labels:cancel';

const canceled = z.object({ version: z.literal(1), runId: z.string() });

/** What is kept of jobs. Every call throws StoreError where the platform's storage fails. */
export function createUpkeepStore(store: KeyValueStore) {
  return {
    /** The job under way, or the last one; undefined before the first, and for one of another version. */
    find: async () => upkeepRun.safeParse(await store.find(runKey)).data,
    save: (run: UpkeepRun) => store.set(runKey, run),
    cancel: (runId: string) => store.set(cancelKey, { version: 1, runId }),
    isCanceled: async (runId: string) =>
      canceled.safeParse(await store.find(cancelKey)).data?.runId === runId,
  };
}
