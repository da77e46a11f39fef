import { endOfWord } from './characters';
import { shorten } from './syntax-error';
import type { ComparisonOperator, Location, PlaceholderOperand } from './tree';

const allKeywords = [
  'and',
  'or',
  'not',
  'in',
  'is',
  'empty',
  'order',
  'by',
  'asc',
  'desc',
] as const;

export type Keyword = (typeof allKeywords)[number];

export type Punctuation = '(' | ')' | ',' | '.';

/** The smallest piece of a query that means something; `text` as written; for a string, its value. */
export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly location: Location }
  | { readonly kind: 'number'; readonly text: string; readonly location: Location }
  | { readonly kind: 'string'; readonly text: string; readonly location: Location }
  | {
      readonly kind: 'keyword';
      readonly keyword: Keyword;
      readonly text: string;
      readonly location: Location;
    }
  | { readonly kind: 'operator'; readonly text: ComparisonOperator; readonly location: Location }
  | { readonly kind: 'punctuation'; readonly text: Punctuation; readonly location: Location }
  | {
      readonly kind: 'placeholder';
      readonly placeholder: PlaceholderOperand;
      readonly text: string;
      readonly location: Location;
    }
  | { readonly kind: 'end'; readonly text: ''; readonly location: Location };

const keywords: ReadonlyMap<string, Keyword> = new Map(
  allKeywords.map((keyword) => [keyword, keyword]),
);
const longestKeyword = 5;
const digits = /^-?[0-9]+$/;
const number = /^-?[0-9]+(\.[0-9]+)?$/;

/** The keyword that `text` spells in any case, or undefined. */
export function findKeyword(text: string): Keyword | undefined {
  return text.length > longestKeyword ? undefined : keywords.get(text.toLowerCase());
}

/** Whether `text` is digits only, perhaps after a minus. */
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
