import * as z from 'zod';
import type { StateFile } from '../../state-file';
import { stateSaver } from '../../state-saver';

/** Secrets are apart: no query finds them. */
export type Space = 'values' | 'secrets';

const entry = z.object({
  key: z.string(),
  value: z.unknown(),
  /** Milliseconds since 1970, like the other times. */
  createdAt: z.number(),
  updatedAt: z.number(),
  expiresAt: z.number().optional(),
});
export type Entry = z.infer<typeof entry>;

const stored = z.object({ values: z.array(entry), secrets: z.array(entry) });

/** How long after its expiry a value may still be there; the platform promises no less. */
const removalDelayMs = 48 * 3_600_000;

/** What an installation of the app keeps, as it is: whoever asks must have been checked. */
export class AppStorage {
  readonly #file: StateFile;
  readonly #now: () => Date;
  readonly #spaces = { values: new Map<string, Entry>(), secrets: new Map<string, Entry>() };
  readonly #save: () => Promise<void>;
  /** In the order of bytes; made anew where a key came or went. */
  #sortedKeys: readonly string[] | undefined;
  #nextRemovalMs = Infinity;

  private constructor(file: StateFile, now: () => Date) {
    this.#file = file;
    this.#now = now;
    const { values, secrets } = this.#spaces;
    this.#save = stateSaver(file, () => ({
      values: [...values.values()],
      secrets: [...secrets.values()],
    }));
  }

  /** Reads what is stored; content that cannot be used is set aside. */
  static async open(file: StateFile, now: () => Date): Promise<AppStorage> {
    const storage = new AppStorage(file, now);
    const content = await storage.#file.read();
    const { data } = stored.safeParse(content ?? { values: [], secrets: [] });
    if (!data) await file.setAside();
    for (const each of data?.values ?? []) storage.#put('values', each);
    for (const each of data?.secrets ?? []) storage.#put('secrets', each);
    return storage;
  }

  /** Also finds a value that has expired, until it is removed. */
  find(space: Space, key: string): Entry | undefined {
    this.#removeExpired();
    return this.#spaces[space].get(key);
  }

  /** Returns what is stored now, and what was before. */
  set(space: Space, key: string, value: unknown, lifetimeMs?: number) {
    const previous = this.find(space, key);
    const nowMs = this.#now().getTime();
    const latest: Entry = {
      key,
      value,
      createdAt: previous?.createdAt ?? nowMs,
      updatedAt: nowMs,
      ...(lifetimeMs !== undefined && { expiresAt: nowMs + lifetimeMs }),
    };
    this.#put(space, latest);
    return { previous, latest };
  }

  /** Returns whether it was there. */
  delete(space: Space, key: string): boolean {
    this.#removeExpired();
    this.#sortedKeys = undefined;
    return this.#spaces[space].delete(key);
  }

  /** Returns up to `limit` values whose key begins with `prefix`, those after `after`, in the order of their keys. */
  list(prefix: string, after: string | undefined, limit: number): readonly Entry[] {
    this.#removeExpired();
    this.#sortedKeys ??= [...this.#spaces.values.keys()].sort();
    const found: Entry[] = [];
    for (const key of this.#sortedKeys) {
      if (found.length === limit) break;
      const value = this.#spaces.values.get(key);
      if (value && key.startsWith(prefix) && (after === undefined || key > after)) {
        found.push(value);
      }
    }
    return found;
  }

  /** How many keys there are, secrets included. */
  count(): number {
    this.#removeExpired();
    return this.#spaces.values.size + this.#spaces.secrets.size;
  }

  /** Makes what is stored safe from a crash. */
  save(): Promise<void> {
    return this.#save();
  }

  clear(): Promise<void> {
    for (const space of Object.values(this.#spaces)) space.clear();
    this.#sortedKeys = undefined;
    return this.#save();
  }

  #put(space: Space, value: Entry): void {
    if (!this.#spaces[space].has(value.key)) this.#sortedKeys = undefined;
    this.#spaces[space].set(value.key, value);
    this.#nextRemovalMs = Math.min(this.#nextRemovalMs, removalTimeMs(value));
  }

  #removeExpired(): void {
    const nowMs = this.#now().getTime();
    if (this.#nextRemovalMs > nowMs) return;
    this.#nextRemovalMs = Infinity;
    this.#sortedKeys = undefined;
    for (const space of Object.values(this.#spaces)) {
      for (const [key, value] of space) {
        if (removalTimeMs(value) <= nowMs) space.delete(key);
        else this.#nextRemovalMs = Math.min(this.#nextRemovalMs, removalTimeMs(value));
      }
    }
  }
}

function removalTimeMs({ expiresAt = Infinity }: Entry): number {
  return expiresAt + removalDelayMs;
}
