import type { AttributeValue } from '../../../api/object';
import { html } from '../../identity/pages/markup';
import type { Markup } from '../../identity/pages/markup';
import { choicesOf, type StoredAttribute } from '../../values/attribute-kinds';
import { renderValue } from '../render-value';

/** For options and states without a color of their own, by their place among the others. */
const colorsByPlace = ['blue', 'green', 'yellow', 'gray', 'purple'] as const;

/** The values of one attribute of one object. Undefined if they show nothing. */
export function renderCell(
  attribute: StoredAttribute,
  values: readonly AttributeValue[],
): Markup | undefined {
  const shown = values.flatMap((value) => {
    const markup = renderValue(attribute, value);
    return markup === undefined ? [] : [inColor(attribute, value, markup)];
  });
  if (shown.length <= 1) return shown[0];
  return html`<ul class="values">
    ${shown.map((value) => html`<li>${value}</li>`)}
  </ul>`;
}

/** Options and states have the color that their configuration gives them, as in Jira. */
function inColor(attribute: StoredAttribute, { value }: AttributeValue, shown: Markup): Markup {
  const choices = choicesOf(attribute);
  const place = choices.findIndex(({ id }) => id === value);
  if (place === -1) return shown;
  const color = choices[place]?.color ?? colorsByPlace[place % colorsByPlace.length];
  return html`<span class="lozenge lozenge-${color}">${shown}</span>`;
}
