import type { Calendar, CalendarUnit } from './calendar';

const dateTime =
  /^(?<year>\d{4})(?<sign>[-/])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?:\s+(?<hour>\d{1,2}):(?<minute>\d{2}))?$/;
const period = /^(?<sign>[+-]?)(?<parts>\d+[wdhm](?:\s+\d+[wdhm])*)$/;

/**
 * Reads a date of a query: a date with or without a time of day, or a period from now.
 * Returns undefined for anything else, and for a date that no calendar has.
 */
export function readDate(text: string, now: Date, calendar: Calendar): Date | undefined {
  const written = text.trim();
  const moment = readPeriod(written, now, calendar) ?? readDateTime(written, calendar);
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

function readPeriod(text: string, now: Date, calendar: Calendar): Date | undefined {
  const { sign, parts } = period.exec(text)?.groups ?? {};
  if (parts === undefined) return undefined;
  const direction = sign === '-' ? -1 : 1;
  return parts
    .split(/\s+/)
    .reduce(
      (moment, part) =>
        calendar.add(moment, direction * Number.parseInt(part, 10), part.slice(-1) as CalendarUnit),
      now,
    );
}

function readDateTime(text: string, calendar: Calendar): Date | undefined {
  const groups = dateTime.exec(text)?.groups;
  if (!groups) return undefined;
  const number = (name: string) => Number(groups[name] ?? 0);
  const time = {
    year: number('year'),
    month: number('month') - 1,
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
  };
  const moment = calendar.momentOf(time);
  const isOnCalendar =
    time.hour < 24 &&
    time.minute < 60 &&
    calendar.read(calendar.momentOf({ ...time, hour: 12, minute: 0 })).day === time.day &&
    time.month < 12;
  return isOnCalendar ? moment : undefined;
}

const duration = /^(?<amount>[+-]?\d+)(?<unit>[yMwdhm]?)$/;

/** Reads the argument of a date function; without a unit it is the function's own. */
export function readDuration(
  text: string,
  ownUnit: CalendarUnit,
): { amount: number; unit: CalendarUnit } | undefined {
  const { amount, unit } = duration.exec(text.trim())?.groups ?? {};
  if (amount === undefined) return undefined;
  return { amount: Number(amount), unit: unit ? (unit as CalendarUnit) : ownUnit };
}
