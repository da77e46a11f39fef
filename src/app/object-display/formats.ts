/** Writes numbers and times as the person reads them. What cannot be read comes back unchanged. */
export interface Formats {
  /** With as many decimals as the text has, such as those of a price. */
  readonly number: (value: string | number) => string;
  /** Of a calendar day, `2026-03-31`, which is the same in every time zone. */
  readonly date: (text: string) => string;
  /** Of a moment, in the person's time zone. */
  readonly dateTime: (text: string) => string;
  readonly fileSize: (bytes: number) => string;
}

/** Also writes moments and distances that are given in milliseconds. */
export interface PageFormats extends Formats {
  readonly moment: (epochMs: number) => string;
  /** Of a distance, the past being negative. */
  readonly distance: (milliseconds: number) => string;
}

/**
 * @param locale as the host names it, unchecked, such as `en-US`; the browser's own where it is none
 * @param timeZone an IANA name, unchecked; the browser's own where it is none
 */
export function createFormats(locale: unknown, timeZone: unknown): Formats {
  const language = knownLocale(locale);
  const numbers = numberFormats(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: knownTimeZone(timeZone),
  });
  return {
    // As text, since a number of the service can have more digits than one of JavaScript.
    number(value) {
      const text = String(value);
      return isDecimal(text) ? numbers(decimalsOf(text)).format(text) : text;
    },
    date: (text) => (isDay(text) ? formatTime(date, text) : text),
    dateTime: (text) => formatTime(dateTime, text),
    fileSize: (bytes) => formatSize(language, bytes),
  };
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** As many as every browser can write. */
const maximumDecimals = 20;

function decimalsOf(text: string): number {
  return Math.min(text.split('.')[1]?.length ?? 0, maximumDecimals);
}

/** By the number of decimals, each made once. */
function numberFormats(language: string | undefined): (decimals: number) => Intl.NumberFormat {
  const formats = new Map<number, Intl.NumberFormat>();
  return (decimals) => {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: maximumDecimals };
    const format = formats.get(decimals) ?? new Intl.NumberFormat(language, digits);
    formats.set(decimals, format);
    return format;
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

function formatTime(format: Intl.DateTimeFormat, text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : format.format(time);
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

/** The language by its name; undefined if it isn't one. */
function knownLocale(locale: unknown): string | undefined {
  if (typeof locale !== 'string') return undefined;
  try {
    return Intl.getCanonicalLocales(locale.replace('_', '-'))[0];
  } catch {
    return undefined;
  }
}

function knownTimeZone(timeZone: unknown): string | undefined {
  if (typeof timeZone !== 'string') return undefined;
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const directionControl = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * Text to be put into other text: one that runs from right to left turns nothing around it. All
 * other text comes back unchanged.
 * @see https://www.w3.org/International/questions/qa-bidi-unicode-controls
 */
export function isolated(text: string): string {
  if (!rightToLeft.test(text) && !directionControl.test(text)) return text;
  return `\u2068${text}\u2069`;
}

/** As many as one recognizes a choice by. */
const namedLabels = 3;

/** The first few labels, and how many more there are, for a place in a sentence. */
export function firstOf(labels: readonly string[]): string {
  const named = labels.slice(0, namedLabels).map(isolated).join(', ');
  const others = labels.length - namedLabels;
  return others > 0 ? `${named} +${others}` : named;
}

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
