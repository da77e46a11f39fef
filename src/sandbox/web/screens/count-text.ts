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
