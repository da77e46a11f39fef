import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { StateFile, Warn } from '../state-files/state-file';
import { earliestOf } from './background';
import type { Due, DueSource } from './background';
import type { Manifest } from './manifest';
import type { Timers } from './clock';
import { hasRunOut, retried } from './retries';
import type { Delivery } from './retries';
import { findConsumer, timeLimitOf } from './modules';
import { SlidingWindow } from './rate-limits';
import { stateSaver } from '../state-files/state-saver';

export interface AsyncEvent {
  body: Readonly<Record<string, unknown>>;
  queueName: string;
  jobId: string;
  eventId: string;
}

/** Delivers an event to its consumer; what the consumer pushes carries the same `chainId`. */
type Consume = (event: AsyncEvent, chainId: string) => Promise<Delivery>;

interface EventQueueOptions {
  manifest: Manifest;
  timers: Timers;
  file: StateFile;
  warn: Warn;
}

/** @see https://developer.atlassian.com/platform/forge/limits-async-events/ */
const maximumEvents = 50;
const maximumPushBytes = 200 * 1024;
/** Where the consumer may take longer than functions do by default. */
const maximumLongRunningEventBytes = 100 * 1024;
const defaultTimeLimitSeconds = 55;
const eventsPerMinute = 500;
const maximumChainPushes = 1_000;

const pushBody = z.strictObject({
  queueName: z.string(),
  jobId: z.string(),
  type: z.literal('avi:forge:app:event'),
  schema: z.string(),
  time: z.string(),
  payload: z
    .array(
      z.strictObject({
        body: z.record(z.string(), z.unknown()),
        delayInSeconds: z.number().min(0).max(900).default(0),
        concurrency: z
          .strictObject({ key: z.string().min(1), limit: z.number().int().min(1) })
          .optional(),
      }),
    )
    .min(1)
    .max(maximumEvents),
});
type PushBody = z.infer<typeof pushBody>;

interface QueueReply {
  status: number;
  body?: unknown;
}

/**
 * The platform's queues, as \@forge/events calls them: each event comes to its consumer at least
 * once, not before its time, and again where the consumer failed or was broken off.
 * @see https://developer.atlassian.com/platform/forge/runtime-reference/async-events-api/
 */
export class EventQueue {
  readonly #rate: SlidingWindow;
  readonly #save: () => Promise<void>;
  /** Those that wait, in the order of their pushes. */
  readonly #events = new Map<string, QueuedEvent>();
  /** How many requests to push each chain has made. */
  readonly #pushes = new Map<string, number>();
  readonly #running = new Map<string, QueuedEvent>();

