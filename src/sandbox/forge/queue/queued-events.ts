import * as z from 'zod';
import type { StateFile, Warn } from '../../state-files/state-file';
import { stateSaver } from '../../state-files/state-saver';

const retry = z.object({ count: z.number(), reason: z.string(), data: z.unknown() });

const queuedEvent = z.object({
  eventId: z.string(),
  jobId: z.string(),
  queueName: z.string(),
  body: z.record(z.string(), z.unknown()),
  concurrency: z.object({ key: z.string(), limit: z.number() }).optional(),
  /** Of the invocation without a consumer that, through others, led to this event. */
  chainId: z.string(),
  /** Milliseconds since 1970. */
  pushedAt: z.number(),
  dueAt: z.number(),
  /** Of the deliveries before; absent for the first one. */
  retry: retry.optional(),
});
export type QueuedEvent = z.infer<typeof queuedEvent>;

const chain = z.object({ chainId: z.string(), pushes: z.number() });

const stored = z.object({
  events: z.array(queuedEvent),
  chains: z.array(chain),
});
type Stored = z.infer<typeof stored>;

/** What waits, in the order in which it was pushed, with what is known of its chains. */
export class QueuedEvents {
  readonly #events = new Map<string, QueuedEvent>();
  readonly #pushes = new Map<string, number>();
  readonly #save: () => Promise<void>;

  private constructor(file: StateFile, content: Stored) {
    this.#fill(content);
    this.#save = stateSaver<Stored>({
      file,
      describe: () => ({
        events: [...this.#events.values()],
        chains: [...this.#pushes].map(([chainId, pushes]) => ({ chainId, pushes })),
      }),
      restore: (kept) => this.#fill(kept),
    });
  }

  /** Reads what is stored; content that can't be used is set aside. */
  static async open(file: StateFile, warn: Warn): Promise<QueuedEvents> {
    const nothing: Stored = { events: [], chains: [] };
    const { data } = stored.safeParse((await file.read()) ?? nothing);
    if (!data) {
      const name = await file.setAside();
      warn(
        `The events that waited in the app's queues can't be used and were set aside (${name}). They won't be delivered.`,
      );
    }
    return new QueuedEvents(file, data ?? nothing);
  }

  list(): Iterable<QueuedEvent> {
    return this.#events.values();
  }

  /** How many requests to push the chain has made. */
  pushesOf(chainId: string): number {
    return this.#pushes.get(chainId) ?? 0;
  }

  async add(events: readonly QueuedEvent[], chainId: string): Promise<void> {
    this.#forgetEndedChains();
    this.#pushes.set(chainId, this.pushesOf(chainId) + 1);
    for (const event of events) this.#events.set(event.eventId, event);
    await this.#save();
  }

  /** Takes the place of the event as it was. */
  async replace(event: QueuedEvent): Promise<void> {
    this.#events.set(event.eventId, event);
    await this.#save();
  }

  async remove({ eventId }: QueuedEvent): Promise<void> {
    this.#events.delete(eventId);
    await this.#save();
  }

  clear(): Promise<void> {
    this.#fill({ events: [], chains: [] });
    return this.#save();
  }

  #fill({ events, chains }: Stored): void {
    for (const part of [this.#events, this.#pushes]) part.clear();
    for (const event of events) this.#events.set(event.eventId, event);
    for (const { chainId, pushes } of chains) this.#pushes.set(chainId, pushes);
  }

  /** Drops the chains that nothing waits of. */
  #forgetEndedChains(): void {
    const used = new Set([...this.#events.values()].map(({ chainId }) => chainId));
    for (const chainId of this.#pushes.keys()) {
      if (!used.has(chainId)) this.#pushes.delete(chainId);
    }
  }
}
