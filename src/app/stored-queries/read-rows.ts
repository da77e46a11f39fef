import { Problem } from '../replies/problem';

type Rows<Row> = readonly { readonly hash: string; readonly row: Row }[];

interface StoredPage<Row> {
  readonly rows: Rows<Row>;
  readonly nextCursor: string | undefined;
}

/** The platform takes 5 MB for a reply; rows are of some 20 kB at most. */
const mostBytes = 1_000_000;
const mostRows = 500;
/** A function that people wait for reads no more of the storage. */
const mostStoredPages = 20;

/** Where a page of the storage begins, and the row of it to go on after. */
interface Place {
  readonly cursor: string | undefined;
  readonly afterHash: string;
}

/**
 * The wanted rows of several pages of the storage as one page, of at most 500 rows and 1 MB. There is
 * more where `nextCursor` is given, also after an empty page.
 * @throws {Problem} BAD_REQUEST for a cursor that is none of these pages'
 */
export async function readRows<Row>(
  list: (cursor: string | undefined) => Promise<StoredPage<Row>>,
  firstCursor: string | undefined,
  isWanted: (row: Row) => boolean = () => true,
): Promise<StoredPage<Row>> {
  const rows: Rows<Row>[number][] = [];
  let bytes = 0;
  let place = placeOf(firstCursor);
  for (let read = 1; ; read += 1) {
    const page = await list(place.cursor);
    for (const row of rowsAfter(page.rows, place.afterHash)) {
      if (!isWanted(row.row)) continue;
      bytes += Buffer.byteLength(JSON.stringify(row));
      const isFull = rows.length === mostRows || bytes > mostBytes;
      if (isFull && rows.length > 0) return { rows, nextCursor: cursorOf(place) };
      rows.push(row);
      place = { ...place, afterHash: row.hash };
    }
    if (page.nextCursor === undefined) return { rows, nextCursor: undefined };
    place = { cursor: page.nextCursor, afterHash: '' };
    const isEnough = rows.length === mostRows || read === mostStoredPages;
    if (isEnough) return { rows, nextCursor: cursorOf(place) };
  }
}

/** All of them where that row is gone by now: who reads pages knows rows that come twice. */
function rowsAfter<Row>(rows: Rows<Row>, hash: string): Rows<Row> {
  return rows.slice(rows.findIndex((row) => row.hash === hash) + 1);
}

function cursorOf({ cursor = '', afterHash }: Place): string {
  return `${afterHash}|${cursor}`;
}

function placeOf(given: string | undefined): Place {
  if (given === undefined) return { cursor: undefined, afterHash: '' };
  const [, afterHash, cursor] = /^([^|]*)\|(.*)$/s.exec(given) ?? [];
  if (afterHash === undefined || cursor === undefined) throw new Problem('BAD_REQUEST');
  return { cursor: cursor === '' ? undefined : cursor, afterHash };
}
