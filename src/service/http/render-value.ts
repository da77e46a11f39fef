import type { AttributeValue, ValueDetails } from '../../api/object';
import { html } from '../identity/pages/markup';
import type { Markup } from '../identity/pages/markup';
import { renderDay, renderMoment } from '../identity/pages/moment';
import type { ReadableType } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';

/** What pages call an object. */
export function labelOf(type: ReadableType, label: string): string {
  return label.trim() === '' ? `Unnamed ${type.name}` : label;
}

/** A value as people read it on a page. Undefined if it shows nothing, as a blank text does. */
export function renderValue(
  { kind }: StoredAttribute,
  { value, details }: AttributeValue,
): Markup | undefined {
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
      return renderDay(new Date(value));
    case 'datetime':
    case 'created':
    case 'updated':
      return renderMoment(new Date(value));
    case 'option':
    case 'state':
      return html`${details?.name ?? value}`;
    case 'reference':
    case 'user':
    case 'media':
      return details === undefined
        ? html`<span class="subtle">Not visible to you</span>`
        : renderTarget(details);
  }
}

function renderText(text: string, code = 'TEXT'): Markup | undefined {
  if (text.trim() === '') return undefined;
  if (code === 'EMAIL') return renderLink(mailAddress(text), text);
  return code === 'URL' ? renderLink(webAddress(text), text) : html`${text}`;
}

function renderTarget({ url, label, name, email, fileName = '' }: ValueDetails): Markup {
  if (url !== undefined) return renderLink(url, label || fileName || url);
  return name === undefined ? html`${fileName}` : renderLink(email && mailAddress(email), name);
}

function renderLink(address: string | undefined, text: string): Markup {
  return address === undefined ? html`${text}` : html`<a href="${address}">${text}</a>`;
}

/** Undefined for what might mean more than an address, such as a subject or a copy to others. */
function mailAddress(email: string): string | undefined {
  return /^[\p{L}\p{N}._+'-]+@[\p{L}\p{N}.-]+$/u.test(email) ? `mailto:${email}` : undefined;
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
