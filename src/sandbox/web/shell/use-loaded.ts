import { useCallback, useEffect, useState } from 'react';

export type Loaded<T> =
  { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'ready'; value: T };

export interface Loading<T> {
  loaded: Loaded<T>;
  /** Asks again; what is shown stays until the new answer is there. */
  reload: () => void;
}

/**
 * Loads when `load` changes identity (wrap it in `useCallback`); a late answer to an earlier
 * question is dropped.
 */
export function useLoaded<T>(load: () => Promise<T>): Loading<T> {
  const [answer, setAnswer] = useState<{ to: () => Promise<T>; loaded: Loaded<T> }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const settle = (loaded: Loaded<T>) => {
      if (isCurrent) setAnswer({ to: load, loaded });
    };
    load().then(
      (value) => settle({ state: 'ready', value }),
      (error: unknown) => settle({ state: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { loaded: answer?.to === load ? answer.loaded : { state: 'loading' }, reload };
}
