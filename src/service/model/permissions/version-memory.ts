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

/** What an entry takes beside its value. */
const entryBytes = 500;

/**
 * Remembers the latest version of many things, as far as there is room. Several who ask for something that is being
 * read wait for it together.
 */
export class VersionMemory<Value, Question> {
  readonly #entries: LRUCache<string, Remembered<Value>, Reading<Question>>;

  constructor({ maximumBytes, bytesOf, read }: MemoryOptions<Value, Question>) {
    this.#entries = new LRUCache({
      maxSize: maximumBytes,
      // One that is larger than all the room is remembered alone: it would be read again for each request.
      sizeCalculation: ({ value }) => Math.min(entryBytes + bytesOf(value), maximumBytes),
      fetchMethod: async (_, __, { context: { version, question } }) => ({
        version,
        value: await read(question),
      }),
      ignoreFetchAbort: true,
    });
  }

  /**
   * What the key stands for, at least as new as the version.
   * @param version one that was there before this call
   */
  async get(key: string, version: string, question: Question): Promise<Value> {
    const context = { version, question };
    const known = await this.#entries.forceFetch(key, { context });
    if (known.version === version) return known.value;
    // Whatever is being read now began after this call.
    const current = await this.#entries.forceFetch(key, { context, forceRefresh: true });
    return current.value;
  }
}
