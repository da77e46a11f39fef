import type { Markup } from './markup';
import { html } from './markup';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The day of a moment in UTC as people read it, and as `2026-03-31` for whatever reads the page. */
export function renderDay(moment: Date): Markup {
  const day = moment.toISOString().slice(0, 10);
  return html`<time datetime="${day}">${dayFormat.format(moment)}</time>`;
}

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A moment as people read it, and in ISO 8601 for whatever reads the page. */
export function renderMoment(moment: Date): Markup {
  return html`<time datetime="${moment.toISOString()}">${momentFormat.format(moment)} UTC</time>`;
}
