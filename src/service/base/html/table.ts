import { html } from './markup';
import type { Markup } from './markup';

type Cell = Markup | string;

/**
 * A table whose rows are blocks where the page is narrow. The roles say what the style hides from
 * some screen readers: that it is a table all the same.
 * @param rows the cells of each, the first of them its heading
 */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Markup {
  return html`<div class="table">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${headings.map((heading) => html`<th scope="col" role="columnheader">${heading}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map((row) => renderRow(headings, row))}
      </tbody>
    </table>
  </div>`;
}

function renderRow(
  [, ...headings]: readonly string[],
  [name = '', ...cells]: readonly Cell[],
): Markup {
  return html`<tr role="row">
    <th scope="row" role="rowheader">${name}</th>
    ${cells.map((cell, index) => {
      const heading = headings[index] ?? '';
      return html`<td role="cell" data-heading="${heading}">${cell}</td>`;
    })}
  </tr>`;
}
