import type { Block, DetailedSitePage } from '../../../api/site-page';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { DateFormats } from '../../base/html/moment';
import type { WorkspaceView } from '../../model/permissions/workspace-view';
import type { ObjectDependencies } from '../../model/resources/objects';
import type { PageState } from './page-state';
import { renderChart } from './render-chart';
import { renderRecord } from './render-record';
import { renderTable } from './render-table';
import { renderText } from './render-text';

/** What a block is rendered from: the reader, and how they look at the page. */
export interface BlockContext {
  readonly dependencies: ObjectDependencies;
  readonly view: WorkspaceView;
  readonly state: PageState;
  readonly dates: DateFormats;
}

/** The blocks of a page, each with what the reader may see of it now. */
export async function renderBlocks(
  context: BlockContext,
  { blocks }: Pick<DetailedSitePage, 'blocks'>,
): Promise<Markup> {
  if (blocks.length === 0) return html`<p class="empty">This page has no content yet.</p>`;
  const rendered: { isSmall: boolean; markup: Markup }[] = [];
  for (const [index, block] of blocks.entries()) {
    rendered.push({ isSmall: isSmall(block), markup: await renderBlock(context, block, index) });
  }
  return html`${rowsOf(rendered).map((row) => html`<div class="row">${row}</div>`)}`;
}

/** One block, with its place on the page as its id. */
export async function renderBlock(
  context: BlockContext,
  block: Block,
  index: number,
): Promise<Markup> {
  switch (block.kind) {
    case 'text':
      return renderText(block, index);
    case 'table':
      return renderTable(context, block, index);
    case 'record':
      return renderRecord(context, block, index);
    case 'chart':
      return renderChart(context, block, index);
  }
}

/** Charts and records stand side by side where there is room. */
function isSmall({ kind }: Block): boolean {
  return kind === 'chart' || kind === 'record';
}

function rowsOf(blocks: readonly { isSmall: boolean; markup: Markup }[]): Markup[][] {
  const rows: Markup[][] = [];
  for (const [index, { isSmall, markup }] of blocks.entries()) {
    const row = rows.at(-1);
    if (row !== undefined && isSmall && blocks[index - 1]?.isSmall === true) row.push(markup);
    else rows.push([markup]);
  }
  return rows;
}
