import type { WorkspaceObject } from '../../../api/object';
import type { Page } from '../../../api/page';
import type { TableBlock } from '../../../api/site-page';
import { combineWithLabelMatch, parseQuery, printQuery } from '../../../query';
import type { Location, Sort } from '../../../query';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { DateFormats } from '../../base/html/moment';
import { Refusal } from '../../base/refusals/refusal';
import type { ReadableType } from '../../model/permissions/workspace-view';
import { searchObjects } from '../../model/search/search-objects';
import type { StoredAttribute } from '../../model/values/attribute-kinds';
import { labelOf, renderCell } from '../render-value';
import { maximumSearchLength, maximumTypedLength, nameSort } from './page-state';
import type { TableState, PageState, ShownSort } from './page-state';
import type { BlockContext } from './render-page';
import { renderNotice, renderSection, formatCount } from './render-section';

interface ShownTable {
  readonly index: number;
  readonly block: TableBlock;
  readonly type: ReadableType;
  readonly columns: readonly StoredAttribute[];
  readonly state: TableState;
}

/** The objects that a query finds, one page of them, in one search. */
export async function renderTable(
  context: BlockContext,
  block: TableBlock,
  index: number,
): Promise<Markup> {
  const type = context.view.types.find(({ id }) => id === block.typeId.toLowerCase());
  if (type === undefined) {
    const content = renderNotice(
      'The type that this table lists was deleted, or you can’t see it.',
    );
    return renderSection({ index, kind: 'table', heading: block.heading, content });
  }
  const columns = block.columns.flatMap((id) => {
    const attribute = type.attributes.find((candidate) => candidate.id === id.toLowerCase());
    return attribute ?? [];
  });
  const table = { index, block, type, columns, state: context.state.of(index) };
  return renderSection({
    index,
    kind: 'table',
    heading: block.heading ?? type.name,
    tools: block.hasSearch ? renderSearch(table, context.state) : undefined,
    content: await renderContent(context, table),
  });
}

async function renderContent(context: BlockContext, table: ShownTable): Promise<Markup> {
  const { dependencies, view, searches } = context;
  const { block, state } = table;
  if (block.hasSearch && state.search.length > maximumSearchLength) {
    return renderNotice(`The search is too long: use at most ${maximumSearchLength} characters.`);
  }
  const leftOut = await searches.begin();
  if (leftOut !== undefined) return renderNotice(leftOut);
  try {
    const bounded = { ...dependencies, limited: searches.bound(dependencies.database) };
    const found = await searchObjects(bounded, view, {
      query: queryOfTable(table),
      typeId: block.typeId,
      offset: (state.page - 1) * block.pageSize,
      limit: block.pageSize,
      attributeIds: block.columns,
    });
    return renderFound(context, table, found);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return renderRefused(context, table, error);
  }
}

/** A reader who sorted by something that takes too long gets back to where they were. */
function renderRefused(
  { state }: BlockContext,
  { index, state: shown }: ShownTable,
  { message }: Refusal,
): Markup {
  const [reason = ''] = message.split('\n');
  if (shown.sort === undefined) return renderNotice(`This table can’t be shown. ${reason}`);
  const back = state.addressWith(index, { sort: undefined, page: 1 });
  return renderNotice(
    html`This table can’t be sorted this way. Narrow the search first, or
      <a id="unsort-${index}" href="${back}">show it in its original order</a>.`,
  );
}

function renderFound(
  context: BlockContext,
  table: ShownTable,
  found: Page<WorkspaceObject>,
): Markup {
  const { index, type, state } = table;
  if (found.result.length === 0) return renderNothing(context, table, found.total);
  const heading = table.block.heading ?? type.name;
  return html`<div class="scroll" role="region" aria-label="${heading}" tabindex="0">
      <table>
        ${renderTableHead(table, sortOfTable(table), context.state)}
        <tbody>
          ${found.result.map((object) => renderRow(table, object, context.dates))}
        </tbody>
      </table>
    </div>
    ${renderPager({ index, state, pageSize: table.block.pageSize, found }, context.state)}`;
}

function renderNothing({ state }: BlockContext, table: ShownTable, total: number): Markup {
  const { index, state: shown } = table;
  if (total > 0) {
    const first = state.addressWith(index, { page: 1 });
    return renderNotice(
      html`There is nothing on this page.
        <a id="first-${index}" href="${first}">Show the first page</a>.`,
    );
  }
  if (shown.search.trim() === '') return renderNotice('There is nothing to show yet.');
  const all = state.addressWith(index, { search: '', page: 1 });
  return renderNotice(
    html`No results for “${shown.search}”. <a id="all-${index}" href="${all}">Show all</a>.`,
  );
}

function renderRow(
  { type, columns }: ShownTable,
  { label, url, attributes }: WorkspaceObject,
  dates: DateFormats,
): Markup {
  const values = new Map(attributes.map(({ attributeId, values }) => [attributeId, values]));
  return html`<tr>
    <th scope="row"><a href="${url}">${labelOf(type, label)}</a></th>
    ${columns.map(
      (attribute) =>
        html`<td ${isNumber(attribute) ? html`class="number"` : undefined}>
          ${renderCell(attribute, values.get(attribute.id) ?? [], dates)}
        </td>`,
    )}
  </tr>`;
}

function isNumber({ kind }: StoredAttribute): boolean {
  return kind.valueKind === 'number';
}

/** The names of the columns, each a link that sorts by it, and the other way round the next time. */
function renderTableHead(
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

/** A form that works without a script too: it leads to the same page with another query. */
function renderSearch({ index, block, type, state }: ShownTable, page: PageState): Markup {
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
function renderPager({ index, state, pageSize, found }: Pager, page: PageState): Markup {
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

/**
 * What a table looks for: its own query, with what its reader searches and sorts by. A query that
 * can't be read goes to the search as it is, which says why.
 */
function queryOfTable(table: ShownTable): string {
  const { block, state } = table;
  const parsed = parseQuery(block.query);
  if (!parsed.ok) return block.query;
  const sort = sortOfTable(table);
  const query = combineWithLabelMatch(parsed.query, block.hasSearch ? state.search : '');
  return printQuery(sort === undefined ? query : { ...query, orderBy: [sortBy(table, sort)] });
}

/** What the table is sorted by: the reader's choice, else the page's; undefined for neither. */
function sortOfTable({ block, type, state }: ShownTable): ShownSort | undefined {
  const chosen = [state.sort, block.sort && { ...block.sort, by: block.sort.attributeId }];
  const known = new Set(type.attributes.map(({ id }) => id)).add('label');
  return chosen
    .flatMap((sort) => sort ?? [])
    .map(({ by, isDescending }) => ({ by: by.toLowerCase(), isDescending }))
    .find(({ by }) => known.has(by));
}

/** What nobody wrote has no place in a text. */
const location: Location = { start: 0, end: 0 };

function sortBy({ type }: ShownTable, { by, isDescending }: ShownSort): Sort {
  const attribute = type.attributes.find(({ id }) => id === by);
  const name =
    attribute === undefined || attribute.isLabel
      ? { text: 'Label', isQuoted: false, location }
      : { text: attribute.name, isQuoted: true, location };
  const path = { names: [name], location };
  return { path, direction: isDescending ? 'desc' : 'asc', location };
}
