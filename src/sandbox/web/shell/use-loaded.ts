import { useCallback, useEffect, useState } from 'react';

export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; value: T };

export interface Loading<T> {
  loaded: Loaded<T>;
  /** True while an answer is on its way, also where an earlier one is shown. */
  isLoading: boolean;
  /** Asks again; what is shown stays until the new answer is there. */
  reload: () => void;
}

interface Answer<T> {
  to: () => Promise<T>;
  attempt: number;
  loaded: Loaded<T>;
}

/**
 * Loads when `load` changes identity (wrap it in `useCallback`); a late answer to an earlier
 * question is dropped.
 */
export function useLoaded<T>(load: () => Promise<T>): Loading<T> {
  const [answer, setAnswer] = useState<Answer<T>>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const settle = (loaded: Loaded<T>) => {
      if (isCurrent) setAnswer({ to: load, attempt, loaded });
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
  const isAnswered = answer?.to === load;
  return {
    loaded: isAnswered ? answer.loaded : { state: 'loading' },
    isLoading: !isAnswered || answer.attempt !== attempt,
    reload,
  };
}
