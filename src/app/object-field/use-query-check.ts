import { useCallback, useEffect, useRef, useState } from 'react';
import { callResolver } from '../access/call-resolver';
import type { Reply } from '../access/reply';
import { queryCheck, type QueryCheck } from './replies';

/** How long typing must rest before the query is tried. */
export const checkDelayMs = 500;

export interface QuerySource {
  readonly workspaceId: string;
  readonly typeId: string;
  readonly query: string;
}

export interface CheckedQuery {
  /** The latest answer; undefined before the first, and where there is nothing to check. */
  readonly reply: Reply<QueryCheck> | undefined;
  readonly isChecking: boolean;
  /** Checks at once, and answers for exactly this query. */
  readonly checkNow: (source: QuerySource) => Promise<Reply<QueryCheck>>;
}

/** Tries the query out while it is being written, once writing rests. */
export function useQueryCheck(source: QuerySource | undefined): CheckedQuery {
  const [reply, setReply] = useState<Reply<QueryCheck>>();
  const [isChecking, setIsChecking] = useState(false);
  const turn = useRef(0);

  const checkNow = useCallback(async (asked: QuerySource) => {
    const ownTurn = (turn.current += 1);
    setIsChecking(true);
    const answer = await callResolver('check', { ...asked }, queryCheck);
    if (turn.current === ownTurn) {
      setReply(answer);
      setIsChecking(false);
    }
    return answer;
  }, []);

  const { workspaceId, typeId, query } = source ?? {};
  useEffect(() => {
    if (workspaceId === undefined || typeId === undefined || query === undefined) return undefined;
    const timer = setTimeout(() => void checkNow({ workspaceId, typeId, query }), checkDelayMs);
    return () => {
      clearTimeout(timer);
      turn.current += 1;
    };
  }, [workspaceId, typeId, query, checkNow]);

  const isCheckable = source !== undefined;
  return { reply: source && reply, isChecking: isCheckable && isChecking, checkNow };
}
