import type { Markup } from './markup';
import { html } from './markup';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as people read it; the moment itself for whatever reads the page. */
export function renderDay(moment: Date): Markup {
  return html`<time datetime="${moment.toISOString()}">${dayFormat.format(moment)}</time>`;
}

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A day and a time of it, as {@link renderDay}. */
export function renderMoment(moment: Date): Markup {
  return html`<time datetime="${moment.toISOString()}">${momentFormat.format(moment)} UTC</time>`;
}
