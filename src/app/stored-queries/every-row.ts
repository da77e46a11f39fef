interface Page<Entry> {
  readonly rows: readonly Entry[];
  readonly nextCursor?: string | undefined;
}

/** The rows of all pages of a list, one after the other. @throws {StoreError} */
export async function* everyRow<Entry>(
  list: (cursor?: string) => Promise<Page<Entry>>,
): AsyncGenerator<Entry, void> {
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await list(cursor);
    yield* rows;
    cursor = nextCursor;
  } while (cursor !== undefined);
}
