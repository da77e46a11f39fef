import type { AttributeValue, WorkspaceObject } from '../../../api/object';
import type { Block, DetailedSitePage, RecordBlock, TextBlock } from '../../../api/site-page';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { DateFormats } from '../../base/html/moment';
import { makeRoomForAnswer } from '../../base/http/unsent-answers';
import { getType } from '../../model/permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../../model/permissions/workspace-view';
import type { ObjectDependencies } from '../../model/resources/objects';
import { findShownObject } from '../../model/resources/show-objects';
import type { StoredAttribute } from '../../model/values/attribute-kinds';
import { labelOf, renderCell } from '../render-value';
import type { PageSearches } from './page-searches';
import type { PageState } from './page-state';
import { renderChart } from './render-chart';
import { renderNotice, renderSection } from './render-section';
import { renderTable } from './render-table';

/** What a block is rendered from: the reader, and how they look at the page. */
export interface BlockContext {
  readonly dependencies: ObjectDependencies;
  readonly view: WorkspaceView;
  readonly state: PageState;
  readonly dates: DateFormats;
  /** The searches of all tables and charts, which share one limit. */
  readonly searches: PageSearches;
}

/** In characters. A page is built as a whole in memory, for each reader. */
const maximumPageLength = 4_000_000;
const pageTooLarge =
  'This page has too much content to show this block. Use fewer blocks, or shorter tables.';

/** The blocks of a page, each with what the reader may see of it now. */
export async function renderBlocks(
  context: BlockContext,
  { blocks }: Pick<DetailedSitePage, 'blocks'>,
): Promise<Markup> {
  if (blocks.length === 0) return html`<p class="empty">This page has no content yet.</p>`;
  const rendered: { isSmall: boolean; markup: Markup }[] = [];
  let length = 0;
  for (const [index, block] of blocks.entries()) {
    const hasRoom = length <= maximumPageLength;
    const markup = hasRoom ? await renderBlock(context, block, index) : renderOmitted(block, index);
    length += markup.text.length;
    await makeRoomForAnswer(length);
    rendered.push({ isSmall: isSmall(block), markup });
  }
  return html`${rowsOf(rendered).map((row) => html`<div class="row">${row}</div>`)}`;
}

function renderOmitted({ kind, heading }: Block, index: number): Markup {
  return renderSection({ index, kind, heading, content: renderNotice(pageTooLarge) });
}

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

/** Paragraphs and lists; web addresses become links. */
function renderText({ heading, text }: TextBlock, index: number): Markup {
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

/** One object with all that the reader may see of it. */
export async function renderRecord(
  { dependencies, view, dates }: BlockContext,
  { heading, objectId }: RecordBlock,
  index: number,
): Promise<Markup> {
  const object = await findShownObject({ ...dependencies, view }, objectId.toLowerCase());
  const content =
    object === undefined
      ? renderNotice('Deleted, or you don’t have access.')
      : renderObject(getType(view, object.typeId), object, dates);
  return renderSection({ index, kind: 'record', heading, content });
}

function renderObject(type: ReadableType, object: WorkspaceObject, dates: DateFormats): Markup {
  const { id, label, url, attributes } = object;
  const values = new Map(attributes.map(({ attributeId, values }) => [attributeId, values]));
  const others = type.attributes.filter(({ isLabel }) => !isLabel);
  return html`<p class="overline">${type.name}</p>
    <p class="record-label"><a href="${url}">${labelOf(type, label)}</a></p>
    <dl>
      ${others.map((attribute) => renderLine(attribute, values.get(attribute.id) ?? [], dates))}
    </dl>
    ${renderWorkItems(id)}`;
}

/** The page around an embedded one knows where the object is used: nothing shows it anywhere else. */
function renderWorkItems(objectId: string): Markup {
  return html`<button type="button" class="work-items" data-work-items="${objectId}" hidden>
    Work items with this object
  </button>`;
}

/** Nothing if no value shows anything. */
function renderLine(
  attribute: StoredAttribute,
  values: readonly AttributeValue[],
  dates: DateFormats,
): Markup {
  const cell = renderCell(attribute, values, dates);
  if (cell === undefined) return html``;
  return html`<div>
    <dt>${attribute.name}</dt>
    <dd>${cell}</dd>
  </div>`;
}
