/** HTML that is safe to send: made only by {@link html}. */
export class Markup {
  constructor(readonly text: string) {}
}

type Insertable = string | number | Markup | readonly Markup[] | undefined;

/** Template tag: inserted strings are escaped, inserted markup is not, undefined is left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  const pieces = strings.map((text, index) => text + insert(values[index]));
  return new Markup(pieces.join(''));
}

function insert(value: Insertable): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return value.map(({ text }) => text).join('');
}

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that would reverse the text after them, also that of the page, are left out. */
const directionOverrides = /[\u202d\u202e]/g;

function escape(text: string): string {
  return text
    .replace(directionOverrides, '')
    .replace(/[&<>"']/g, (character) => replacements[character] ?? character);
}

type Cell = Markup | string;

/**
 * A table whose rows are blocks where the page is narrow. The roles say what the style hides from
 * some screen readers: that it is a table all the same.
 * @param rows the cells of each, the first of them its heading
 * @param whenEmpty what the page says in its place where it has no rows
 */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  whenEmpty?: string,
): Markup {
  if (rows.length === 0 && whenEmpty !== undefined) return html`<p class="subtle">${whenEmpty}</p>`;
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
