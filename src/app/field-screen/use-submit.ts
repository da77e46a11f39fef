import { view } from '@forge/bridge';
import { useCallback, useRef, useState } from 'react';

/** Hands values to Jira one after the other, each unless it is the one that was handed over last. */
export function useSubmit() {
  const [hasFailed, setHasFailed] = useState(false);
  const lastSent = useRef<string>();
  const done = useRef(Promise.resolve());

  const submit = useCallback((value: unknown) => {
    const text = JSON.stringify(value);
    const send = async () => {
      try {
        await view.submit(value);
        setHasFailed(false);
      } catch {
        if (lastSent.current === text) lastSent.current = undefined;
        setHasFailed(true);
      }
    };
    if (text !== lastSent.current) {
      lastSent.current = text;
      done.current = done.current.then(send);
    }
    return done.current;
  }, []);
  return { submit, hasFailed };
}
