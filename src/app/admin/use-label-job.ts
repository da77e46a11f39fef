import { useEffect } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { Trouble } from '../replies/reply';
import { useReply } from '../screen/use-reply';
import type { UpkeepFacts } from '../label-upkeep/upkeep-facts';
import { findLabelJob } from './admin-contract';

const pollingMs = 2_000;
const loadJob = () => callResolver(findLabelJob, {});

interface LoadedJob {
  /** Null before the first; undefined while that is not known. */
  readonly job: UpkeepFacts | null | undefined;
  readonly trouble: Trouble | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** The job over stored labels, asked again and again while one is under way. */
export function useLabelJob(): LoadedJob {
  const { reply, isLoading, reload } = useReply(loadJob);
  const job = reply?.kind === 'ok' ? reply.value.job : undefined;
  const isPolling = !isLoading && job?.phase === 'running';
  useEffect(() => {
    if (!isPolling) return undefined;
    const timer = setTimeout(reload, pollingMs);
    return () => clearTimeout(timer);
  }, [isPolling, reload]);
  return { job, trouble: reply?.kind === 'ok' ? undefined : reply, isLoading, reload };
}
