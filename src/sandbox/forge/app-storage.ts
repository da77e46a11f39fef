import * as z from 'zod';
import type { RecordFile } from '../state-files/record-file';
import type { Warn } from '../state-files/state-file';
import { stateSaver } from '../state-files/state-saver';

/** Secrets are apart: no query finds them. */
export type Space = 'values' | 'secrets';

const entry = z.object({
  key: z.string(),
  value: z.unknown(),
  /** Milliseconds since 1970. */
  expiresAt: z.number().optional(),
});
export type Entry = z.infer<typeof entry>;

/** How long after its expiry a value may still be there; the platform promises no less. */
const removalDelayMs = 48 * 3_600_000;

/** A list shows what was stored so long ago: on the platform it is only eventually consistent. */
const listLagMs = 3_000;

interface Change {
  readonly id: string;
  readonly before: Entry | undefined;
  readonly changedAt: number;
}

/** What an installation of the app keeps, as it is: whoever asks must have been checked. */
export class AppStorage {
  /** By space and key. */
  readonly #entries = new Map<string, Entry>();
  readonly #save: () => Promise<void>;
  /** In the order of their times. */
  #unlisted: Change[] = [];
  doListsLag = true;
  #areListsFrozen = false;
  /** In the order of bytes; made anew where a key came or went. */
  #sortedIds: readonly string[] | undefined;
  #nextRemovalMs = Infinity;

  private constructor(
    file: RecordFile,
    private readonly now: () => Date,
    stored: ReadonlyMap<string, Entry>,
  ) {
    this.#fill(stored);
    this.#save = stateSaver<ReadonlyMap<string, Entry>>({
      file,
      describe: () => new Map(this.#entries),
      restore: (kept) => this.#fill(kept),
    });
  }

  /** Reads what is stored; content that can't be used is set aside. */
  static async open(file: RecordFile, now: () => Date, warn: Warn): Promise<AppStorage> {
    const { data } = z.map(z.string(), entry).safeParse(await file.read());
    if (!data) {
      const name = await file.setAside();
      warn(
        `What the app had stored can't be used and was set aside (${name}). The app starts without it: save the access token again.`,
      );
    }
    return new AppStorage(file, now, data ?? new Map());
  }

  /** Also finds a value that has expired, until it is removed. */
  find(space: Space, key: string): Entry | undefined {
    this.#removeExpired();
    return this.#entries.get(idOf(space, key));
  }

  set(space: Space, key: string, value: unknown, lifetimeMs?: number): void {
    const expiresAt = lifetimeMs === undefined ? undefined : this.now().getTime() + lifetimeMs;
    this.#remember(idOf(space, key));
    this.#put(idOf(space, key), { key, value, ...(expiresAt !== undefined && { expiresAt }) });
  }

  /** Returns whether it was there. */
  delete(space: Space, key: string): boolean {
    this.#removeExpired();
    this.#remember(idOf(space, key));
    this.#sortedIds = undefined;
    return this.#entries.delete(idOf(space, key));
  }

  /**
   * Returns up to `limit` values whose key begins with `prefix`, those after `after`, in the order of
   * their keys; all of it as it was some seconds ago.
   */
  list(prefix: string, after: string | undefined, limit: number): readonly Entry[] {
    this.#removeExpired();
    const before = this.#listedBefore();
    this.#sortedIds ??= [...new Set([...this.#entries.keys(), ...before.keys()])].sort();
    const beginning = idOf('values', prefix);
    const last = after === undefined ? '' : idOf('values', after);
    const found: Entry[] = [];
    for (const id of this.#sortedIds) {
      if (found.length === limit) break;
      const value = before.has(id) ? before.get(id) : this.#entries.get(id);
      if (value && id.startsWith(beginning) && id > last) found.push(value);
    }
    return found;
  }

  /** From now on lists show nothing new before {@link catchUp}. */
  freezeLists(): void {
    this.#listedBefore();
    this.#areListsFrozen = true;
  }

  /** Lists show what there is now, and go on so where they were frozen. */
  catchUp(): void {
    this.#unlisted = [];
    this.#sortedIds = undefined;
  }

  /** How many keys there are, secrets included. */
  count(): number {
    this.#removeExpired();
    return this.#entries.size;
  }

  /** Makes what is stored safe from a crash. */
  save(): Promise<void> {
    return this.#save();
  }

  clear(): Promise<void> {
    this.#entries.clear();
    this.catchUp();
    return this.#save();
  }

  #fill(entries: ReadonlyMap<string, Entry>): void {
    this.#entries.clear();
    this.#sortedIds = undefined;
    for (const [id, each] of entries) this.#put(id, each);
  }

  #remember(id: string): void {
    this.#unlisted.push({ id, before: this.#entries.get(id), changedAt: this.now().getTime() });
  }

  /** What lists show of the keys that changed since. */
  #listedBefore(): ReadonlyMap<string, Entry | undefined> {
    const lagMs = this.doListsLag ? listLagMs : 0;
    const shownUntil = this.#areListsFrozen ? -Infinity : this.now().getTime() - lagMs;
    const firstHidden = this.#unlisted.findIndex(({ changedAt }) => changedAt > shownUntil);
    if (firstHidden !== 0 && this.#unlisted.length > 0) {
      this.#unlisted = firstHidden < 0 ? [] : this.#unlisted.slice(firstHidden);
      this.#sortedIds = undefined;
    }
    const before = new Map<string, Entry | undefined>();
    for (const change of this.#unlisted) {
      if (!before.has(change.id)) before.set(change.id, change.before);
    }
    return before;
  }

  #put(id: string, value: Entry): void {
    if (!this.#entries.has(id)) this.#sortedIds = undefined;
    this.#entries.set(id, value);
    this.#nextRemovalMs = Math.min(this.#nextRemovalMs, removalTimeMs(value));
  }

  #removeExpired(): void {
    const nowMs = this.now().getTime();
    if (this.#nextRemovalMs > nowMs) return;
    this.#nextRemovalMs = Infinity;
    this.#sortedIds = undefined;
    for (const [id, value] of this.#entries) {
      if (removalTimeMs(value) <= nowMs) this.#entries.delete(id);
      else this.#nextRemovalMs = Math.min(this.#nextRemovalMs, removalTimeMs(value));
    }
  }
}

/** Secrets are apart: no key of a value leads to one. */
function idOf(space: Space, key: string): string {
  return `${space}:${key}`;
}

function removalTimeMs({ expiresAt = Infinity }: Entry): number {
  return expiresAt + removalDelayMs;
}
