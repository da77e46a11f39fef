import { useCallback, useEffect, useState } from 'react';
import { callResolver } from '../access/call-resolver';
import type { Reply } from '../access/reply';
import { useNewestAnswer } from '../access/use-newest-answer';
import type { QuerySource } from '../object-field/configuration';
import type { QueryCheck } from './replies';
import { checkQuery } from '../object-field/functions';

/** How long typing must rest before the query is tried. */
const checkDelayMs = 500;

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
  const { ask, cancel, isWaiting } = useNewestAnswer();

  const checkNow = useCallback(
    (asked: QuerySource) => {
      const answer = check(asked);
      ask(0, () => answer, setReply);
      return answer;
    },
    [ask],
  );

  const { workspaceId, typeId, query } = source ?? {};
  useEffect(() => {
    if (workspaceId === undefined || typeId === undefined || query === undefined) return undefined;
    ask(checkDelayMs, () => check({ workspaceId, typeId, query }), setReply);
    return cancel;
  }, [workspaceId, typeId, query, ask, cancel]);

  return { reply: source && reply, isChecking: isWaiting, checkNow };
}

function check({ workspaceId, typeId, query }: QuerySource): Promise<Reply<QueryCheck>> {
  return callResolver(checkQuery, { workspaceId, typeId, query });
}
