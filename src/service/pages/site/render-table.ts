import type { Page } from '../../../api/page';
import type { WorkspaceObject } from '../../../api/object';
import type { TableBlock } from '../../../api/site-page';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { DateFormats } from '../../base/html/moment';
import type { ReadableType } from '../../model/permissions/workspace-view';
import { Refusal } from '../../base/refusals/refusal';
import { searchObjects } from '../../model/search/search-objects';
import type { StoredAttribute } from '../../model/values/attribute-kinds';
import { labelOf } from '../render-value';
import { maximumSearchLength } from './page-state';
import type { TableState } from './page-state';
import { renderCell } from './render-cell';
import type { BlockContext } from './render-page';
import { renderNotice, renderSection } from './render-section';
import { renderTableHead } from './render-table-head';
import { renderPager, renderSearch } from './render-table-tools';
import { queryOfTable, sortOfTable } from './table-query';

/** A table as its reader sees it. */
export interface ShownTable {
  readonly index: number;
  readonly block: TableBlock;
  readonly type: ReadableType;
  /** The attributes that stand beside the label. */
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
  const { dependencies, view } = context;
  const { block, state } = table;
  if (block.hasSearch && state.search.length > maximumSearchLength) {
    return renderNotice(`The search is too long: use at most ${maximumSearchLength} characters.`);
  }
  try {
    const found = await searchObjects(dependencies, view, {
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

export function isNumber({ kind }: StoredAttribute): boolean {
  return kind.valueKind === 'number';
}
