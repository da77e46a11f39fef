import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Manifest } from '../manifest';
import { findConsumer, timeLimitOf } from '../modules';
import { SlidingWindow } from '../sliding-window';
import type { Timers } from '../timers';
import type { QueuedEvent, QueuedEvents } from './queued-events';

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

/** What the platform answers a call of the queue. */
export interface QueueReply {
  status: number;
  body?: unknown;
}

interface QueuePushOptions {
  manifest: Manifest;
  events: QueuedEvents;
  timers: Timers;
}

/** Takes events as far as the platform's limits allow. */
export class QueuePush {
  readonly #options: QueuePushOptions;
  readonly #rate: SlidingWindow;

  constructor(options: QueuePushOptions) {
    this.#options = options;
    this.#rate = new SlidingWindow(options.timers, 60_000, eventsPerMinute);
  }

  /** @param chainId of the invocation that pushes */
  async push(rawBody: unknown, chainId: string): Promise<QueueReply> {
    const { data: body, error } = pushBody.safeParse(rawBody);
    if (!body) return { status: 400, body: { message: z.prettifyError(error) } };
    const refusal = this.#refuse(body, chainId);
    if (refusal) return refusal;
    this.#rate.add(body.payload.length);
    const pushedAt = this.#options.timers.now().getTime();
    await this.#options.events.add(eventsOf(body, chainId, pushedAt), chainId);
    return { status: 201 };
  }

  clear(): void {
    this.#rate.clear();
  }

  #refuse({ queueName, payload }: PushBody, chainId: string): QueueReply | undefined {
    const { manifest, events } = this.#options;
    const consumer = findConsumer(manifest, queueName);
    if (!consumer) {
      return { status: 400, body: { message: `No consumer takes the queue "${queueName}".` } };
    }
    const sizes = payload.map((event) => Buffer.byteLength(JSON.stringify(event)));
    const isLongRunning = timeLimitOf(manifest, consumer) > defaultTimeLimitSeconds;
    if (sizes.reduce((sum, size) => sum + size) > maximumPushBytes) return tooLarge(200);
    if (isLongRunning && sizes.some((size) => size > maximumLongRunningEventBytes)) {
      return tooLarge(100);
    }
    if (events.pushesOf(chainId) >= maximumChainPushes) return { status: 405 };
    return this.#rate.hasRoom(payload.length) ? undefined : { status: 429 };
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
    ...(concurrency && { concurrency }),
  }));
}

function tooLarge(kilobytes: number): QueueReply {
  return { status: 413, body: { errorMessage: `The maximum payload size is ${kilobytes}KB.` } };
}
