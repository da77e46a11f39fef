import { useState, type Dispatch, type SetStateAction } from 'react';

interface LoadedDraft<Draft> {
  readonly draft: Draft;
  readonly setDraft: Dispatch<SetStateAction<Draft>>;
  /** Puts another one, such as one that was imported, in the place of what was loaded. */
  readonly load: (draft: Draft) => void;
  /** True until something is changed after loading. */
  readonly isAsLoaded: boolean;
}

/** What is on a configuration screen, and whether it is still what was loaded. */
export function useLoadedDraft<Draft extends object>(initial: () => Draft): LoadedDraft<Draft> {
  const [draft, setDraft] = useState(initial);
  const [loaded, setLoaded] = useState(draft);
  function load(next: Draft) {
    setDraft(next);
    setLoaded(next);
  }
  return { draft, setDraft, load, isAsLoaded: draft === loaded };
}

/**
 * What was found of a configuration as it was loaded. It stays while that is corrected, so that
 * nothing above moves under the hands of who is typing.
 */
export function useFindings(current: readonly string[], isAsLoaded: boolean): readonly string[] {
  const [kept, keep] = useState(current);
  if (!isAsLoaded) return kept;
  if (JSON.stringify(kept) !== JSON.stringify(current)) keep(current);
  return current;
}
