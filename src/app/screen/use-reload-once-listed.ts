import { useEffect } from 'react';

/** What is stored is listed some seconds later. */
const listLagMs = 5_000;

/**
 * Loads a list again once it also shows what was stored just before: some seconds after the screen
 * opened, and after `changedAt` changes.
 * @param reload the same function each time
 */
export function useReloadOnceListed(reload: () => void, changedAt?: number): void {
  useEffect(() => {
    const timer = setTimeout(reload, listLagMs);
    return () => clearTimeout(timer);
  }, [reload, changedAt]);
}
