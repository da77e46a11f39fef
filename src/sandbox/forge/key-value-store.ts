import * as z from 'zod';
import type { RecordFile } from '../state-files/record-file';
import type { Warn } from '../state-files/state-file';
import type { Timers } from './clock';
import { AppStorage } from './app-storage';
import type { Entry, Space } from './app-storage';
import { SlidingWindow } from './rate-limits';

type Operation = (parts: StorageParts, body: unknown) => unknown;

/** By the path that the SDK sends. */
const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['/api/v1/get', (parts, body) => get(parts, 'values', body)],
  ['/api/v1/set', (parts, body) => set(parts, 'values', body)],
  ['/api/v1/delete', (parts, body) => remove(parts, 'values', body)],
  ['/api/v1/secret/get', (parts, body) => get(parts, 'secrets', body)],
  ['/api/v1/secret/set', (parts, body) => set(parts, 'secrets', body)],
  ['/api/v1/secret/delete', (parts, body) => remove(parts, 'secrets', body)],
  ['/api/v1/query', query],
]);

/**
 * The platform's key-value store with its limits, as \@forge/kvs calls it.
 * @see https://developer.atlassian.com/platform/forge/storage-reference/kvs-api/
 */
export class KeyValueStore {
  private constructor(private readonly parts: StorageParts) {}

  static async open(file: RecordFile, timers: Timers, warn: Warn): Promise<KeyValueStore> {
    const storage = await AppStorage.open(file, () => timers.now(), warn);
    return new KeyValueStore({ storage, rate: new StorageRate(timers), refusesExistingKeys: true });
  }

  /** Answers a request of the SDK; what is not modelled gets a 501. */
  async answer(path: string, body: unknown, grantedScopes: readonly string[]): Promise<Response> {
    try {
      const operation = operations.get(path);
      if (!operation) {
        throw new StorageRefusal(501, 'NOT_MODELLED', `The sandbox does not model ${path}.`);
      }
      requireScope(grantedScopes);
      const reply = await operation(this.parts, body);
      return reply === undefined ? new Response(null, { status: 204 }) : Response.json(reply);
    } catch (error) {
      if (!(error instanceof StorageRefusal)) throw error;
      const { code, message, status } = error;
      return Response.json({ code, message }, { status });
    }
  }

  /** The amounts read and written since the start or the last reset. */
  get use() {
    return { ...this.parts.rate.use, keys: this.parts.storage.count() };
  }

  /** Stores values without counting it as use. */
  async fill(values: Readonly<Record<string, unknown>>): Promise<void> {
    const { storage } = this.parts;
    for (const [key, value] of Object.entries(values)) storage.set('values', key, value);
    storage.catchUp();
    await storage.save();
  }

  /** Chooses how the platform behaves where that isn't known. */
  behave(unknown: { storageListsLag: boolean; storageRefusesExistingKeys: boolean }): void {
    this.parts.storage.doListsLag = unknown.storageListsLag;
    this.parts.refusesExistingKeys = unknown.storageRefusesExistingKeys;
  }

  /** Keeps lists from showing anything new until {@link catchUp}; otherwise they lag some seconds behind. */
  freezeLists(): void {
    this.parts.storage.freezeLists();
  }

  catchUp(): void {
    this.parts.storage.catchUp();
  }

  async clear(): Promise<void> {
    this.parts.rate.clear();
    await this.parts.storage.clear();
  }
}

/** @throws {StorageRefusal} 403 */
function requireScope(grantedScopes: readonly string[]): void {
  if (grantedScopes.includes('storage:app')) return;
  throw new StorageRefusal(403, 'FORBIDDEN', 'The app needs the scope storage:app.');
}

interface StorageParts {
  storage: AppStorage;
  rate: StorageRate;
  /** Whether a key that exists isn't set again, if the app asks for that. */
  refusesExistingKeys: boolean;
}

const maximumQueryLimit = 100;
const cursor = z.object({ key: z.string() });

/** @throws {StorageRefusal} 404 if there is no such key */
function get({ storage, rate }: StorageParts, space: Space, body: unknown) {
  const { key, options } = parseBody(getBody, body);
  requireKey(key);
  const found = storage.find(space, key);
  rate.admit('read', found ? bytesOf(found.value) : 0);
  if (!found) throw keyNotFound();
  return describe(found, options?.metadataFields);
}

