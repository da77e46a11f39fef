import type { AttributeValue } from '../../../api/object';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import type { DateFormats } from '../../base/html/moment';
import type { StoredAttribute } from '../../model/values/attribute-kinds';
import { renderValue } from '../render-value';

/** The values of one attribute of one object. Undefined if they show nothing. */
export function renderCell(
  attribute: StoredAttribute,
  values: readonly AttributeValue[],
  dates: DateFormats,
): Markup | undefined {
  const shown = values.flatMap((value) => renderValue(attribute, value, dates) ?? []);
  if (shown.length <= 1) return shown[0];
  return html`<ul class="values">
    ${shown.map((value) => html`<li>${value}</li>`)}
  </ul>`;
}