  private constructor(
    private readonly manifest: Manifest,
    private readonly timers: Timers,
    file: StateFile,
    content: Stored,
  ) {
    this.#rate = new SlidingWindow(timers, 60_000, eventsPerMinute);
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
  static async open({ manifest, timers, file, warn }: EventQueueOptions): Promise<EventQueue> {
    const { data } = stored.safeParse((await file.read()) ?? nothing);
    if (!data) {
      const name = await file.setAside();
      warn(
        `The events that waited in the app's queues can't be used and were set aside (${name}). They won't be delivered.`,
      );
    }
    return new EventQueue(manifest, timers, file, data ?? nothing);
  }

  /**
   * Answers a call of the SDK; `undefined` for all but a push.
   * @param chainId of the invocation that pushes
   */
  async answer(path: string, body: unknown, chainId: string): Promise<QueueReply | undefined> {
    return path.startsWith('/webhook/queue/publish/') ? this.#push(body, chainId) : undefined;
  }

  deliveries(consume: Consume): DueSource {
    return { peek: () => this.#peek(consume) };
  }

  async clear(): Promise<void> {
    this.#running.clear();
    this.#rate.clear();
    this.#fill(nothing);
    await this.#save();
  }

  #fill({ events, chains }: Stored): void {
    for (const part of [this.#events, this.#pushes]) part.clear();
    for (const event of events) this.#events.set(event.eventId, event);
    for (const { chainId, pushes } of chains) this.#pushes.set(chainId, pushes);
  }

  async #push(rawBody: unknown, chainId: string): Promise<QueueReply> {
    const { data: body, error } = pushBody.safeParse(rawBody);
    if (!body) return { status: 400, body: { message: z.prettifyError(error) } };
    const refusal = this.#refuse(body, chainId);
    if (refusal) return refusal;
    this.#rate.add(body.payload.length);
    const pushedAt = this.timers.now().getTime();
    this.#forgetEndedChains();
    this.#pushes.set(chainId, this.#pushesOf(chainId) + 1);
    for (const event of eventsOf(body, chainId, pushedAt)) this.#events.set(event.eventId, event);
    await this.#save();
    return { status: 201 };
  }

  #pushesOf(chainId: string): number {
    return this.#pushes.get(chainId) ?? 0;
  }

  /** Drops chains that no waiting event belongs to. */
  #forgetEndedChains(): void {
    const used = new Set([...this.#events.values()].map(({ chainId }) => chainId));
    for (const chainId of this.#pushes.keys()) {
      if (!used.has(chainId)) this.#pushes.delete(chainId);
    }
  }

  #refuse({ queueName, payload }: PushBody, chainId: string): QueueReply | undefined {
    const consumer = findConsumer(this.manifest, queueName);
    if (!consumer) {
      return { status: 400, body: { message: `No consumer takes the queue "${queueName}".` } };
    }
    const sizes = payload.map((event) => Buffer.byteLength(JSON.stringify(event)));
    const isLongRunning = timeLimitOf(this.manifest, consumer) > defaultTimeLimitSeconds;
    if (sizes.reduce((sum, size) => sum + size) > maximumPushBytes) return tooLarge(200);
    if (isLongRunning && sizes.some((size) => size > maximumLongRunningEventBytes)) {
      return tooLarge(100);
    }
    if (this.#pushesOf(chainId) >= maximumChainPushes) return { status: 405 };
    return this.#rate.hasRoom(payload.length) ? undefined : { status: 429 };
  }

  #peek(consume: Consume): Due | undefined {
    const waiting = [...this.#events.values()].filter(
      (event) => !this.#running.has(event.eventId) && this.#hasRoom(event),
    );
    return earliestOf(
      waiting.map((event) => ({ at: event.dueAt, run: () => this.#deliver(event, consume) })),
    );
  }

  #hasRoom({ concurrency }: QueuedEvent): boolean {
    if (!concurrency) return true;
    const others = [...this.#running.values()].filter(
      (other) => other.concurrency?.key === concurrency.key,
    );
    return others.length < concurrency.limit;
  }

  async #deliver(event: QueuedEvent, consume: Consume): Promise<void> {
    this.#running.set(event.eventId, event);
    const delivery = await this.#consume(event, consume);
    // A reset has emptied the queue meanwhile.
    if (this.#running.get(event.eventId) !== event) return;
    this.#running.delete(event.eventId);
    await this.#settle(event, delivery);
  }

  async #consume(event: QueuedEvent, consume: Consume): Promise<Delivery | 'dropped'> {
    if (hasRunOut(event, this.timers.now().getTime())) return 'dropped';
    const { body, queueName, jobId, eventId, chainId } = event;
    return consume(structuredClone({ body, queueName, jobId, eventId }), chainId);
  }

  async #settle(event: QueuedEvent, delivery: Delivery | 'dropped'): Promise<void> {
    const isOver = delivery === 'dropped' || delivery.ok;
    const nowMs = this.timers.now().getTime();
    const again = isOver ? undefined : retried(event, delivery.retryAfterSeconds, nowMs);
    if (again) this.#events.set(event.eventId, again);
    else this.#events.delete(event.eventId);
    await this.#save();
  }
}

function eventsOf({ payload, jobId, queueName }: PushBody, chainId: string, pushedAt: number) {
  return payload.map(({ body, delayInSeconds, concurrency }): QueuedEvent => ({
    eventId: randomUUID(),
    jobId,
    queueName,
    body,
    chainId,
    pushedAt,
    dueAt: pushedAt + delayInSeconds * 1000,
    retries: 0,
    ...(concurrency && { concurrency }),
  }));
}

function tooLarge(kilobytes: number): QueueReply {
  return { status: 413, body: { errorMessage: `The maximum payload size is ${kilobytes}KB.` } };
}

const queuedEvent = z.object({
  eventId: z.string(),
  jobId: z.string(),
  queueName: z.string(),
  body: z.record(z.string(), z.unknown()),
  concurrency: z.object({ key: z.string(), limit: z.number() }).optional(),
  /** The id of the invocation that began the chain of events. */
  chainId: z.string(),
  /** Milliseconds since 1970. */
  pushedAt: z.number(),
  dueAt: z.number(),
  /** Absent in what an earlier version stored. */
  retries: z.number().default(0),
});
export type QueuedEvent = z.infer<typeof queuedEvent>;

const chain = z.object({ chainId: z.string(), pushes: z.number() });

const stored = z.object({
  events: z.array(queuedEvent),
  chains: z.array(chain),
});
type Stored = z.infer<typeof stored>;

const nothing: Stored = { events: [], chains: [] };