/** @throws {StorageRefusal} 409 if the key may not be there and is, be its time over or not */
async function set(parts: StorageParts, space: Space, body: unknown) {
  const { key, value, options = {} } = parseBody(setBody, body);
  requireKey(key);
  requireValue(space, value);
  const { storage, rate, refusesExistingKeys } = parts;
  rate.admit('write', bytesOf(value));
  const isNewOnly = options.keyPolicy === 'FAIL_IF_EXISTS' && refusesExistingKeys;
  if (isNewOnly && storage.find(space, key)) {
    throw new StorageRefusal(409, 'KEY_CONFLICT', 'The specified key exists already.');
  }
  storage.set(space, key, value, options.ttl);
  await storage.save();
}

/** @throws {StorageRefusal} 404 if there is no such key */
async function remove({ storage, rate }: StorageParts, space: Space, body: unknown) {
  const { key } = parseBody(deleteBody, body);
  requireKey(key);
  rate.admit('write', 0);
  if (!storage.delete(space, key)) throw keyNotFound();
  await storage.save();
}

/** Values by the beginning of their key; `cursor` is absent on the last page. */
function query({ storage, rate }: StorageParts, body: unknown) {
  const { limit, after, where, options } = parseBody(queryBody, body);
  if (limit > maximumQueryLimit) {
    const message = `Limit for list query should be at most ${maximumQueryLimit}.`;
    throw badRequest('LIST_QUERY_LIMIT_EXCEEDED', message);
  }
  const prefix = where?.[0].values[0] ?? '';
  const found = storage.list(prefix, after && readCursor(after), limit + 1);
  const page = found.slice(0, limit);
  rate.admit(
    'read',
    page.reduce((sum, { value }) => sum + bytesOf(value), 0),
  );
  const last = page.at(-1);
  return {
    data: page.map((entry) => describe(entry, options?.metadataFields)),
    ...(last && found.length > limit && { cursor: writeCursor(last.key) }),
  };
}

/** Adds the time of expiry, if it's asked for. */
function describe({ key, value, expiresAt }: Entry, fields: readonly 'EXPIRE_TIME'[] = []) {
  const isTold = fields.includes('EXPIRE_TIME') && expiresAt !== undefined;
  return { key, value, ...(isTold && { expireTime: new Date(expiresAt).toISOString() }) };
}

/** @throws {StorageRefusal} 400 naming what is wrong */
function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const { data, error, success } = schema.safeParse(body);
  if (success) return data;
  throw badRequest('BAD_REQUEST', z.prettifyError(error));
}

function writeCursor(key: string): string {
  return Buffer.from(JSON.stringify({ key })).toString('base64');
}

function readCursor(text: string): string {
  try {
    return cursor.parse(JSON.parse(Buffer.from(text, 'base64').toString())).key;
  } catch {
    throw badRequest('INVALID_CURSOR', 'The cursor is not one of this query.');
  }
}

const metadataFields = z.array(z.literal('EXPIRE_TIME'));

const unitMs = { SECONDS: 1_000, MINUTES: 60_000, HOURS: 3_600_000, DAYS: 86_400_000 };
const maximumLifetimeMs = 366 * unitMs.DAYS;

/** Reads the duration that the SDK sends, in milliseconds. */
const lifetimeMs = z
  .strictObject({
    value: z.number().positive(),
    unit: z.enum(['SECONDS', 'MINUTES', 'HOURS', 'DAYS']),
  })
  .transform(({ value, unit }) => value * unitMs[unit])
  .pipe(z.number().max(maximumLifetimeMs, 'A value can be stored for at most a year.'));

const getOptions = z.strictObject({ metadataFields: metadataFields.optional() });
const setOptions = z.strictObject({
  ttl: lifetimeMs.optional(),
  keyPolicy: z.enum(['OVERRIDE', 'FAIL_IF_EXISTS']).optional(),
});

const getBody = z.strictObject({ key: z.string(), options: getOptions.optional() });
const setBody = z.strictObject({
  key: z.string(),
  value: z.unknown().optional(),
  options: setOptions.optional(),
});
const deleteBody = z.strictObject({ key: z.string() });

