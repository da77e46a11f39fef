// Screens take this file without the rest of the query language.
import { compose } from '../query/composition';
import { trimUnseen, visibleText } from './visible-text';

/** Longer domains aren't looked up. @see https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
export const maximumDomainLength = 253;

/**
 * Returns the text without what surrounds a copied address: characters that nobody sees, `<…>` and `mailto:`.
 * Any other text stays as it is, without the space around it.
 */
export function bareAddress(text: string): string {
  const around = trimUnseen(visibleText(text));
  const inner = trimUnseen(/^<([^<>]*)>$/.exec(around)?.[1] ?? around);
  return /^mailto:/i.test(inner) ? decodeAddress(inner.slice('mailto:'.length)) : inner;
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Letters of any script, and the signs that need no quotes. @see https://www.rfc-editor.org/rfc/rfc6531#section-3.3 */
const addressForm =
  /^[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800@<>()[\]\\,;:"]+@(?:[a-z0-9-]|[^\s\p{C}\p{ASCII}])+(?:\.(?:[a-z0-9-]|[^\s\p{C}\p{ASCII}])+)*$/iu;

/** Whether the text is an address and nothing else, of any length. */
export function isEmailAddress(text: string): boolean {
  return addressForm.test(text) && findAsciiDomain(partsOf(text).domain) !== undefined;
}

/**
 * Returns the key to compare addresses by. Two spellings of one address have the same key: they may differ in case, in
 * how letters are composed, and in whether the domain is written in its own letters or as `xn--…`. Other texts have
 * a key, too.
 */
export function emailKey(text: string): string {
  const { local, domain } = partsOf(compose(bareAddress(text)).toLowerCase());
  return local + (findAsciiDomain(domain) ?? domain);
}

/** Returns the link that writes to an address; undefined for any other text, which could mean more, such as a copy to others. */
export function mailtoLink(email: string): string | undefined {
  if (!isEmailAddress(email)) return undefined;
  return `mailto:${email.replace(/[^\p{L}\p{M}\p{N}@._+'-]/gu, encodeURIComponent)}`;
}

/** `local` ends with the `@`; it is empty where there is none. */
function partsOf(text: string): { readonly local: string; readonly domain: string } {
  const at = text.lastIndexOf('@') + 1;
  return { local: text.slice(0, at), domain: text.slice(at) };
}

/** Returns the domain as the net knows it; undefined if no domain can have this name. */
function findAsciiDomain(domain: string): string | undefined {
  if (/^\p{ASCII}*$/u.test(domain)) return domain.toLowerCase();
  const address = `http://${domain}`;
  return domain.length > maximumDomainLength || /[/?#:\\%\s]/.test(domain) || !URL.canParse(address)
    ? undefined
    : new URL(address).hostname;
}
