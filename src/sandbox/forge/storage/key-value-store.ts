import type { RecordFile } from '../../state-files/record-file';
import type { Warn } from '../../state-files/state-file';
import type { Timers } from '../timers';
import { AppStorage } from './app-storage';
import { get, query, remove, set } from './storage-operations';
import type { StorageParts } from './storage-operations';
import { StorageRate } from './storage-rate';
import type { StorageUse } from './storage-rate';
import { StorageRefusal, storageNotModelled } from './storage-refusal';

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
  readonly #parts: StorageParts;

  private constructor(parts: StorageParts) {
    this.#parts = parts;
  }

  static async open(file: RecordFile, timers: Timers, warn: Warn): Promise<KeyValueStore> {
    const storage = await AppStorage.open(file, () => timers.now(), warn);
    return new KeyValueStore({ storage, rate: new StorageRate(timers), refusesExistingKeys: true });
  }

  /** Answers a request of the SDK; what is not modelled gets a 501. */
  async answer(path: string, body: unknown, grantedScopes: readonly string[]): Promise<Response> {
    try {
      const operation = operations.get(path);
      if (!operation) throw storageNotModelled(path);
      requireScope(grantedScopes);
      const reply = await operation(this.#parts, body);
      return reply === undefined ? new Response(null, { status: 204 }) : Response.json(reply);
    } catch (error) {
      if (!(error instanceof StorageRefusal)) throw error;
      const { code, message, status } = error;
      return Response.json({ code, message }, { status });
    }
  }

  /** What was read and written since the start or the last reset; of secrets no more than that. */
  get use(): StorageUse & { keys: number } {
    return { ...this.#parts.rate.use, keys: this.#parts.storage.count() };
  }

  /** Stores values as if they had always been there: it counts as no use. */
  async fill(values: Readonly<Record<string, unknown>>): Promise<void> {
    const { storage } = this.#parts;
    for (const [key, value] of Object.entries(values)) storage.set('values', key, value);
    storage.catchUp();
    await storage.save();
  }

  /** Does what isn't known of the platform one way or the other. */
  behave(unknown: { storageListsLag: boolean; storageRefusesExistingKeys: boolean }): void {
    this.#parts.storage.doListsLag = unknown.storageListsLag;
    this.#parts.refusesExistingKeys = unknown.storageRefusesExistingKeys;
  }

  /** Lists show nothing new until they catch up; else they lag some seconds behind. */
  freezeLists(): void {
    this.#parts.storage.freezeLists();
  }

  /** Lists show what there is now. */
  catchUp(): void {
    this.#parts.storage.catchUp();
  }

  async clear(): Promise<void> {
    this.#parts.rate.clear();
    await this.#parts.storage.clear();
  }
}

/** @throws {StorageRefusal} 403 */
function requireScope(grantedScopes: readonly string[]): void {
  if (grantedScopes.includes('storage:app')) return;
  throw new StorageRefusal(403, 'FORBIDDEN', 'The app needs the scope storage:app.');
}