const queryBody = z.strictObject({
  limit: z.number().int().positive().default(10),
  after: z.string().optional(),
  where: z
    .tuple([
      z.strictObject({
        property: z.literal('key'),
        condition: z.literal('BEGINS_WITH'),
        values: z.tuple([z.string()]),
      }),
    ])
    .optional(),
  options: getOptions.optional(),
});

/** @see https://developer.atlassian.com/platform/forge/limits-kvs-ce/ */
const maximumKeyLength = 500;
const keyPattern = /^(?!\s+$)[a-zA-Z0-9:._\s-#]+$/;
const maximumDepth = 31;
const kibibyte = 1024;
const maximumValueBytes: Readonly<Record<Space, number>> = {
  values: 240 * kibibyte,
  secrets: 128 * kibibyte,
};

/** @throws {StorageRefusal} */
function requireKey(key: string): void {
  if (key.length === 0) throw badRequest('KEY_TOO_SHORT', 'The key is empty.');
  if (key.length > maximumKeyLength) {
    throw badRequest('KEY_TOO_LONG', `The key is longer than ${maximumKeyLength} characters.`);
  }
  if (!keyPattern.test(key)) {
    throw badRequest('INVALID_KEY', `The key does not match ${String(keyPattern)}.`);
  }
}

/** @throws {StorageRefusal} */
function requireValue(space: Space, value: unknown): void {
  if (value === undefined || value === null) {
    throw badRequest('INVALID_VALUE', 'The value is missing.');
  }
  if (depthOf(value) > maximumDepth) {
    throw badRequest('MAX_DEPTH', `The value is nested deeper than ${maximumDepth} levels.`);
  }
  const limit = maximumValueBytes[space];
  if (bytesOf(value) > limit) {
    throw badRequest('MAX_SIZE', `The value is larger than ${limit} bytes.`);
  }
}

/** As JSON. */
function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** 0 for a value that holds no others. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** @see https://developer.atlassian.com/platform/forge/limits-kvs-ce/ */
const unitBytes = 10_000;
const unitsPerMinute = 4_000;
const requestsPerSecond = 1_000;

/** What an installation has read and written: requests that were served, and bytes of values as JSON. */
const noUse = { reads: 0, writes: 0, bytesRead: 0, bytesWritten: 0 };

/** Counts requests, and lets through as many as the platform would. */
class StorageRate {
  readonly #windows: Readonly<Record<'read' | 'write' | 'request', SlidingWindow>>;
  #use = { ...noUse };

  constructor(timers: Timers) {
    this.#windows = {
      read: new SlidingWindow(timers, 60_000, unitsPerMinute),
      write: new SlidingWindow(timers, 60_000, unitsPerMinute),
      request: new SlidingWindow(timers, 1_000, requestsPerSecond),
    };
  }

  get use() {
    return { ...this.#use };
  }

  /**
   * Counts a request that reads or writes so many bytes.
   * @throws {StorageRefusal} 429 if the platform would let it through later only
   */
  admit(kind: 'read' | 'write', bytes: number): void {
    const units = Math.max(1, Math.ceil(bytes / unitBytes));
    if (!this.#windows.request.hasRoom(1) || !this.#windows[kind].hasRoom(units)) {
      const message = 'Limits for the current installation have been exceeded';
      throw new StorageRefusal(429, 'RATE_LIMIT_EXCEEDED', message);
    }
    this.#windows.request.add(1);
    this.#windows[kind].add(units);
    this.#use[`${kind}s`] += 1;
    this.#use[kind === 'read' ? 'bytesRead' : 'bytesWritten'] += bytes;
  }

  clear(): void {
    for (const window of Object.values(this.#windows)) window.clear();
    this.#use = { ...noUse };
  }
}

/**
 * Why the key-value store does not do what the app asks for.
 * @see https://developer.atlassian.com/platform/forge/storage-reference/kvs-errorhandling/
 */
class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

function badRequest(code: string, message: string): StorageRefusal {
  return new StorageRefusal(400, code, message);
}

function keyNotFound(): StorageRefusal {
  return new StorageRefusal(404, 'KEY_NOT_FOUND', 'The specified key does not exist.');
}
