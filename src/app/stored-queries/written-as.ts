/** A row holds so many of any length; nobody names one field in more ways. */
const mostWays = 20;

/** How people name the field of a query: what is known first, each once, at most 20. */
export function mergeWays(known: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])].slice(0, mostWays);
}
