import type { FailureLog } from '../access/failure-log';
import { JiraError, type Platform } from '../platform/platform';
import { createStoredQueries } from '../stored-queries/stored-queries';
import { deliverHandover } from './deliver-handover';
import { forgetQuery } from './forget-query';
import type { RefreshEvent } from './refresh-event';
import { rememberedFields } from './remembered-fields';

export type TaskEvent = Extract<RefreshEvent, { kind: 'forget' | 'deliver' }>;

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'unattended'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: FailureLog;
}

/** With the waits between them some four hours. */
const mostAttempts = 24;

/**
 * Does what one query asks for beside the refreshes.
 * @returns the event that tries again where it failed, and when; undefined where that is over
 */
export async function runTask(
  { platform, now, log }: Dependencies,
  event: TaskEvent,
): Promise<{ event: TaskEvent; delayMs: number } | undefined> {
  const { store, unattended: jira } = platform;
  const storedQueries = createStoredQueries({ store, now });
  const parts = { jira, fields: rememberedFields(jira), store, storedQueries, now };
  try {
    if (event.kind === 'forget') await forgetQuery(parts, event.hash);
    else await deliverHandover(parts, event.hash);
    return undefined;
  } catch (error) {
    log({ functionKey: 'refresh-work', phase: event.kind }, error);
    if (event.attempt >= mostAttempts) return undefined;
    const askedMs = error instanceof JiraError ? (error.retryAfterMs ?? 0) : 0;
    const delayMs = Math.max(askedMs, event.attempt * 60_000);
    return { event: { ...event, attempt: event.attempt + 1 }, delayMs };
  }
}
