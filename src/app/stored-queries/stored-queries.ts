import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { KeyValueStore } from '../platform/storage';
import type { Clock } from '../platform/platform';
import {
  distinctSources,
  type KeptResult,
  keptWithoutResultMs,
  type ObjectSource,
  queryRecord,
  type QueryRecord,
  readyForMs,
  sourceKey,
} from './query-record';

/** The key of a query on a field: 64 hexadecimal digits. */
export function queryHash(fieldId: string, query: string): string {
  return digestOf([fieldId, query]);
}

/** Of a list of texts in their order. */
export function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** Differs if any of the sources differs. */
export function digestOfSources(sources: readonly ObjectSource[]): string {
  return digestOf(distinctSources(sources).map(sourceKey));
}

/** Of one source: 16 hexadecimal digits. */
export function digestOfSource(source: ObjectSource): string {
  return digestOf([sourceKey(source)]).slice(0, 16);
}

interface ComputedResult extends Pick<
  KeptResult,
  'credential' | 'computedAt' | 'spelling' | 'unanswered'
> {
  readonly objectIds: readonly string[];
}

/** What is kept of a result: the ids only as their number and digest. */
export function keptResultOf(
  { configurationDigest }: Pick<KeptResult, 'configurationDigest'>,
  { objectIds, credential, computedAt, spelling, unanswered }: ComputedResult,
): KeptResult {
  return {
    ...{ credential, computedAt, spelling, configurationDigest, unanswered },
    objectCount: objectIds.length,
    digest: digestOf(objectIds),
    rightAt: computedAt,
    isLeftOut: false,
  };
}

const epochMs = z.number();

/** What a person found with their own account, on its way to the next search. */
const handover = z.object({
  version: z.literal(1),
  objectIds: z.array(z.string()),
  configurationDigest: z.string(),
  computedAt: epochMs,
});
export type Handover = Omit<z.infer<typeof handover>, 'version'>;

/** The last refresh of everything that asked the service and came to its end. */
const lastRun = z.object({ version: z.literal(1), startedAt: epochMs, finishedAt: epochMs });
export type LastRun = Omit<z.infer<typeof lastRun>, 'version'>;

const settings = z.object({
  version: z._default(z.literal(1), 1),
  /** Whether people may compute results with their own account. */
  personRunsAllowed: z.boolean(),
});
type Settings = Omit<z.infer<typeof settings>, 'version'>;

export type StoredQueries = ReturnType<typeof createStoredQueries>;

interface Dependencies {
  readonly store: KeyValueStore;
  readonly now: Clock;
}

const prefix = 'query:';
const lastRunKey = 'refresh:last';
const settingsKey = 'settings';

/**
 * What the app keeps of queries, by {@link queryHash}. What is not of its schema and version counts
 * as absent. Every call throws StoreError where the platform's storage fails.
 */
export function createStoredQueries({ store, now }: Dependencies) {
  const read = async <Schema extends z.ZodMiniType>(schema: Schema, key: string) =>
    schema.safeParse(await store.find(key)).data;

  const find = (hash: string) => read(queryRecord, prefix + hash);

  /** What has neither a result nor anything to wait for goes; what has no result goes by itself. */
  async function save(record: QueryRecord): Promise<void> {
    const key = prefix + queryHash(record.fieldId, record.query);
    if (record.result) await store.set(key, record);
    else if (record.waiting || record.removedAt !== undefined) {
      await store.set(key, record, { ttlSeconds: keptWithoutResultMs / 1000 });
    } else await store.delete(key);
  }

  return {
    find,
    save,
    delete: (hash: string) => store.delete(prefix + hash),
    /** Ends the waiting of a query until a search asks for it again. */
    async endWaiting(hash: string): Promise<void> {
      const record = await find(hash);
      if (record?.waiting) await save({ ...record, waiting: undefined, ready: undefined });
    },
    /**
     * A hint: lists lag behind what is stored. At most 100 records; there may be more where
     * `nextCursor` is given, even of an empty page.
     */
    list: async (cursor?: string) => {
      const { entries, nextCursor } = await store.list(prefix, cursor);
      const parsed = entries.map(({ key, value }) => ({
        hash: key.slice(prefix.length),
        row: queryRecord.safeParse(value).data,
      }));
      const rows = parsed.flatMap(({ hash, row }) => (row ? [{ hash, row }] : []));
      /** Of another version, or damaged. */
      const unreadable = parsed.flatMap(({ hash, row }) => (row ? [] : [hash]));
      return { rows, unreadable, nextCursor };
    },

    /** Kept for 10 minutes, for searches with either operator, however they name the field. */
    saveHandover: (hash: string, row: Handover) =>
      store.set(`handover:${hash}`, { version: 1, ...row }, { ttlSeconds: readyForMs / 1000 }),
    async findHandover(hash: string): Promise<Handover | undefined> {
      const row = await read(handover, `handover:${hash}`);
      return row && now() < row.computedAt + readyForMs ? row : undefined;
    },

    /** Undefined before the first. */
    findLastRun: () => read(lastRun, lastRunKey),
    saveLastRun: (row: LastRun) => store.set(lastRunKey, { version: 1, ...row }),

    /** People may run queries unless admins forbid it; settings that can't be read forbid it. */
    async getSettings(): Promise<Settings> {
      const stored = await store.find(settingsKey);
      if (stored === undefined) return { personRunsAllowed: true };
      return settings.safeParse(stored).data ?? { personRunsAllowed: false };
    },
    saveSettings: (row: Settings) => store.set(settingsKey, { version: 1, ...row }),
  };
}

/** Whether two records say the same. A new time of computing alone makes no difference. */
export function saysTheSame(one: QueryRecord, other: QueryRecord): boolean {
  return isDeepStrictEqual(contentOf(one), contentOf(other));
}

/** As it is stored, without what is absent. */
function contentOf({ result, ...record }: QueryRecord): unknown {
  const content = { ...record, result: result && { ...result, computedAt: 0, rightAt: 0 } };
  return JSON.parse(JSON.stringify(content));
}

interface RowPage<Row> {
  readonly rows: readonly { readonly hash: string; readonly row: Row }[];
  readonly nextCursor: string | undefined;
}

const maximumRows = 500;
/** The platform takes 5 MB for a reply, and a page of the storage has 100 rows of 40 kB at most. */
const maximumRowsPerPage = 100;
const enoughBytes = 500_000;
/** More would take too long in a function that people wait for. */
const maximumStoredPages = 20;

/**
 * The wanted rows of several pages of the storage as one page, of at most 500 rows. There is more
 * where `nextCursor` is given, also after an empty page.
 */
export async function readRows<Row>(
  list: (cursor: string | undefined) => Promise<RowPage<Row>>,
  firstCursor: string | undefined,
  isWanted: (row: Row) => boolean,
): Promise<RowPage<Row>> {
  const rows: RowPage<Row>['rows'][number][] = [];
  let bytes = 0;
  let nextCursor = firstCursor;
  for (let read = 0; read < maximumStoredPages; read += 1) {
    const page = await list(nextCursor);
    const wanted = page.rows.filter(({ row }) => isWanted(row));
    rows.push(...wanted);
    bytes += Buffer.byteLength(JSON.stringify(wanted));
    ({ nextCursor } = page);
    const isFull = rows.length > maximumRows - maximumRowsPerPage || bytes > enoughBytes;
    if (isFull || nextCursor === undefined) break;
  }
  return { rows, nextCursor };
}
