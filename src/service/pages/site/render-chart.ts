import type { Color } from '../../../api/color';
import type { ChartBlock } from '../../../api/site-page';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { Refusal } from '../../base/refusals/refusal';
import { countObjects, countedKinds } from '../../model/search/search-objects';
import type { Counts } from '../../model/search/search-objects';
import type { StoredAttribute } from '../../model/values/attribute-kinds';
import { colorOfChoice } from '../render-value';
import type { BlockContext } from './render-page';
import { formatCount, renderNotice, renderSection } from './render-section';

/** The objects that a query finds, counted by one attribute, as a table with a drawing. */
export async function renderChart(
  context: BlockContext,
  block: ChartBlock,
  index: number,
): Promise<Markup> {
  const content = await renderContent(context, block);
  return renderSection({ index, kind: 'chart', heading: block.heading, content });
}

async function renderContent(
  { dependencies, view, searches }: BlockContext,
  { typeId, query, attributeId }: ChartBlock,
): Promise<Markup> {
  const type = view.types.find(({ id }) => id === typeId.toLowerCase());
  const attribute = type?.attributes.find(({ id }) => id === attributeId.toLowerCase());
  if (!type || !attribute || !countedKinds.has(attribute.kind.valueKind)) {
    return renderNotice('The type that this chart counts was deleted, or you can’t see it.');
  }
  const leftOut = await searches.begin();
  if (leftOut !== undefined) return renderNotice(leftOut);
  try {
    const bounded = { ...dependencies, limited: searches.bound(dependencies.database) };
    const counts = await countObjects(bounded, view, { query, typeId }, attribute);
    return renderCounts(counts, type.name, attribute);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return renderNotice(`This chart can’t be shown. ${error.message.split('\n')[0] ?? ''}`);
  }
}

/** More bars than these don't help a reader; the rest is one of them. */
const maximumBars = 10;
/** More pieces than these of a ring can't be told apart. */
const maximumPieces = 6;

/** One line of the chart. */
interface Bar {
  readonly name: string;
  readonly count: number;
  /** Undefined if the configuration gives it none. */
  readonly color?: Color | undefined;
  /** It counts the objects without a value: no place gives it a color. */
  readonly isEmpty?: boolean;
}

function renderCounts(counts: Counts, type: string, attribute: StoredAttribute): Markup {
  const bars = barsOf(counts, attribute);
  const total = `${formatCount(counts.total)} in all`;
  if (bars.length === 0) return renderNotice('There is nothing to count yet.');
  const isRing = bars.length <= maximumPieces;
  const series = seriesOf(bars, isRing);
  const longest = Math.max(...bars.map(({ count }) => count));
  return html`<div class="${isRing ? 'ring-chart' : 'bar-chart'}">
    ${isRing ? renderRing(bars, series, counts.total) : undefined}
    <table>
      <caption>
        ${type} by ${attribute.name}, ${total}
      </caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">${attribute.name}</th>
          <th scope="col">Objects</th>
        </tr>
      </thead>
      <tbody>
        ${bars.map((bar, place) =>
          isRing ? renderPieceLine(bar, series[place]) : renderBarLine(bar, series[place], longest),
        )}
      </tbody>
    </table>
  </div>`;
}

/** Colors for what has none of its own, such as objects. */
const colorsByPlace = ['blue', 'green', 'purple', 'orange', 'teal', 'magenta'] as const;

/** Options and states have the same colors as everywhere else; bars beside them get one that no option has. */
function seriesOf(bars: readonly Bar[], isRing: boolean): string[] {
  const hasOwnColors = bars.some(({ color }) => color !== undefined);
  return bars.map(({ color = 'other', isEmpty }, place) => {
    if (isEmpty) return 'series-none';
    if (hasOwnColors) return `series-${color}`;
    return `series-${colorsByPlace[isRing ? place : 0] ?? 'other'}`;
  });
}

function barsOf({ counts, withoutValue }: Counts, attribute: StoredAttribute): Bar[] {
  const hidden = counts.filter(({ value }) => value === null);
  const known = counts.filter(({ value }) => value !== null);
  const [shown, rest] = [known.slice(0, maximumBars), known.slice(maximumBars)];
  return [
    ...shown.map(({ value, name, count }) => ({
      name: name?.trim() || 'Unnamed',
      count,
      color: colorOfChoice(attribute, value ?? ''),
    })),
    { name: rest.length === 1 ? '1 other' : `${rest.length} others`, count: sumOf(rest) },
    { name: 'Not visible to you', count: sumOf(hidden) },
    { name: 'No value', count: withoutValue, isEmpty: true },
  ].filter(({ count }) => count > 0);
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((before, { count }) => before + count, 0);
}

/** The table beside it says the same, so whoever reads it aloud goes past. */
function renderRing(bars: readonly Bar[], series: readonly string[], total: number): Markup {
  const sum = sumOf(bars);
  let before = 0;
  const pieces = bars.map(({ count }, place) => {
    const share = (count / sum) * 100;
    const offset = -before;
    before += share;
    const isWhole = bars.length === 1;
    const length = isWhole ? share : gapped(share);
    const piece = renderPiece(series[place], length, offset);
    if (series[place] !== 'series-none') return piece;
    // A smaller piece on top leaves a border. A whole ring has no ends.
    const end = isWhole ? 0 : ringBorder;
    return html`${piece}${renderPiece('hollow', Math.max(length - 2 * end, 0), offset - end)}`;
  });
  return html`<svg class="ring" viewBox="0 0 120 120" aria-hidden="true" focusable="false">
    <g transform="rotate(-90 60 60)">${pieces}</g>
    <text x="60" y="60" text-anchor="middle" dominant-baseline="central">
      ${formatCount(total)}
    </text>
  </svg>`;
}

/** As thick as the border along the ring: 1.5 units of its length, in percent. */
const ringBorder = (1.5 / (2 * Math.PI * 46)) * 100;

function renderPiece(series: string | undefined, length: number, offset: number): Markup {
  // One dash all round would have a seam.
  const dashes = length < 100 ? `${length.toFixed(2)} 100` : 'none';
  return html`<circle
    class="${series}"
    cx="60"
    cy="60"
    r="46"
    pathLength="100"
    stroke-dasharray="${dashes}"
    stroke-dashoffset="${offset.toFixed(2)}"
  />`;
}

/** Pieces that touch can't be told apart by whoever sees no colors. */
function gapped(share: number): number {
  return Math.max(share - 1, 0.5);
}

function renderPieceLine({ name, count }: Bar, series: string | undefined): Markup {
  return html`<tr>
    <th scope="row">
      <svg class="swatch" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <rect class="${series}" width="12" height="12" rx="3" /></svg
      ><span>${name}</span>
    </th>
    <td>${formatCount(count)}</td>
  </tr>`;
}

function renderBarLine({ name, count }: Bar, series: string | undefined, longest: number): Markup {
  const width = Math.max((count / longest) * 100, 0.5).toFixed(2);
  return html`<tr>
    <th scope="row">
      <span>${name}</span>
      <svg class="bar" aria-hidden="true" focusable="false">
        <rect class="track" width="100%" height="8" />
        <svg width="${width}%" height="8">
          <rect class="${series}" width="100%" height="100%" />
        </svg>
      </svg>
    </th>
    <td>${formatCount(count)}</td>
  </tr>`;
}
