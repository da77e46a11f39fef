import {
  StoreError,
  type KeyValueStore,
  type StoredPage,
} from '../../../../src/app/platform/storage';
import { InvocationGate } from './invocation-gate';

interface Entry {
  readonly json: string;
  readonly endsAt: number;
}

/** What lists still show of a key that was changed at that time. */
interface Change {
  readonly key: string;
  readonly before: Entry | undefined;
  readonly changedAt: number;
}

const keyPattern = /^(?!\s+$)[a-zA-Z0-9:._\s\-#]{1,500}$/;
const maximumBytes = 240 * 1024;

/** The platform's storage in memory, with its limits on keys and values. */
export class MemoryStore implements KeyValueStore {
  readonly entries = new Map<string, Entry>();
  /** Keys that it can't write. */
  refuses: (key: string) => boolean = () => false;
  /** How old lists are; for ever where it is Infinity. */
  listLagMs = 0;
  #unlisted: Change[] = [];
  bytesWritten = 0;
  bytesRead = 0;
  lists = 0;
  reads = 0;

  constructor(
    private readonly now: () => number,
    private readonly gate = new InvocationGate(),
  ) {}

  async find(key: string): Promise<unknown> {
    await this.gate.read();
    this.reads += 1;
    const entry = this.entries.get(key);
    this.bytesRead += Math.max(1024, entry?.json.length ?? 0);
    return entry && this.now() < entry.endsAt ? JSON.parse(entry.json) : undefined;
  }

  async set(key: string, value: unknown, options: { ttlSeconds?: number } = {}): Promise<void> {
    const json = JSON.stringify(value);
    const bytes = Buffer.byteLength(json);
    if (!keyPattern.test(key)) throw new StoreError('INVALID_KEY');
    if (bytes > maximumBytes) throw new StoreError('MAX_SIZE');
    if (this.refuses(key)) throw new StoreError('UNKNOWN');
    await this.gate.write(() => {
      this.bytesWritten += bytes;
      const { ttlSeconds } = options;
      const endsAt = ttlSeconds === undefined ? Infinity : this.now() + ttlSeconds * 1000;
      this.#put(key, { json, endsAt });
    });
  }

  /** Lists show what there is now. */
  catchUp(): void {
    this.#unlisted = [];
  }

  /** As on the platform, what is past its time is still in the way. */
  async setIfAbsent(key: string, value: unknown, { ttlSeconds }: { ttlSeconds: number }) {
    const entry = { json: JSON.stringify(value), endsAt: this.now() + ttlSeconds * 1000 };
    let isSet = false;
    await this.gate.write(() => {
      isSet = !this.entries.has(key);
      if (isSet) this.#put(key, entry);
    });
    return isSet;
  }

  async delete(key: string): Promise<void> {
    await this.gate.write(() => this.#put(key, undefined));
  }

  async list(prefix: string, cursor = ''): Promise<StoredPage> {
    this.lists += 1;
    await this.gate.read();
    const listed = this.#listed();
    const keys = [...listed.keys()].filter((key) => key.startsWith(prefix) && key > cursor);
    const page = keys.sort().slice(0, 100);
    const entries = page.flatMap((key) => {
      const entry = listed.get(key);
      return entry && this.now() < entry.endsAt
        ? [{ key, value: JSON.parse(entry.json) as unknown }]
        : [];
    });
    this.bytesRead += JSON.stringify(entries).length;
    return { entries, ...(page.length < keys.length && { nextCursor: page.at(-1) }) };
  }

  #put(key: string, entry: Entry | undefined): void {
    this.#unlisted.push({ key, before: this.entries.get(key), changedAt: this.now() });
    if (entry) this.entries.set(key, entry);
    else this.entries.delete(key);
  }

  #listed(): Map<string, Entry> {
    const shownAt = this.now() - this.listLagMs;
    this.#unlisted = this.#unlisted.filter(({ changedAt }) => changedAt > shownAt);
    const listed = new Map(this.entries);
    for (const { key, before } of this.#unlisted.toReversed()) {
      if (before) listed.set(key, before);
      else listed.delete(key);
    }
    return listed;
  }
}
