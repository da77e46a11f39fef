import { useEffect } from 'react';
import type { Reply } from '../replies/reply';

/** The rows of one reply; there are more where `nextCursor` is given. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor?: string | undefined;
}

/** What is loaded so far, with the latest reply, which may be a problem. */
interface Loaded<Row, Page> {
  /** Each hash once, its latest row: a row that changes meanwhile may come twice. */
  readonly rows: readonly Row[];
  readonly reply: Reply<Page>;
}

/**
 * Loads page after page, up to the last one or the first that fails.
 * @param onPage called with each page; returns false to stop
 */
export async function loadAllPages<
  Row extends { readonly hash: string },
  Page extends RowPage<Row>,
>(
  load: (cursor: string | undefined) => Promise<Reply<Page & RowPage<Row>>>,
  onPage: (loaded: Loaded<Row, Page>) => boolean = () => true,
): Promise<Loaded<Row, Page>> {
  const rows = new Map<string, Row>();
  let cursor: string | undefined;
  for (;;) {
    const reply = await load(cursor);
    if (reply.kind === 'ok') for (const row of reply.value.rows) rows.set(row.hash, row);
    cursor = reply.kind === 'ok' ? reply.value.nextCursor : undefined;
    const loaded = { rows: [...rows.values()], reply };
    if (!onPage(loaded) || cursor === undefined) return loaded;
  }
}

/** A list shows what was stored some seconds later. */
const listLagMs = 5_000;

/**
 * Loads a list again some seconds after the screen opens and after `changedAt` changes, when it also
 * shows what was stored just before.
 * @param reload the same function each time
 */
export function useReloadOnceListed(reload: () => void, changedAt?: number): void {
  useEffect(() => {
    const timer = setTimeout(reload, listLagMs);
    return () => clearTimeout(timer);
  }, [reload, changedAt]);
}
