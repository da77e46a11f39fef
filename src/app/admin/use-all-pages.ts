import { useCallback, useEffect, useState } from 'react';
import { loadAllPages, type RowPage } from '../screen/call-resolver';
import type { Reply, Trouble } from '../replies/reply';

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
  readonly trouble: Trouble | undefined;
  /** Which load it is of. */
  readonly turn: string;
}

/**
 * Loads page after page, and everything again on `reload` or when `version` changes.
 * @param load the same function each time
 */
export function useAllPages<Row extends { readonly hash: string }>(
  load: (cursor: string | undefined) => Promise<Reply<RowPage<Row>>>,
  version: number | undefined,
): AllPages<Row> {
  const [reloads, setReloads] = useState(0);
  const turn = `${reloads} ${version ?? ''}`;
  const [progress, setProgress] = useState<Progress<Row>>();
  const [complete, setComplete] = useState<readonly Row[]>();
  const reload = useCallback(() => setReloads((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    void loadAllPages<Row, RowPage<Row>>(load, ({ rows, reply }) => {
      if (!isCurrent) return false;
      const isComplete = reply.kind === 'ok' && reply.value.nextCursor === undefined;
      const trouble = reply.kind === 'ok' ? undefined : reply;
      setProgress({ rows, isComplete, trouble, turn });
      if (isComplete) setComplete(rows);
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
