import type { AttributeValue, WorkspaceObject } from '../../../api/object';
import type { RecordBlock } from '../../../api/site-page';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { DateFormats } from '../../base/html/moment';
import { Refusal } from '../../base/refusals/refusal';
import { getType } from '../../model/permissions/workspace-view';
import type { ReadableType } from '../../model/permissions/workspace-view';
import { readObject } from '../../model/resources/objects';
import type { StoredAttribute } from '../../model/values/attribute-kinds';
import { labelOf, renderCell } from '../render-value';
import type { BlockContext } from './render-page';
import { renderNotice, renderSection } from './render-section';

/** One object with all that the reader may see of it. */
export async function renderRecord(
  { dependencies, view, dates }: BlockContext,
  { heading, objectId }: RecordBlock,
  index: number,
): Promise<Markup> {
  const section = { index, kind: 'record', heading } as const;
  try {
    const object = await readObject(dependencies, view, objectId.toLowerCase());
    return renderSection({
      ...section,
      content: renderObject(getType(view, object.typeId), object, dates),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const content = renderNotice('Deleted, or you don’t have access.');
    return renderSection({ ...section, content });
  }
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
