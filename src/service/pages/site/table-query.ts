import { combineWithLabelMatch, parseQuery, printQuery } from '../../../query';
import type { Location, Sort } from '../../../query';
import type { ShownSort } from './page-state';
import type { ShownTable } from './render-table';

/**
 * What a table looks for: its own query, with what its reader searches and sorts by. A query that
 * can't be read goes to the search as it is, which says why.
 */
export function queryOfTable(table: ShownTable): string {
  const { block, state } = table;
  const parsed = parseQuery(block.query);
  if (!parsed.ok) return block.query;
  const sort = sortOfTable(table);
  const query = combineWithLabelMatch(parsed.query, block.hasSearch ? state.search : '');
  return printQuery(sort === undefined ? query : { ...query, orderBy: [sortBy(table, sort)] });
}

/** What the table is sorted by: the reader's choice, else the page's; undefined for neither. */
export function sortOfTable({ block, type, state }: ShownTable): ShownSort | undefined {
  const chosen = [state.sort, block.sort && { ...block.sort, by: block.sort.attributeId }];
  const known = new Set(type.attributes.map(({ id }) => id)).add('label');
  return chosen
    .flatMap((sort) => sort ?? [])
    .map(({ by, isDescending }) => ({ by: by.toLowerCase(), isDescending }))
    .find(({ by }) => known.has(by));
}

/** What nobody wrote has no place in a text. */
const location: Location = { start: 0, end: 0 };

function sortBy({ type }: ShownTable, { by, isDescending }: ShownSort): Sort {
  const attribute = type.attributes.find(({ id }) => id === by);
  const name =
    attribute === undefined || attribute.isLabel
      ? { text: 'Label', isQuoted: false, location }
      : { text: attribute.name, isQuoted: true, location };
  const path = { names: [name], location };
  return { path, direction: isDescending ? 'desc' : 'asc', location };
}
