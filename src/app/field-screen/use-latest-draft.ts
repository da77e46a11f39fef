import { useCallback, useEffect, useRef, useState } from 'react';

export interface Draft<Content> {
  readonly content: Content;
  readonly isChanged: boolean;
}

/** The draft as drawn, and the newest one for calls that the host makes before it is drawn. */
export function useLatestDraft<Content>(initial: Content) {
  const [draft, setDraft] = useState<Draft<Content>>({ content: initial, isChanged: false });
  const latest = useRef(draft);
  const show = useCallback((next: Draft<Content>) => {
    latest.current = next;
    setDraft(next);
  }, []);
  return { ...draft, latest, show };
}

/** The value of the last drawing, for callbacks that outlive it. */
export function useNewest<Value>(value: Value) {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}
