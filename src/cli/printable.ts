import { stripVTControlCharacters } from 'node:util';

/** Controls, direction marks and overrides, halves of surrogate pairs. */
const controls = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\p{Cs}]/gu;

/** Other people's text, safe to show in a terminal, with its line breaks. */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(controls, (character) => (character === '\n' || character === '\t' ? character : ''));
}
