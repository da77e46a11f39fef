/** With a comma between thousands, as the pages are in English. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
