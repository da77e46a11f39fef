/** Those of the ids that an address names, separated by commas; the usual ones where it names none. */
export function chosenColumns<Column extends { id: string; isShownAtFirst: boolean }>(
  columns: readonly Column[],
  ids: string | null,
): readonly Column[] {
  const named = new Set(ids?.split(','));
  const chosen = columns.filter(({ id }) => named.has(id));
  return chosen.length > 0 ? chosen : columns.filter(({ isShownAtFirst }) => isShownAtFirst);
}
