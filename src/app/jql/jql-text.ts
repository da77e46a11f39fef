/**
 * `text` as a quoted string of JQL: a value, or the name of a field. Reading it back gives `text`
 * again. Every text that the app puts into JQL passes here.
 * @throws {RangeError} where JQL has no way to write it: see {@link isWritable}
 * @see https://support.atlassian.com/jira-software-cloud/docs/jql-fields/#Reserved-characters
 */
export function quoteJql(text: string): string {
  if (!isWritable(text)) throw new RangeError('JQL has no way to write this text');
  return `"${text.replace(escaped, escapeCharacter)}"`;
}

/** False for the empty text and for halves of surrogate pairs. */
export function isWritable(text: string): boolean {
  return text !== '' && !loneSurrogate.test(text);
}

/**
 * The field by its id, which no rename changes: `cf[10010]`.
 * @throws {RangeError} where the id is none of a custom field: nothing else may reach a query
 */
export function fieldClause(fieldId: string): string {
  const digits = /^customfield_(\d+)$/.exec(fieldId)?.[1];
  if (digits === undefined) throw new RangeError('The id isn’t that of a custom field');
  return `cf[${digits}]`;
}

/** Issues that have a value in the field. @throws {RangeError} as {@link fieldClause} */
export function hasValue(fieldId: string): string {
  return `${fieldClause(fieldId)} is not EMPTY`;
}

const loneSurrogate = /\p{Cs}/u;
/** Quotes, backslashes, and what JQL refuses even between quotes or what could end a line. */
const escaped = /["\\\p{Cc}\p{Zl}\p{Zp}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  return shortEscapes.get(character) ?? `\\u${code}`;
}

/**
 * Jira's search.
 * @see docs/platform-assumptions.md, 51
 */
export const searchPage = '/issues/';
/** Servers take some 8 kB for the first line of a request. */
const maximumAddressLength = 7_000;

/** Where Jira's search opens with a query; undefined where an address can't hold it. */
export function findSearchAddress(jql: string): string | undefined {
  const address = `${searchPage}?jql=${encodeURIComponent(jql)}`;
  return address.length > maximumAddressLength ? undefined : address;
}
