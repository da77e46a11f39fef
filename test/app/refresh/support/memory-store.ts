import {
  StoreError,
  type KeyValueStore,
  type StoredPage,
} from '../../../../src/app/platform/storage';
import type { InvocationGate } from './invocation-gate';

interface Entry {
  readonly json: string;
  readonly endsAt: number;
}

const keyPattern = /^(?!\s+$)[a-zA-Z0-9:._\s\-#]{1,500}$/;
const maximumBytes = 240 * 1024;

/** The platform's storage in memory, with its limits on keys and values. */
export class MemoryStore implements KeyValueStore {
  readonly entries = new Map<string, Entry>();
  /** Keys that it can't write. */
  refuses: (key: string) => boolean = () => false;
  bytesWritten = 0;
  bytesRead = 0;
  lists = 0;

  constructor(
    private readonly gate: InvocationGate,
    private readonly now: () => number,
  ) {}

  async find(key: string): Promise<unknown> {
    await this.gate.read();
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
      this.entries.set(key, { json, endsAt });
    });
  }

  /** As on the platform, what is past its time is still in the way. */
  async setIfAbsent(key: string, value: unknown, { ttlSeconds }: { ttlSeconds: number }) {
    const entry = { json: JSON.stringify(value), endsAt: this.now() + ttlSeconds * 1000 };
    let isSet = false;
    await this.gate.write(() => {
      isSet = !this.entries.has(key);
      if (isSet) this.entries.set(key, entry);
    });
    return isSet;
  }

  async delete(key: string): Promise<void> {
    await this.gate.write(() => this.entries.delete(key));
  }

  async list(prefix: string, cursor = ''): Promise<StoredPage> {
    this.lists += 1;
    await this.gate.read();
    const keys = [...this.entries.keys()].filter((key) => key.startsWith(prefix) && key > cursor);
    const page = keys.sort().slice(0, 100);
    const entries = page.flatMap((key) => {
      const entry = this.entries.get(key);
      return entry && this.now() < entry.endsAt
        ? [{ key, value: JSON.parse(entry.json) as unknown }]
        : [];
    });
    this.bytesRead += JSON.stringify(entries).length;
    return { entries, ...(page.length < keys.length && { nextCursor: page.at(-1) }) };
  }
}
