import { useEffect } from 'react';

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
