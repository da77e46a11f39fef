interface StoredPage<Row> {
  readonly rows: readonly { readonly hash: string; readonly row: Row }[];
  readonly nextCursor: string | undefined;
}

/** Of the storage. */
const rowsOfPage = 100;
const mostRows = 500;

/** Several pages of the storage as one, of at most 500 rows. */
export async function readRows<Row>(
  list: (cursor: string | undefined) => Promise<StoredPage<Row>>,
  firstCursor: string | undefined,
): Promise<StoredPage<Row>> {
  const rows: StoredPage<Row>['rows'][number][] = [];
  let cursor = firstCursor;
  do {
    const page = await list(cursor);
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length <= mostRows - rowsOfPage);
  return { rows, nextCursor: cursor };
}
