/** Such as `2,413`. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}
