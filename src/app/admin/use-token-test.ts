import { useCallback } from 'react';
import { callResolver } from '../screen/call-resolver';
import { tokenProblem } from '../replies/screen-problem';
import type { Reply } from '../replies/reply';
import { useReply } from '../screen/use-reply';
import { testToken } from './admin-contract';
import type { Facts, WorkingToken } from './admin-replies';

/** What the service says of the token; undefined before it answered. */
export type TokenTest = Reply<WorkingToken> | undefined;

/** The names of the fields whose objects the token can't read; none where that isn't known. */
export function unreadableIn(test: TokenTest): readonly string[] {
  return test?.kind === 'ok' ? (test.value.unreadableFields ?? []) : [];
}

/** Asked whenever the page opens and for each token: the last refresh may know less, or another one. */
export function useTokenTest(setAt: number | undefined) {
  const load = useCallback(
    () =>
      setAt === undefined
        ? Promise.resolve(tokenProblem('TOKEN_MISSING'))
        : callResolver(testToken, {}),
    [setAt],
  );
  return useReply(load);
}

/** What the service says now counts for more than what the last refresh found. */
export function withTest(facts: Facts, test: TokenTest): Facts {
  if (!test || !facts.token) return facts;
  const isRefused = test.kind === 'problem' && test.code === 'TOKEN_REFUSED';
  const isTokenRefused = test.kind === 'ok' ? false : isRefused || facts.isTokenRefused;
  return { ...facts, isTokenRefused };
}
