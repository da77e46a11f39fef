/** "8 seconds", "5 minutes", "3 hours": rounded up, at least one second. */
export function inWords(durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1000));
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
