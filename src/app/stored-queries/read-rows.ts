interface StoredPage<Row> {
  readonly rows: readonly { readonly hash: string; readonly row: Row }[];
  readonly nextCursor: string | undefined;
}

const maximumRows = 500;
/** The platform takes 5 MB for a reply, and a page of the storage has 100 rows of 40 kB at most. */
const maximumRowsPerPage = 100;
const enoughBytes = 500_000;
/** A function that people wait for reads no more of the storage. */
const maximumStoredPages = 20;

/**
 * The wanted rows of several pages of the storage as one page, of at most 500 rows. There is more
 * where `nextCursor` is given, also after an empty page.
 */
export async function readRows<Row>(
  list: (cursor: string | undefined) => Promise<StoredPage<Row>>,
  firstCursor: string | undefined,
  isWanted: (row: Row) => boolean,
): Promise<StoredPage<Row>> {
  const rows: StoredPage<Row>['rows'][number][] = [];
  let bytes = 0;
  let nextCursor = firstCursor;
  for (let read = 0; read < maximumStoredPages; read += 1) {
    const page = await list(nextCursor);
    const wanted = page.rows.filter(({ row }) => isWanted(row));
    rows.push(...wanted);
    bytes += Buffer.byteLength(JSON.stringify(wanted));
    ({ nextCursor } = page);
    const isFull = rows.length > maximumRows - maximumRowsPerPage || bytes > enoughBytes;
    if (isFull || nextCursor === undefined) break;
  }
  return { rows, nextCursor };
}
