import { useEffect, useState } from 'react';
import type { Reply } from '../replies/reply';
import { useReply, type LatestReply } from '../screen/use-reply';

/** A job in the background, as far as it came. */
interface Work {
  readonly phase: string;
  readonly waitingUntil?: number | undefined;
}

const pollingMs = 2_000;
/** While it waits, mostly for Jira's hourly limit: each load takes some of that too. */
const pollingWhileWaitingMs = 30_000;

/** Loads the state of a job in the background again and again while it runs. A failed load keeps the value. */
export function useBackgroundWork<Value>(
  load: () => Promise<Reply<Value>>,
  workIn: (value: Value) => Work | null | undefined,
): LatestReply<Value> {
  const loaded = useReply(load);
  const { value, isLoading, reload } = loaded;
  const [latest, setLatest] = useState<Value>();
  if (value !== undefined && value !== latest) setLatest(value);

  const work = latest === undefined ? undefined : workIn(latest);
  const isPolling = !isLoading && isUnderWay(work);
  const delayMs = work?.waitingUntil === undefined ? pollingMs : pollingWhileWaitingMs;
  useEffect(() => {
    if (!isPolling) return undefined;
    const timer = setTimeout(reload, delayMs);
    return () => clearTimeout(timer);
  }, [isPolling, delayMs, reload]);

  return { ...loaded, value: latest };
}

export function isUnderWay(work: Work | null | undefined): boolean {
  return work ? !['done', 'failed', 'canceled'].includes(work.phase) : false;
}
