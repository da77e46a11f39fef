const dateTime =
  /^(?<year>\d{4})(?<sign>[-/])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?:\s+(?<hour>\d{1,2}):(?<minute>\d{2}))?$/;
const period = /^(?<sign>[+-]?)(?<parts>\d+[wdhm](?:\s+\d+[wdhm])*)$/;

/**
 * Reads a date of a query: a date with or without a time of day, in a time zone (IANA name), or a period from now.
 * Returns undefined for anything else, and for a date that no calendar has.
 */
export function readDate(text: string, now: Date, timeZone: string): Date | undefined {
  const written = text.trim();
  const moment = readPeriod(written, now) ?? readDateTime(written, timeZone);
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

const unitMs = { w: 7 * 86_400_000, d: 86_400_000, h: 3_600_000, m: 60_000 };

function readPeriod(text: string, now: Date): Date | undefined {
  const { sign, parts } = period.exec(text)?.groups ?? {};
  if (parts === undefined) return undefined;
  const lengths = parts.split(/\s+/).map((part) => {
    const unit = part.slice(-1) as keyof typeof unitMs;
    return Number.parseInt(part, 10) * unitMs[unit];
  });
  const sum = lengths.reduce((total, length) => total + length, 0);
  return new Date(now.getTime() + (sign === '-' ? -sum : sum));
}

function readDateTime(text: string, timeZone: string): Date | undefined {
  const groups = dateTime.exec(text)?.groups;
  if (!groups) return undefined;
  const number = (name: string) => Number(groups[name] ?? 0);
  const [month, day, hour, minute] = [
    number('month') - 1,
    number('day'),
    number('hour'),
    number('minute'),
  ];
  const asIfUtc = new Date(Date.UTC(number('year'), month, day, hour, minute));
  const isOnCalendar =
    hour < 24 && minute < 60 && asIfUtc.getUTCMonth() === month && asIfUtc.getUTCDate() === day;
  return isOnCalendar ? momentOf(asIfUtc.getTime(), timeZone) : undefined;
}

/** Returns when a calendar time is; one that a change of clocks skips is moved on by an hour. */
function momentOf(asIfUtcMs: number, timeZone: string): Date {
  const firstGuess = asIfUtcMs - offsetAt(asIfUtcMs, timeZone);
  return new Date(asIfUtcMs - offsetAt(firstGuess, timeZone));
}

/** Returns by how many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetAt(ms: number, timeZone: string): number {
  // As in `2026-01-15, 10:00`.
  const local = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(ms);
  const wholeMinute = Math.floor(ms / 60_000) * 60_000;
  return Date.parse(`${local.replace(', ', 'T')}Z`) - wholeMinute;
}
