import { html } from './markup';
import type { Markup } from './markup';

/** How a page writes days and moments. */
export interface DateFormats {
  readonly day: Intl.DateTimeFormat;
  /** In UTC: the service doesn't know where a reader is. */
  readonly moment: Intl.DateTimeFormat;
}

/** As English texts have them. */
export const englishDates = createDateFormats('en-US');

/** @throws RangeError if it isn't a language tag */
function createDateFormats(language: string): DateFormats {
  const languages = [language, 'en-US'];
  const dateStyle = 'medium';
  return {
    day: new Intl.DateTimeFormat(languages, { dateStyle, timeZone: 'UTC' }),
    moment: new Intl.DateTimeFormat(languages, { dateStyle, timeStyle: 'short', timeZone: 'UTC' }),
  };
}

/**
 * Dates as a reader's browser asks for them.
 * @param acceptLanguage the header, unchecked, of which the first language counts; English where it
 *   names none that is known
 */
export function datesInLanguageOf(acceptLanguage: string | undefined): DateFormats {
  const [first = ''] = acceptLanguage?.split(/[,;]/, 1) ?? [];
  try {
    return createDateFormats(first.trim());
  } catch {
    return englishDates;
  }
}

/** The day of a moment in UTC as people read it, and as `2026-03-31` for whatever reads the page. */
export function renderDay(moment: Date, dates = englishDates): Markup {
  const day = moment.toISOString().slice(0, 10);
  return html`<time datetime="${day}">${dates.day.format(moment)}</time>`;
}

/** A moment as people read it, and in ISO 8601 for whatever reads the page. */
export function renderMoment(moment: Date, dates = englishDates): Markup {
  return html`<time datetime="${moment.toISOString()}">${dates.moment.format(moment)} UTC</time>`;
}
