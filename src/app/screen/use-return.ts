import { useEffect, useRef, useState } from 'react';

/**
 * Calls `onReturn` whenever the person comes back from another tab, if the platform gives the page a
 * document that tells.
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
/** For three minutes: people agree in that time, or come back and open the screen again. */
const maximumChecks = 36;

/**
 * Checks every few seconds, since nothing tells this window that a person agreed in another one.
 * @param check undefined where there is nothing to check
 * @param turn another number starts over
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
    if (!isWanted || checks >= maximumChecks) return undefined;
    const timer = setTimeout(() => {
      setLast({ turn, checks: checks + 1 });
      newest.current?.();
    }, checkEveryMs);
    return () => clearTimeout(timer);
  }, [isWanted, turn, checks]);
}
