interface SavedState<State> {
  file: { write(state: State): Promise<void> };
  /** Returns the state as it is now; nothing in what it returns may change later. */
  describe: () => State;
  restore: (state: State) => void;
}

/**
 * Returns what makes the present state safe on disk: it resolves once a write that began after the
 * call is done. Calls that come during a write share the next one, and the state is put into words
 * once per write.
 *
 * A write that fails takes back every change since the last good one, and rejects for everyone who
 * waits: who is told of a failure can be sure that nothing is kept.
 */
export function stateSaver<State>({
  file,
  describe,
  restore,
}: SavedState<State>): () => Promise<void> {
  let safe = describe();
  let running = Promise.resolve();
  let next: Promise<void> | undefined;

  function write(): Promise<void> {
    next = undefined;
    const state = describe();
    running = file.write(state).then(
      () => {
        safe = state;
      },
      (error: unknown) => {
        restore(safe);
        // Described at once: later changes belong to the next write.
        running = Promise.resolve();
        next = undefined;
        throw error;
      },
    );
    return running;
  }

  return () => {
    next ??= running.then(write);
    return next;
  };
}
