import { useEffect } from 'react';

/**
 * Calls `onReturn` each time that the person comes back from another tab, while that is awaited.
 * Never where the platform gives the page no document that says so.
 * @see docs/platform-assumptions.md, 52
 */
export function useReturn(isAwaited: boolean, onReturn: () => void): void {
  useEffect(() => {
    if (!isAwaited || typeof document === 'undefined') return undefined;
    const listen = () => {
      if (document.visibilityState === 'visible') onReturn();
    };
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, [isAwaited, onReturn]);
}
