import { useEffect, useState } from 'react';
import type { Reply, Trouble } from '../replies/reply';
import { useReply } from '../screen/use-reply';

/** A job in the background, as far as it came. */
interface Work {
  readonly phase: string;
  readonly waitingUntil?: number | undefined;
}

interface LoadedWork<Value> {
  /** The latest that was loaded; kept where a further load fails. */
  readonly latest: Value | undefined;
  readonly trouble: Trouble | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

const pollingMs = 2_000;
/** While it waits, mostly for Jira's hourly limit: each load takes some of that too. */
const pollingWhileWaitingMs = 30_000;

/** Loads what is told of a job in the background, again and again while it goes on. */
export function useBackgroundWork<Value>(
  load: () => Promise<Reply<Value>>,
  workIn: (value: Value) => Work | null | undefined,
): LoadedWork<Value> {
  const { reply, isLoading, reload } = useReply(load);
  const [latest, setLatest] = useState<Value>();
  if (reply?.kind === 'ok' && reply.value !== latest) setLatest(reply.value);

  const work = latest === undefined ? undefined : workIn(latest);
  const isPolling = !isLoading && isUnderWay(work);
  const delayMs = work?.waitingUntil === undefined ? pollingMs : pollingWhileWaitingMs;
  useEffect(() => {
    if (!isPolling) return undefined;
    const timer = setTimeout(reload, delayMs);
    return () => clearTimeout(timer);
  }, [isPolling, delayMs, reload]);

  return { latest, trouble: reply?.kind === 'ok' ? undefined : reply, isLoading, reload };
}

export function isUnderWay(work: Work | null | undefined): boolean {
  return work ? !['done', 'failed', 'canceled'].includes(work.phase) : false;
}
