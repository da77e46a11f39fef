import * as z from 'zod';
import type { QueuedEvent } from './event-queue';

/** @see https://developer.atlassian.com/platform/forge/runtime-reference/async-events-api/ */
const retentionMs = 24 * 3_600_000;
const maximumWaitSeconds = 900;

export interface Delivery {
  /** Whether it is over. */
  ok: boolean;
  /** Absent if the platform chooses. */
  retryAfterSeconds?: number;
}

const retryAnswer = z.object({
  _retry: z.literal(true),
  retryOptions: z.object({ retryAfter: z.number().default(1) }).prefault({}),
});

/** Reads what a consumer answered: an `InvocationError` of \@forge/events asks for a retry. */
export function readDelivery(answer: unknown): Delivery {
  const { data } = retryAnswer.safeParse(answer);
  return data ? { ok: false, retryAfterSeconds: data.retryOptions.retryAfter } : { ok: true };
}

/** Returns the event as it waits for its next delivery, `undefined` where its time has run out. */
export function retried(
  event: QueuedEvent,
  retryAfterSeconds: number | undefined,
  nowMs: number,
): QueuedEvent | undefined {
  const waitSeconds = Math.min(retryAfterSeconds ?? 2 ** event.retries, maximumWaitSeconds);
  const dueAt = nowMs + waitSeconds * 1000;
  if (dueAt > event.pushedAt + retentionMs) return undefined;
  return { ...event, dueAt, retries: event.retries + 1 };
}

/** Whether the platform has given up on the event. */
export function hasRunOut({ pushedAt }: QueuedEvent, nowMs: number): boolean {
  return nowMs > pushedAt + retentionMs;
}
