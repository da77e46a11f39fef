/**
 * What the app keeps on the platform, per installation. Values are JSON of at most 240 KiB, keys at
 * most 500 characters of `a-z A-Z 0-9 : . _ - #` and white space.
 * @see https://developer.atlassian.com/platform/forge/storage-reference/kvs-api/
 */
export interface KeyValueStore {
  /**
   * Undefined where the key is absent or its time is over.
   * @throws {StoreError}
   */
  find(key: string): Promise<unknown>;
  /** @throws {StoreError} */
  set(key: string, value: unknown, options?: { readonly ttlSeconds?: number }): Promise<void>;
  /**
   * Sets a key that isn't there, and returns whether it did: of several at once, one does. A key
   * whose time is over may still be there.
   * @throws {StoreError}
   */
  setIfAbsent(
    key: string,
    value: unknown,
    options: { readonly ttlSeconds: number },
  ): Promise<boolean>;
  /** Deletes nothing where the key is absent. @throws {StoreError} */
  delete(key: string): Promise<void>;
  /**
   * Entries whose key begins with `prefix`, in the order of their keys, at most 100 a page; those
   * whose time is over are left out. There is a further page where `nextCursor` is given.
   * @throws {StoreError}
   */
  list(prefix: string, cursor?: string): Promise<StoredPage>;
}

export interface StoredPage {
  readonly entries: readonly { readonly key: string; readonly value: unknown }[];
  readonly nextCursor?: string;
}

/** Encrypted, and never listed. Values are JSON. Every call throws {@link StoreError}. */
export interface SecretStore {
  /** Undefined where the key is absent. */
  find(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The queue's longest delay. */
export const maximumDelayMs = 900_000;

/** The queue of manifest.yml, `refresh-queue`, whose consumer runs one event at a time. */
export interface RefreshQueue {
  /**
   * Puts one event into the queue; it is delivered at least once.
   * @param options.delaySeconds from 0 to 900
   * @throws {StoreError}
   */
  push(body: Record<string, unknown>, options?: { readonly delaySeconds?: number }): Promise<void>;
}

export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    /** The platform's own code, or `UNKNOWN`. */
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`The platform's storage failed (${code})`, options);
  }
}
