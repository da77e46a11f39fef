/** The items in their order, in lists of at most `size`; no list for no items. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** What `work` makes of each item, in their order, with so many under way at once. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const chunk of chunksOf(items, size)) results.push(...(await Promise.all(chunk.map(work))));
  return results;
}
