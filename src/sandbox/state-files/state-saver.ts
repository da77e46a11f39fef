/**
 * Returns what makes the present state safe on disk: it resolves once a write that began after the
 * call is done. Calls that come during a write share the next one, and the state is put into words
 * once per write.
 */
export function stateSaver<State>(
  file: { write(state: State): Promise<void> },
  describe: () => State,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = file.write(describe());
        return running;
      });
    return next;
  };
}
