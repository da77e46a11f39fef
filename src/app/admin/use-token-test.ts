import { useCallback } from 'react';
import { callResolver } from '../screen/call-resolver';
import { tokenProblem } from '../replies/reply';
import { useReply, type LatestReply } from '../screen/use-reply';
import { testToken } from './admin-contract';
import type { Facts, WorkingToken } from './admin-replies';

/** What the service says of the token. */
export type TokenTest = LatestReply<WorkingToken>;

/** The names of the fields whose objects the token can't read; none where that isn't known. */
export function unreadableIn({ value }: TokenTest): readonly string[] {
  return value?.unreadableFields ?? [];
}

/** Asked whenever the page opens and for each token: the last refresh may know less, or another one. */
export function useTokenTest(setAt: number | undefined): TokenTest {
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
export function withTest(facts: Facts, { value, trouble }: TokenTest): Facts {
  if (!facts.token) return facts;
  const isRefused = trouble?.kind === 'problem' && trouble.code === 'TOKEN_REFUSED';
  const isTokenRefused = value ? false : isRefused || facts.isTokenRefused;
  return { ...facts, isTokenRefused };
}
