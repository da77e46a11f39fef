import type { AttributeValue } from '../../../api/object';
import { html } from '../../identity/pages/markup';
import type { Markup } from '../../identity/pages/markup';
import { choicesOf, type StoredAttribute } from '../../values/attribute-kinds';
import { renderValue } from '../render-value';

/** How many colors of lozenges there are. */
const tones = 6;

/** The values of one attribute of one object. Undefined if they show nothing. */
export function renderCell(
  attribute: StoredAttribute,
  values: readonly AttributeValue[],
): Markup | undefined {
  const shown = values.flatMap((value) => {
    const markup = renderValue(attribute, value);
    return markup === undefined ? [] : [inTone(attribute, value, markup)];
  });
  if (shown.length <= 1) return shown[0];
  return html`<ul class="values">
    ${shown.map((value) => html`<li>${value}</li>`)}
  </ul>`;
}

/** Options and states have the color of their place among the others. */
function inTone(attribute: StoredAttribute, { value }: AttributeValue, shown: Markup): Markup {
  const place = choicesOf(attribute).findIndex(({ id }) => id === value);
  return place === -1 ? shown : html`<span class="lozenge tone-${place % tones}">${shown}</span>`;
}
