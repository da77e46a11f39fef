import type * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import { queryHash } from './digests';
import { everyRow } from './every-row';
import {
  handover,
  lastRun,
  pendingCount,
  pendingQuery,
  removal,
  settings,
  storedQuery,
  type Handover,
  type LastRun,
  type PendingQuery,
  type Settings,
  type StoredQuery,
} from './stored-query';

export type StoredQueries = ReturnType<typeof createStoredQueries>;

interface Dependencies {
  readonly store: KeyValueStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const pendingSeconds = 7 * 24 * 60 * 60;
const pendingCountKey = 'pending-count';
const pendingCountSeconds = 60;
const lastRunKey = 'refresh:last';
const handoverSeconds = 10 * 60;
const removalSeconds = 7 * 24 * 60 * 60;

/**
 * What the app keeps of queries, by {@link queryHash}. A row that is not of its schema counts as
 * absent. Every call throws StoreError where the platform's storage fails.
 */
export function createStoredQueries({ store, now }: Dependencies) {
  const findRow = async <Schema extends z.ZodMiniType>(schema: Schema, key: string) =>
    schema.safeParse(await store.find(key)).data;

  const isKept = ({ computedAt }: Handover) => now() < computedAt + handoverSeconds * 1000;

  const listPending = (cursor?: string) => listRows(store, 'pending:', pendingQuery, cursor);

  return {
    find: (hash: string) => findRow(storedQuery, `query:${hash}`),
    save: (row: StoredQuery) => store.set(`query:${hashOf(row)}`, row),
    delete: (hash: string) => store.delete(`query:${hash}`),
    /** At most 100; there may be more where `nextCursor` is given, even of an empty page. */
    list: (cursor?: string) => listRows(store, 'query:', storedQuery, cursor),

    findPending: (hash: string) => findRow(pendingQuery, `pending:${hash}`),
    /** Kept for 7 days. */
    savePending: (row: PendingQuery) =>
      store.set(`pending:${hashOf(row)}`, row, { ttlSeconds: pendingSeconds }),
    deletePending: (hash: string) => store.delete(`pending:${hash}`),
    /** As `list`. */
    listPending,
    /** As counted within the last minute: to count is to read every row. */
    async countPending(): Promise<number> {
      const counted = await findRow(pendingCount, pendingCountKey);
      if (counted) return counted.count;
      const hashes = new Set<string>();
      for await (const { hash } of everyRow(listPending)) hashes.add(hash);
      const count = hashes.size;
      await store.set(pendingCountKey, { count }, { ttlSeconds: pendingCountSeconds });
      return count;
    },

    /** Kept for 10 minutes, for searches with either operator, however they name the field. */
    saveHandover: (hash: string, row: Handover) =>
      store.set(`handover:${hash}`, row, { ttlSeconds: handoverSeconds }),
    async findHandover(hash: string): Promise<Handover | undefined> {
      const row = await findRow(handover, `handover:${hash}`);
      return row && isKept(row) ? row : undefined;
    },
    /** As `list`. */
    listHandovers: async (cursor?: string) => {
      const { rows, nextCursor } = await listRows(store, 'handover:', handover, cursor);
      return { rows: rows.filter(({ row }) => isKept(row)), nextCursor };
    },

    /** Kept for 7 days: by then Jira has dropped what nobody searched with. */
    saveRemoval: (hash: string) =>
      store.set(`removed:${hash}`, { removedAt: now() }, { ttlSeconds: removalSeconds }),
    findRemoval: (hash: string) => findRow(removal, `removed:${hash}`),
    /** As `list`. */
    listRemovals: (cursor?: string) => listRows(store, 'removed:', removal, cursor),

    /** Undefined before the first. */
    findLastRun: () => findRow(lastRun, lastRunKey),
    saveLastRun: (row: LastRun) => store.set(lastRunKey, row),

    /** People may run queries unless admins forbid it; settings that can't be read forbid it. */
    async getSettings(): Promise<Settings> {
      const stored = await store.find('settings');
      if (stored === undefined) return { personRunsAllowed: true };
      return settings.safeParse(stored).data ?? { personRunsAllowed: false };
    },
    saveSettings: (row: Settings) => store.set('settings', row),
  };
}

function hashOf({ fieldId, query }: { fieldId: string; query: string }): string {
  return queryHash(fieldId, query);
}

async function listRows<Schema extends z.ZodMiniType>(
  store: KeyValueStore,
  prefix: string,
  schema: Schema,
  cursor: string | undefined,
) {
  const { entries, nextCursor } = await store.list(prefix, cursor);
  const rows = entries.flatMap(({ key, value }) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [{ hash: key.slice(prefix.length), row: parsed.data }] : [];
  });
  return { rows, nextCursor };
}
