import { useCallback, useEffect, useState } from 'react';
import type { Reply, Trouble } from '../access/reply';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor?: string | undefined;
}

interface AllPages<Row> {
  /** What was loaded so far; while everything is loaded again, what was there before. */
  readonly rows: readonly Row[];
  /** How many rows the load under way has brought; undefined where none is. */
  readonly loadedCount: number | undefined;
  /** Why the last load ended before the last page. */
  readonly trouble: Trouble | undefined;
  readonly reload: () => void;
}

interface Progress<Row> {
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
  readonly trouble?: Trouble;
  /** Which load it is of. */
  readonly turn: string;
}

/**
 * Loads page after page, and everything again on `reload` or when `version` changes.
 * @param load the same function each time
 */
export function useAllPages<Row extends { readonly hash: string }>(
  load: (cursor: string | undefined) => Promise<Reply<Page<Row>>>,
  version: number | undefined,
): AllPages<Row> {
  const [reloads, setReloads] = useState(0);
  const turn = `${reloads} ${version ?? ''}`;
  const [progress, setProgress] = useState<Progress<Row>>();
  const [complete, setComplete] = useState<readonly Row[]>();
  const reload = useCallback(() => setReloads((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    void loadPages(load, (state) => {
      if (!isCurrent) return false;
      setProgress({ ...state, turn });
      if (state.isComplete) setComplete(state.rows);
      return true;
    });
    return () => {
      isCurrent = false;
    };
  }, [load, turn]);

  const current = progress?.turn === turn ? progress : undefined;
  const isOver = current !== undefined && (current.isComplete || current.trouble !== undefined);
  return {
    rows: complete ?? progress?.rows ?? [],
    loadedCount: isOver ? undefined : (current?.rows.length ?? 0),
    trouble: current?.trouble,
    reload,
  };
}

/** @param report answers false where nobody listens any more */
async function loadPages<Row extends { readonly hash: string }>(
  load: (cursor: string | undefined) => Promise<Reply<Page<Row>>>,
  report: (state: Omit<Progress<Row>, 'turn'>) => boolean,
): Promise<void> {
  // By hash: what is written while pages are read may come twice.
  const rows = new Map<string, Row>();
  let cursor: string | undefined;
  do {
    const reply = await load(cursor);
    if (reply.kind !== 'ok') {
      report({ rows: [...rows.values()], isComplete: false, trouble: reply });
      return;
    }
    for (const row of reply.value.rows) rows.set(row.hash, row);
    cursor = reply.value.nextCursor;
    if (!report({ rows: [...rows.values()], isComplete: cursor === undefined })) return;
  } while (cursor !== undefined);
}
