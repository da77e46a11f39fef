/** Writes numbers and times as the person reads them. What cannot be read comes back as it is. */
export interface Formats {
  readonly number: (text: string) => string;
  /** Of a calendar day, `2026-03-31`, which is the same in every time zone. */
  readonly date: (text: string) => string;
  /** Of a moment, in the person's time zone. */
  readonly dateTime: (text: string) => string;
  /** Of a distance in time, the past being negative: `2 days ago`, `in 3 hours`, `now`. */
  readonly distance: (milliseconds: number) => string;
  readonly fileSize: (bytes: number) => string;
}

/**
 * @param locale as the host names it, such as `en-US`; the browser's own where it is none
 * @param timeZone an IANA name; the browser's own where it is none
 */
export function createFormats(locale: string | undefined, timeZone: string | undefined): Formats {
  const language = knownLocale(locale);
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: knownTimeZone(timeZone),
  });
  const distance = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    // As text, since a number of the service can have more digits than one of JavaScript.
    number: (text) => (isDecimal(text) ? number.format(text) : text),
    date: (text) => (isDay(text) ? formatTime(date, text) : text),
    dateTime: (text) => formatTime(dateTime, text),
    distance: (milliseconds) => formatDistance(distance, milliseconds),
    fileSize: (bytes) => formatSize(language, bytes),
  };
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

function formatTime(format: Intl.DateTimeFormat, text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : format.format(time);
}

/** In seconds, the longest first. */
const distanceUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** In the longest unit of which there is a whole one. */
function formatDistance(format: Intl.RelativeTimeFormat, milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const longest = distanceUnits.find(([, length]) => Math.abs(seconds) >= length);
  if (!longest) return format.format(0, 'second');
  const [unit, length] = longest;
  return format.format(Math.trunc(seconds / length), unit);
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

function formatSize(language: string | undefined, bytes: number): string {
  const thousands = Math.floor(Math.log10(Math.max(bytes, 1)) / 3);
  const power = Math.min(thousands, sizeUnits.length - 1);
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: sizeUnits[power],
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return format.format(bytes / 1_000 ** power);
}

function knownLocale(locale: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale?.replace('_', '-'))[0];
  } catch {
    return undefined;
  }
}

function knownTimeZone(timeZone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
