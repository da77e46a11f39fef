import { stripVTControlCharacters } from 'node:util';

/** Formats that nobody sees, such as U+200B, U+2060 and U+FEFF, but for the joiners of emoji and scripts. */
const unseen = /(?![\u200C\u200D])(?=\p{Cf})\p{Default_Ignorable_Code_Point}/u.source;
/** Controls, what changes the direction of text, halves of surrogate pairs, what nobody sees. */
const controls = new RegExp(`[\\p{Cc}\\p{Bidi_Control}\\p{Cs}]|${unseen}`, 'gu');
const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
/** What JSON leaves as it is, though a terminal acts on it or doesn't show it. */
const unescapedInJson = new RegExp(
  `[\\u007F-\\u009F\\u2028\\u2029]|\\p{Bidi_Control}|${unseen}`,
  'gu',
);

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

/** The place of a mistake in a query: its line, and below it a line with a caret. */
const excerptAtEnd = /\n[^\n]*\n[ \t]*\^$/;

/** As `printableLine`, but for the place of a mistake at its end, which keeps its lines. */
export function printableRefusal(text: string): string {
  const lines = printable(text);
  const [excerpt = ''] = excerptAtEnd.exec(lines) ?? [];
  return printableLine(lines.slice(0, lines.length - excerpt.length)) + excerpt;
}

/** Indented JSON, the same data for whoever reads it, that changes nothing of a terminal. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unescapedInJson, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** A path as one word of a shell. */
export function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
