const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const instantForm =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i;
/** Jira writes it without the colon. */
const offset = /([+-]\d{2}):?(\d{2})$/;

/** The first instant (UTC) of a day written YYYY-MM-DD; undefined for a day that no calendar has. */
export function startOfDay(text: string): Date | undefined {
  if (!dayForm.test(text) || text.startsWith('0000')) return undefined;
  const day = new Date(`${text}T00:00:00.000Z`);
  const isInCalendar = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return isInCalendar ? day : undefined;
}

/**
 * The instant that an ISO 8601 date and time with `Z` or an offset names, also as Jira writes the offset (`+0000`);
 * undefined for any other text, and for instants outside the years 1 to 9999.
 */
export function parseInstant(text: string): Date | undefined {
  const day = instantForm.exec(text)?.[1];
  if (day === undefined || startOfDay(day) === undefined) return undefined;
  const instant = new Date(text.toUpperCase().replace(offset, '$1:$2'));
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : undefined;
}

const millisecondsPer = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const spanForm = /^([+-]?)(\d{1,5})([mhdwMy])$/;

/**
 * The instant a span such as `-7d` away from `now`: minutes `m`, hours `h`, days `d`, weeks `w`,
 * months `M`, years `y`. Undefined for any other text, and outside the years 1 to 9999.
 */
export function shiftInstant(now: Date, span: string): Date | undefined {
  const [, sign, digits, unit] = spanForm.exec(span.trim()) ?? [];
  if (digits === undefined) return undefined;
  const amount = Number(digits) * (sign === '-' ? -1 : 1);
  const shifted = new Date(now);
  if (unit === 'M' || unit === 'y') addMonths(shifted, unit === 'y' ? amount * 12 : amount);
  else shifted.setTime(shifted.getTime() + amount * millisecondsPer[unit as 'm' | 'h' | 'd' | 'w']);
  const year = shifted.getUTCFullYear();
  return year >= 1 && year <= 9999 ? shifted : undefined;
}

/** The last day of the month stands in for a day that the month does not have. */
function addMonths(date: Date, months: number): void {
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
}

/** The first instant (UTC) of the day that an instant falls on. */
export function dayOf(instant: Date): Date {
  const day = new Date(instant);
  day.setUTCHours(0, 0, 0, 0);
  return day;
}
