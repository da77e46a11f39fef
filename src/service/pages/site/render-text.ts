import type { TextBlock } from '../../../api/site-page';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { renderSection } from './render-section';

/** Paragraphs and lists; web addresses become links. */
export function renderText({ heading, text }: TextBlock, index: number): Markup {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return renderSection({
    index,
    kind: 'text',
    heading,
    content: html`<div class="prose">${parts.filter((part) => part !== '').map(renderPart)}</div>`,
  });
}

const listItem = /^- +/;

function renderPart(part: string): Markup {
  const lines = part.split('\n').map((line) => line.trim());
  if (!lines.every((line) => listItem.test(line))) return html`<p>${renderLinks(part)}</p>`;
  return html`<ul>
    ${lines.map((line) => html`<li>${renderLinks(line.replace(listItem, ''))}</li>`)}
  </ul>`;
}

/** What ends a sentence or a bracket after an address is none of it. */
const webAddress = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/;

function renderLinks(text: string): Markup[] {
  return text
    .split(webAddress)
    .map((piece, index) =>
      index % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : html`${piece}`,
    );
}
