import { stripVTControlCharacters } from 'node:util';

/** Controls, direction marks and overrides, halves of surrogate pairs. */
const controls = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\p{Cs}]/gu;

/** Text of others as a terminal may show it, line breaks kept: it changes nothing but what is read. */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(controls, (character) => (character === '\n' || character === '\t' ? character : ''));
}
