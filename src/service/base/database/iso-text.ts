/** The SQL of a moment as answers have it: ISO 8601 in UTC, with milliseconds; null where the moment is. */
export function isoText(moment: string): string {
  return `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
