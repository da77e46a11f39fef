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

/** The columns whose ids an address names, separated by commas; the usual ones if it names none. */
export function chosenColumns<Column extends { id: string; isShownAtFirst: boolean }>(
  columns: readonly Column[],
  ids: string | null,
): readonly Column[] {
  const named = new Set(ids?.split(','));
  const chosen = columns.filter(({ id }) => named.has(id));
  return chosen.length > 0 ? chosen : columns.filter(({ isShownAtFirst }) => isShownAtFirst);
}

/** @param total undefined if it is not known */
export function countText(shown: number, total: number | undefined, locale: string): string {
  const inDigits = (count: number) => count.toLocaleString(locale);
  if (total === undefined) return `${inDigits(shown)} work items shown`;
  const items = `${inDigits(total)} ${total === 1 ? 'work item' : 'work items'}`;
  return shown < total ? `${inDigits(shown)} of ${items}` : items;
}

/** `1 work item`, `20 work items`. */
export function issueCount(count: number): string {
  return `${count} ${count === 1 ? 'work item' : 'work items'}`;
}
