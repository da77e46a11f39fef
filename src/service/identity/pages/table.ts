import { html, type Markup } from './markup';

/** A table that scrolls in a box of its own where the page is narrow. */
export function renderTable(headings: readonly string[], rows: readonly Markup[]): Markup {
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
