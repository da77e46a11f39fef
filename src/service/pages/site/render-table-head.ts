import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { PageState, ShownSort } from './page-state';
import { isNumber } from './render-table';
import type { ShownTable } from './render-table';

/** The names of the columns, each a link that sorts by it, and the other way round the next time. */
export function renderTableHead(
  { index, type, columns }: ShownTable,
  sort: ShownSort | undefined,
  state: PageState,
): Markup {
  const label = type.attributes.find(({ isLabel }) => isLabel);
  const isByLabel = sort?.by === 'label' || (label !== undefined && sort?.by === label.id);
  const shown = sort && isByLabel ? { ...sort, by: 'label' } : sort;
  const column = (by: string, name: string, className?: string) =>
    renderColumn({ index, by, name, className, sort: shown }, state);
  return html`<thead>
    <tr>
      ${column('label', label?.name ?? 'Name')}
      ${columns.map((attribute) =>
        column(attribute.id, attribute.name, isNumber(attribute) ? 'number' : undefined),
      )}
    </tr>
  </thead>`;
}

interface Column {
  readonly index: number;
  readonly by: string;
  readonly name: string;
  readonly className: string | undefined;
  readonly sort: ShownSort | undefined;
}

function renderColumn({ index, by, name, className, sort }: Column, state: PageState): Markup {
  const isSorted = sort?.by === by;
  const isDescending = isSorted && sort.isDescending;
  const next = { by, isDescending: isSorted && !isDescending };
  const address = state.addressWith(index, { sort: next, page: 1 });
  const direction = isDescending ? 'descending' : 'ascending';
  return html`<th
    scope="col"
    ${className && html`class="${className}"`}
    ${isSorted ? html`aria-sort="${direction}"` : undefined}
  >
    <a id="sort-${index}-${by}" href="${address}"
      >${name}<span class="arrow" aria-hidden="true">${isDescending ? '↓' : '↑'}</span></a
    >
  </th>`;
}
