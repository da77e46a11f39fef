import type { Page } from '../../../api/page';
import type { WorkspaceObject } from '../../../api/object';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { formatCount } from './format-count';
import { maximumTypedLength, nameSort } from './page-state';
import type { PageState, TableState } from './page-state';
import type { ShownTable } from './render-table';

/** A form that works without a script too: it leads to the same page with another query. */
export function renderSearch({ index, block, type, state }: ShownTable, page: PageState): Markup {
  const kept = page.others(index);
  if (state.sort !== undefined) kept.push([`${index}.sort`, nameSort(state.sort)]);
  return html`<form role="search" method="get" action="#block-${index}">
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label class="visually-hidden" for="search-${index}">
      Search ${block.heading ?? type.name} by name
    </label>
    <input
      id="search-${index}"
      type="search"
      name="${index}.search"
      value="${state.search}"
      maxlength="${maximumTypedLength}"
      placeholder="Search by name"
      autocomplete="off"
    />
    <button type="submit">Search</button>
  </form>`;
}

interface Pager {
  readonly index: number;
  readonly state: TableState;
  readonly pageSize: number;
  readonly found: Page<WorkspaceObject>;
}

/** Which objects of how many, and the way to the others. */
export function renderPager({ index, state, pageSize, found }: Pager, page: PageState): Markup {
  const first = (state.page - 1) * pageSize + 1;
  const last = first + found.result.length - 1;
  const shown = `${formatCount(first)}–${formatCount(last)} of ${formatCount(found.total)}`;
  const isOnly = state.page === 1 && found.isLast;
  return html`<div class="pager">
    <p data-summary>${shown}</p>
    ${
      isOnly
        ? undefined
        : html`<nav aria-label="Pages of the table">
            ${renderStep('Previous', state.page > 1, { index, to: state.page - 1 }, page)}
            ${renderStep('Next', !found.isLast, { index, to: state.page + 1 }, page)}
          </nav>`
    }
  </div>`;
}

function renderStep(
  name: 'Previous' | 'Next',
  isThere: boolean,
  { index, to }: { index: number; to: number },
  page: PageState,
): Markup {
  const id = `${name.toLowerCase()}-${index}`;
  if (!isThere) return html`<span class="step" aria-disabled="true">${name}</span>`;
  const address = page.addressWith(index, { page: to });
  return html`<a class="step" id="${id}" href="${address}">${name}</a>`;
}
