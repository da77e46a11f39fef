import * as z from 'zod';
import type { QueuedEvent } from './event-queue';

/** @see https://developer.atlassian.com/platform/forge/runtime-reference/async-events-api/ */
const retentionMs = 24 * 3_600_000;
const maximumWaitSeconds = 900;
const maximumRetryDataBytes = 4 * 1024;

/** How a delivery ended. */
export type Delivery = { ok: true } | { ok: false; retry: RetryRequest };

interface RetryRequest {
  /** Absent if the platform chooses. */
  afterSeconds?: number;
  reason: string;
  data?: unknown;
}

const retryAnswer = z.object({
  _retry: z.literal(true),
  retryOptions: z
    .object({
      retryAfter: z.number().optional(),
      retryReason: z.string().optional(),
      retryData: z.unknown().optional(),
    })
    .default({}),
});

/** Reads what a consumer answered: an `InvocationError` of \@forge/events asks for a retry. */
export function readDelivery(answer: unknown): Delivery {
  const request = retryAnswer.safeParse(answer).data?.retryOptions;
  if (!request) return { ok: true };
  const { retryAfter = 1, retryReason = 'FUNCTION_RETRY_REQUEST', retryData } = request;
  if (Buffer.byteLength(JSON.stringify(retryData ?? null)) > maximumRetryDataBytes) {
    return failed('FUNCTION_PLATFORM_UNKNOWN_ERROR');
  }
  return { ok: false, retry: { afterSeconds: retryAfter, reason: retryReason, data: retryData } };
}

/** The consumer gave no answer. */
export function failed(reason: string): Delivery {
  return { ok: false, retry: { reason } };
}

/** Returns the event as it waits for its next delivery, `undefined` where its time has run out. */
export function retried(
  event: QueuedEvent,
  { afterSeconds, reason, data }: RetryRequest,
  nowMs: number,
): QueuedEvent | undefined {
  const count = event.retry?.count ?? 0;
  const waitSeconds = Math.min(afterSeconds ?? 2 ** count, maximumWaitSeconds);
  const dueAt = nowMs + waitSeconds * 1000;
  if (dueAt > event.pushedAt + retentionMs) return undefined;
  return { ...event, dueAt, retry: { count: count + 1, reason, data } };
}

/** What a consumer is told about earlier deliveries; empty for the first. */
export function retryContextOf({ pushedAt, retry }: QueuedEvent, nowMs: number) {
  if (!retry) return {};
  return {
    retryContext: {
      retryCount: retry.count,
      retryReason: retry.reason,
      retryData: retry.data,
      retentionWindow: {
        startTime: new Date(pushedAt).toISOString(),
        remainingTimeMs: pushedAt + retentionMs - nowMs,
      },
    },
  };
}

/** Whether the platform has given up on the event. */
export function hasRunOut({ pushedAt }: QueuedEvent, nowMs: number): boolean {
  return nowMs > pushedAt + retentionMs;
}
