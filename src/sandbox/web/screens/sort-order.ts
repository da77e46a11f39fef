export interface SortOrder {
  /** As the query writes it, without quotes. */
  field: string;
  direction: 'ASC' | 'DESC';
}

const quotedOrOrder = /("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|\border\s+by\b/gi;
const firstTerm = /^\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^\s,]+))(?:\s+(asc|desc))?/i;

/** Returns what a query sorts by first, undefined if it does not say. */
export function readSortOrder(query: string): SortOrder | undefined {
  const { order } = partsOf(query);
  const term = firstTerm.exec(order);
  const field = term?.[1] ?? term?.[2] ?? term?.[3];
  if (field === undefined) return undefined;
  return { field, direction: term?.[4]?.toLowerCase() === 'desc' ? 'DESC' : 'ASC' };
}

/** Returns the query in another order. */
export function sortBy(query: string, { field, direction }: SortOrder): string {
  const { restriction } = partsOf(query);
  return `${restriction} ORDER BY ${field} ${direction}`.trim();
}

/** Returns whether both find the same, in whatever order. */
export function differInOrderOnly(one: string, other: string): boolean {
  return partsOf(one).restriction === partsOf(other).restriction;
}

function partsOf(query: string): { restriction: string; order: string } {
  for (const found of query.matchAll(quotedOrOrder)) {
    if (found[1] !== undefined) continue;
    return {
      restriction: query.slice(0, found.index).trimEnd(),
      order: query.slice(found.index + found[0].length),
    };
  }
  return { restriction: query.trimEnd(), order: '' };
}
