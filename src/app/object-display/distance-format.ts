import { knownLocale } from './formats';

/**
 * Writes a distance in time, the past being negative: `2 days ago`, `in 3 hours`, `now`. Apart from
 * the other formats, since what loads with every work item writes none.
 * @param locale as the host names it, unchecked; the browser's own where it is none
 */
export function createDistanceFormat(locale: unknown): (milliseconds: number) => string {
  const format = new Intl.RelativeTimeFormat(knownLocale(locale), { numeric: 'auto' });
  return (milliseconds) => formatDistance(format, milliseconds);
}

/** In seconds, the longest first. */
const distanceUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * In the longest unit of which there is a whole one. What is to come is rounded: a week ends in 7
 * days, also a minute later.
 */
function formatDistance(format: Intl.RelativeTimeFormat, milliseconds: number): string {
  const exact = Math.round(milliseconds / 1_000);
  const seconds = exact > 0 ? roundToUnit(exact) : exact;
  const longest = distanceUnits.find(([, length]) => Math.abs(seconds) >= length);
  if (!longest) return format.format(0, 'second');
  const [unit, length] = longest;
  return format.format(Math.trunc(seconds / length), unit);
}

/** To whole minutes, from an hour on to whole hours, and from a day on to whole days. */
function roundToUnit(seconds: number): number {
  return distanceUnits.reduceRight(
    (rounded, [, length]) => (rounded >= length ? Math.round(rounded / length) * length : rounded),
    seconds,
  );
}
