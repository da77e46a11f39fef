import { useEffect, useState } from 'react';
import { callResolver } from '../screen/call-resolver';
import type { Trouble } from '../replies/reply';
import { useReply } from '../screen/use-reply';
import { findFacts } from './admin-contract';
import type { Facts, ShownRun } from './admin-replies';

const pollingMs = 2_000;
const loadFacts = () => callResolver(findFacts, {});

interface LoadedFacts {
  /** The latest that were loaded; kept where a further load fails. */
  readonly facts: Facts | undefined;
  readonly trouble: Trouble | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** What the app keeps, asked again and again while a refresh is under way. */
export function useFacts(): LoadedFacts {
  const { reply, isLoading, reload } = useReply(loadFacts);
  const [facts, setFacts] = useState<Facts>();
  if (reply?.kind === 'ok' && reply.value !== facts) setFacts(reply.value);

  const isPolling = !isLoading && isUnderWay(facts?.run);
  useEffect(() => {
    if (!isPolling) return undefined;
    const timer = setTimeout(reload, pollingMs);
    return () => clearTimeout(timer);
  }, [isPolling, reload]);

  return { facts, trouble: reply?.kind === 'ok' ? undefined : reply, isLoading, reload };
}

export function isUnderWay(run: ShownRun | null | undefined): boolean {
  return run ? run.phase !== 'done' && run.phase !== 'failed' : false;
}
