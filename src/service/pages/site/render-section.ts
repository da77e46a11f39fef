import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';

interface Section {
  readonly index: number;
  readonly kind: 'text' | 'table' | 'record' | 'chart';
  readonly heading: string | undefined;
  /** Beside the heading. */
  readonly tools?: Markup | undefined;
  readonly content: Markup;
}

export function renderSection({ index, kind, heading, tools, content }: Section): Markup {
  const title = heading === undefined ? undefined : html`<h2 id="heading-${index}">${heading}</h2>`;
  const label = title && html`aria-labelledby="heading-${index}"`;
  const head = (title ?? tools) && html`<div class="block-head">${title}${tools}</div>`;
  return html`<section class="block ${kind}" id="block-${index}" ${label}>
    ${head}${content}
  </section>`;
}

/** Why a block shows nothing. */
export function renderNotice(text: string | Markup): Markup {
  return html`<p class="notice">${text}</p>`;
}

/** With a comma between thousands, as the pages are in English. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
