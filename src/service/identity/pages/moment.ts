import type { Markup } from './markup';
import { html } from './markup';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as people read it; the moment itself for whatever reads the page. */
export function renderDay(moment: Date): Markup {
  return html`<time datetime="${moment.toISOString()}">${dayFormat.format(moment)}</time>`;
}
