import { characterAt, shorten } from './located-problem';
import type { ComparisonOperator, Located, PlaceholderOperand } from './tree';

const keywords = ['and', 'or', 'not', 'in', 'is', 'empty', 'order', 'by', 'asc', 'desc'] as const;

export type Keyword = (typeof keywords)[number];

export type Punctuation = '(' | ')' | ',' | '.';

/** The smallest piece of a query that means something; `text` as written; for a string, its value. */
export type Token = Located &
  (
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'string'; readonly text: string }
    | { readonly kind: 'keyword'; readonly keyword: Keyword; readonly text: string }
    | { readonly kind: 'operator'; readonly text: ComparisonOperator }
    | { readonly kind: 'punctuation'; readonly text: Punctuation }
    | {
        readonly kind: 'placeholder';
        readonly placeholder: PlaceholderOperand;
        readonly text: string;
      }
    | { readonly kind: 'end'; readonly text: '' }
  );

const digits = /^-?[0-9]+$/;
const number = /^-?[0-9]+(\.[0-9]+)?$/;

/** The keyword that `text` spells in any case, or undefined. */
export function findKeyword(text: string): Keyword | undefined {
  const written = text.toLowerCase();
  return keywords.find((keyword) => keyword === written);
}

export function isInteger(text: string): boolean {
  return digits.test(text);
}

/** Whether `text` is a decimal number such as `-1.50`; there are no exponents. */
export function isNumber(text: string): boolean {
  return number.test(text);
}

/** Whether `text`, written without quotes, is read as a word: no keyword and no number. */
export function isBareWord(text: string): boolean {
  return (
    text !== '' &&
    endOfWord(text, 0) === text.length &&
    findKeyword(text) === undefined &&
    !isInteger(text)
  );
}

/** How an error names what it found: `"("`, `the number 5`, `end of query`. */
export function describeToken(token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'end of query';
    case 'number':
      return `the number ${shorten(token.text)}`;
    case 'string':
      return `the text "${shorten(token.text)}"`;
    case 'keyword':
      return `the keyword "${token.text}"`;
    case 'placeholder':
      return `the placeholder ${shorten(token.text)}`;
    case 'word':
    case 'operator':
    case 'punctuation':
      return `"${shorten(token.text)}"`;
  }
}

const wordCharacter = /[\p{L}\p{M}\p{Nd}_-]/u;
const space = /\s/;

/** Where the run of word characters that begins at `start` ends; `start` itself if there is none. */
export function endOfWord(text: string, start: number): number {
  let offset = start;
  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    if (code < 0x80) {
      if (!isAsciiWordCharacter(code)) break;
      offset += 1;
    } else {
      const character = characterAt(text, offset);
      if (!wordCharacter.test(character)) break;
      offset += character.length;
    }
  }
  return offset;
}

export function endOfSpace(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && isSpace(text, offset)) offset += 1;
  return offset;
}

function isSpace(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return space.test(text.charAt(offset));
}

function isAsciiWordCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d
  );
}
