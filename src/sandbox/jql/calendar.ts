/** A point on the calendar of a time zone; `month` counts from 0. May overflow, as in `Date`. */
interface CalendarTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

export type CalendarUnit = 'y' | 'M' | 'w' | 'd' | 'h' | 'm';

/** Years enough, and what any zone's offset is added to is still a moment. */
const farthestMs = 8e15;

/** The calendar of one time zone (IANA name). Moments beyond what it can tell are `Invalid Date`. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  read(moment: Date): CalendarTime {
    const parts = this.#format.formatToParts(moment);
    const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
    return {
      year: part('year'),
      month: part('month') - 1,
      day: part('day'),
      hour: part('hour'),
      minute: part('minute'),
    };
  }

  /** Returns when a calendar time is; one that a change of clocks skips is moved on by an hour. */
  momentOf(time: CalendarTime): Date {
    const asIfUtc = Date.UTC(time.year, time.month, time.day, time.hour, time.minute);
    if (!(Math.abs(asIfUtc) <= farthestMs)) return new Date(Number.NaN);
    const firstGuess = asIfUtc - this.#offsetAt(asIfUtc);
    return new Date(asIfUtc - this.#offsetAt(firstGuess));
  }

  add(moment: Date, amount: number, unit: CalendarUnit): Date {
    if (Number.isNaN(moment.getTime())) return moment;
    if (unit === 'h') return new Date(moment.getTime() + amount * 3_600_000);
    if (unit === 'm') return new Date(moment.getTime() + amount * 60_000);
    const time = this.read(moment);
    if (unit === 'y') return this.momentOf({ ...time, year: time.year + amount });
    if (unit === 'M') return this.momentOf({ ...time, month: time.month + amount });
    const days = unit === 'w' ? amount * 7 : amount;
    return this.momentOf({ ...time, day: time.day + days });
  }

  /** Returns the first moment of the day, week, month or year that a moment lies in. */
  startOf(moment: Date, unit: 'd' | 'w' | 'M' | 'y'): Date {
    if (Number.isNaN(moment.getTime())) return moment;
    const { year, month, day } = this.read(moment);
    const midnight = { hour: 0, minute: 0 };
    if (unit === 'y') return this.momentOf({ year, month: 0, day: 1, ...midnight });
    if (unit === 'M') return this.momentOf({ year, month, day: 1, ...midnight });
    // Weeks begin on Sunday, as for Jira's default language.
    const weekday = unit === 'w' ? new Date(Date.UTC(year, month, day)).getUTCDay() : 0;
    return this.momentOf({ year, month, day: day - weekday, ...midnight });
  }

  #offsetAt(milliseconds: number): number {
    const { year, month, day, hour, minute } = this.read(new Date(milliseconds));
    const wholeMinute = Math.floor(milliseconds / 60_000) * 60_000;
    return Date.UTC(year, month, day, hour, minute) - wholeMinute;
  }
}
