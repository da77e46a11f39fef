import type { Color } from '../../api/color';
import { mailtoLink } from '../../api/email-address';
import type { AttributeValue, ValueDetails } from '../../api/object';
import { html } from '../base/html/markup';
import type { Markup } from '../base/html/markup';
import { renderDay, renderMoment } from '../base/html/moment';
import type { DateFormats } from '../base/html/moment';
import type { ReadableType } from '../model/permissions/workspace-view';
import { choicesOf } from '../model/values/attribute-kinds';
import type { StoredAttribute } from '../model/values/attribute-kinds';

export type ShownAttribute = Pick<StoredAttribute, 'kind' | 'options' | 'states'>;

/** What pages call someone who has left the workspace. */
export const formerMember = 'a former member';

/** What pages call an object. */
export function labelOf(type: ReadableType, label: string): string {
  return label.trim() === '' ? `Unnamed ${type.name}` : label;
}

/** A value as people read it on a page. Undefined if it shows nothing, as a blank text does. */
export function renderValue(
  attribute: ShownAttribute,
  { value, details }: Pick<AttributeValue, 'value' | 'details'>,
  dates: DateFormats,
): Markup | undefined {
  const { kind } = attribute;
  switch (kind.valueKind) {
    case 'text':
      return renderText(details?.text ?? value, kind.code);
    case 'richText':
      return renderText(details?.text ?? '');
    case 'number':
      return html`${formatNumber(value)}`;
    case 'boolean':
      return html`${value === 'true' ? 'Yes' : 'No'}`;
    case 'date':
      return renderDay(new Date(value), dates);
    case 'datetime':
    case 'created':
    case 'updated':
      return renderMoment(new Date(value), dates);
    case 'option':
    case 'state':
      return renderChoice(attribute, value, details?.name ?? value);
    case 'reference':
    case 'user':
    case 'media':
      return details === undefined
        ? html`<span class="subtle">Not visible to you</span>`
        : renderTarget(details);
  }
}

/** For options and states without a color of their own, by their place among the others. */
const colorsByPlace = ['blue', 'green', 'yellow', 'gray', 'purple'] as const;

/** The color that the configuration gives an option or a state, as in Jira. Undefined where it isn't configured any more. */
export function colorOfChoice(attribute: ShownAttribute, id: string): Color | undefined {
  const choices = choicesOf(attribute);
  const place = choices.findIndex((choice) => choice.id === id);
  if (place === -1) return undefined;
  return choices[place]?.color ?? colorsByPlace[place % colorsByPlace.length];
}

function renderChoice(attribute: ShownAttribute, id: string, name: string): Markup {
  const color = colorOfChoice(attribute, id);
  return color === undefined
    ? html`${name}`
    : html`<span class="lozenge lozenge-${color}">${name}</span>`;
}

function renderText(text: string, code = 'TEXT'): Markup | undefined {
  if (text.trim() === '') return undefined;
  if (code === 'EMAIL') return renderLink(mailtoLink(text), text);
  return code === 'URL' ? renderLink(webAddress(text), text) : html`${text}`;
}

function renderTarget({ url, label, name, email, fileName = '' }: ValueDetails): Markup {
  if (url !== undefined) return renderLink(url, label || fileName || url);
  return name === undefined ? html`${fileName}` : renderLink(email && mailtoLink(email), name);
}

function renderLink(address: string | undefined, text: string): Markup {
  return address === undefined ? html`${text}` : html`<a href="${address}">${text}</a>`;
}

/** Undefined for any other kind of link: it could run a script. */
function webAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) ? text : undefined;
}

/** Groups the digits; they stay text, since there can be more than a number holds. */
function formatNumber(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

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
