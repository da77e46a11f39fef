/** A copy of `tree` without the locations in it, to compare what two texts mean. */
export function withoutLocations(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(withoutLocations);
  if (typeof tree !== 'object' || tree === null) return tree;
  const entries = Object.entries(tree).filter(
    ([key]) => !/^(location|operatorLocation)$/.test(key),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutLocations(value)]));
}
