import { LRUCache } from 'lru-cache';

interface MemoryOptions<Value, Question> {
  /** How much all that is remembered weighs at most. */
  readonly maximumBytes: number;
  readonly bytesOf: (value: Value) => number;
  readonly read: (question: Question) => Promise<Value>;
}

interface Remembered<Value> {
  readonly version: string;
  readonly value: Value;
}

interface Reading<Question> {
  readonly version: string;
  readonly question: Question;
}

/** The memory that an entry takes beside its value. */
const entryBytes = 500;

/**
 * Remembers the latest version of many things, as far as there is room. One that takes more than half of the room has a
 * place of its own, which it keeps until there is another such one: it would be read again for each request.
 * Several who ask for something that is being read wait for it together.
 */
export class VersionMemory<Value, Question> {
  readonly #entries: LRUCache<string, Remembered<Value>, Reading<Question>>;
  #large: (Remembered<Value> & { readonly key: string }) | undefined;

  constructor({ maximumBytes, bytesOf, read }: MemoryOptions<Value, Question>) {
    const largeBytes = maximumBytes / 2;
    this.#entries = new LRUCache({
      maxSize: maximumBytes,
      maxEntrySize: largeBytes,
      sizeCalculation: ({ value }) => entryBytes + bytesOf(value),
      fetchMethod: async (key, _, { context: { version, question } }) => {
        const value = await read(question);
        if (entryBytes + bytesOf(value) > largeBytes) this.#large = { key, version, value };
        else if (this.#large?.key === key) this.#large = undefined;
        return { version, value };
      },
      ignoreFetchAbort: true,
    });
  }

  /**
   * What the key stands for, at least as new as the version.
   * @param version one that was there before this call
   */
  async get(key: string, version: string, question: Question): Promise<Value> {
    if (this.#large?.key === key && this.#large.version === version) return this.#large.value;
    const context = { version, question };
    const known = await this.#entries.forceFetch(key, { context });
    if (known.version === version) return known.value;
    // Whatever is being read now began after this call.
    const current = await this.#entries.forceFetch(key, { context, forceRefresh: true });
    return current.value;
  }
}
