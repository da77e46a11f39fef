import { indexedWords, isStorable, sortKey } from '../values/searchable-text';
import type { CompareContext } from './comparing';
import type { TextMeaning } from './operands';
import { allOf, anyOf } from './statement';

/** Where a text is kept: as it is, as its folded words, and its folded beginning. */
export interface TextColumns {
  readonly value: string;
  readonly words: string;
  readonly key: string;
}

/**
 * Holds where any of the texts matches by its words, in any order: as a whole with `whole`, as the
 * beginnings of words with `prefix`. A text without words (`!?`) is compared as it is.
 * @throws QueryTooLarge for more words than the database can compare with
 */
export function matchWords(
  context: CompareContext,
  { words, key }: TextColumns,
  texts: readonly TextMeaning[],
  match: 'whole' | 'prefix',
): string {
  const { parameters } = context;
  const read = texts.map((text) => ({ text: text.text, words: countedWords(text, context) }));
  const queries = read
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => wordQuery(words, match));
  const wordless = read.filter(({ text, words }) => words.length === 0 && isStorable(text));
  const conditions = wordless.map(({ text }) =>
    match === 'whole'
      ? `${key} = ${parameters.bind(sortKey(text), 'text')}`
      : `strpos(${key}, ${parameters.bind(sortKey(text), 'text')}) > 0`,
  );
  if (queries.length > 0) {
    conditions.push(`${words} @@ ${parameters.bind(queries.join(' | '), 'tsquery')}`);
  }
  return anyOf(conditions);
}

/** Holds where the text is one of these, character by character. */
export function matchExactly(
  { parameters }: CompareContext,
  { value, key }: TextColumns,
  texts: readonly TextMeaning[],
): string {
  const storable = storableTexts(texts);
  return allOf([
    `${key} = any (${parameters.bind(storable.map(sortKey), 'text[]')})`,
    `${value} = any (${parameters.bind(storable, 'text[]')})`,
  ]);
}

/** Holds where the whole text is one of these, case and accents aside. */
export function matchFolded(
  { parameters }: CompareContext,
  { key }: TextColumns,
  texts: readonly TextMeaning[],
): string {
  return `${key} = any (${parameters.bind(storableTexts(texts).map(sortKey), 'text[]')})`;
}

/**
 * The words that a text is compared by, counted in the size of the query.
 * @throws QueryTooLarge
 */
export function countedWords(
  { text, location }: TextMeaning,
  { size }: Pick<CompareContext, 'size'>,
): string[] {
  const words = indexedWords(text);
  size.addWords(words, location);
  return words;
}

function storableTexts(texts: readonly TextMeaning[]): string[] {
  return texts.map(({ text }) => text).filter(isStorable);
}

/** `('mac':* & 'pro':*)` */
function wordQuery(words: readonly string[], match: 'whole' | 'prefix'): string {
  const suffix = match === 'prefix' ? ':*' : '';
  const terms = words.map((word) => quoteTerm(word) + suffix);
  return `(${terms.join(' & ')})`;
}

/** Words hold letters, digits and symbols; quoting keeps that from being relied upon. */
function quoteTerm(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
