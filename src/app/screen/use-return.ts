import { useEffect, useRef, useState } from 'react';

/**
 * Calls `onReturn` each time that the person comes back from another tab; nothing while it is undefined.
 * Never where the platform gives the page no document that says so.
 * @see docs/platform-assumptions.md, 52
 */
export function useReturn(onReturn: (() => void) | undefined): void {
  useEffect(() => {
    if (!onReturn || typeof document === 'undefined') return undefined;
    const listen = () => {
      if (document.visibilityState === 'visible') onReturn();
    };
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, [onReturn]);
}

const checkEveryMs = 5_000;
/** Three minutes: nobody takes longer to agree, or else they come back and see the screen anew. */
const mostChecks = 36;

/**
 * Checks now and then: a person may agree in a window beside this one, which tells it nothing.
 * @param check what to do each time; nothing while it is undefined
 * @param turn another number begins anew
 */
export function useRepeatedCheck(check: (() => void) | undefined, turn = 0): void {
  const newest = useRef(check);
  useEffect(() => {
    newest.current = check;
  });
  const isWanted = check !== undefined;
  const [last, setLast] = useState({ turn, checks: 0 });
  const checks = last.turn === turn ? last.checks : 0;
  useEffect(() => {
    if (!isWanted || checks >= mostChecks) return undefined;
    const timer = setTimeout(() => {
      setLast({ turn, checks: checks + 1 });
      newest.current?.();
    }, checkEveryMs);
    return () => clearTimeout(timer);
  }, [isWanted, turn, checks]);
}
