import { stripVTControlCharacters } from 'node:util';

/** Controls, what changes the direction of text, halves of surrogate pairs. */
const controls = /[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu;
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
/** What JSON leaves as it is, though a terminal acts on it. */
const unescapedInJson = /[\u007F-\u009F\u2028\u2029]|\p{Bidi_Control}/gu;

/** Other people's text, safe to show in a terminal, with its line breaks. */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(lineBreaks, '\n')
    .replace(controls, (character) => (character === '\n' || character === '\t' ? character : ''));
}

/** As `printable`, in one line: for a name or another short value among our own words. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/** Indented JSON, the same data for whoever reads it, that changes nothing of a terminal. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    unescapedInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A path as one word of a shell. */
export function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
