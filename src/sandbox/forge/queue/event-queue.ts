import type { StateFile, Warn } from '../../state-files/state-file';
import type { Due, DueSource } from '../background';
import type { Manifest } from '../manifest';
import type { Timers } from '../timers';
import { QueuedEvents } from './queued-events';
import type { QueuedEvent } from './queued-events';
import { QueuePush } from './queue-push';
import type { QueueReply } from './queue-push';
import { hasRunOut, retried, retryContextOf } from './retries';
import type { Delivery } from './retries';

/** An event as its consumer gets it. */
export interface AsyncEvent {
  body: Readonly<Record<string, unknown>>;
  queueName: string;
  jobId: string;
  eventId: string;
  retryContext?: unknown;
}

/** Hands an event to its consumer; `chainId` goes on in what that pushes. */
type Consume = (event: AsyncEvent, chainId: string) => Promise<Delivery>;

interface EventQueueOptions {
  manifest: Manifest;
  timers: Timers;
  file: StateFile;
  warn: Warn;
}

/**
 * The platform's queues, as \@forge/events calls them: each event comes to its consumer at least
 * once, not before its time, and again where the consumer failed or was broken off.
 * @see https://developer.atlassian.com/platform/forge/runtime-reference/async-events-api/
 */
export class EventQueue {
  readonly #events: QueuedEvents;
  readonly #push: QueuePush;
  readonly #timers: Timers;
  readonly #running = new Map<string, QueuedEvent>();

  private constructor(events: QueuedEvents, push: QueuePush, timers: Timers) {
    this.#events = events;
    this.#push = push;
    this.#timers = timers;
  }

  static async open({ manifest, timers, file, warn }: EventQueueOptions): Promise<EventQueue> {
    const events = await QueuedEvents.open(file, warn);
    return new EventQueue(events, new QueuePush({ manifest, events, timers }), timers);
  }

  /** Answers a call of the SDK; `undefined` for all but a push. */
  async answer(path: string, body: unknown, chainId: string): Promise<QueueReply | undefined> {
    return path.startsWith('/webhook/queue/publish/') ? this.#push.push(body, chainId) : undefined;
  }

  /** What is to be delivered next. */
  deliveries(consume: Consume): DueSource {
    return { peek: () => this.#peek(consume) };
  }

  async clear(): Promise<void> {
    this.#running.clear();
    this.#push.clear();
    await this.#events.clear();
  }

  #peek(consume: Consume): Due | undefined {
    let earliest: QueuedEvent | undefined;
    for (const event of this.#events.list()) {
      const isEarlier = !earliest || event.dueAt < earliest.dueAt;
      if (isEarlier && !this.#running.has(event.eventId) && this.#hasRoom(event)) earliest = event;
    }
    const next = earliest;
    return next && { at: next.dueAt, run: () => this.#deliver(next, consume) };
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
    // After a reset there is nothing left to settle.
    if (this.#running.get(event.eventId) !== event) return;
    this.#running.delete(event.eventId);
    await this.#settle(event, delivery);
  }

  async #consume(event: QueuedEvent, consume: Consume): Promise<Delivery | 'dropped'> {
    const nowMs = this.#timers.now().getTime();
    if (hasRunOut(event, nowMs)) return 'dropped';
    const { body, queueName, jobId, eventId, chainId } = event;
    const told = { body, queueName, jobId, eventId, ...retryContextOf(event, nowMs) };
    return consume(structuredClone(told), chainId);
  }

  async #settle(event: QueuedEvent, delivery: Delivery | 'dropped'): Promise<void> {
    const isOver = delivery === 'dropped' || delivery.ok;
    const again = isOver ? undefined : retried(event, delivery.retry, this.#timers.now().getTime());
    return again ? this.#events.replace(again) : this.#events.remove(event);
  }
}
