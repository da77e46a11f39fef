import { indexedWords, isStorable, sortKey } from '../values/searchable-text';
import type { BoundParameters } from './statement';
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
 */
export function matchWords(
  parameters: BoundParameters,
  { words, key }: TextColumns,
  texts: readonly string[],
  match: 'whole' | 'prefix',
): string {
  const queries = texts.map((text) => wordQuery(text, match)).filter((query) => query !== '');
  const wordless = texts.filter((text) => indexedWords(text).length === 0 && isStorable(text));
  const conditions = wordless.map((text) =>
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
  parameters: BoundParameters,
  { value, key }: TextColumns,
  texts: readonly string[],
): string {
  const storable = texts.filter(isStorable);
  return allOf([
    `${key} = any (${parameters.bind(storable.map(sortKey), 'text[]')})`,
    `${value} = any (${parameters.bind(storable, 'text[]')})`,
  ]);
}

/** Holds where the whole text is one of these, case and accents aside. */
export function matchFolded(
  parameters: BoundParameters,
  { key }: TextColumns,
  texts: readonly string[],
): string {
  return `${key} = any (${parameters.bind(texts.filter(isStorable).map(sortKey), 'text[]')})`;
}

/** `('mac':* & 'pro':*)`; empty for a text without words. */
function wordQuery(text: string, match: 'whole' | 'prefix'): string {
  const suffix = match === 'prefix' ? ':*' : '';
  const terms = indexedWords(text).map((word) => quoteTerm(word) + suffix);
  return terms.length === 0 ? '' : `(${terms.join(' & ')})`;
}

/** Words hold letters, digits and symbols; quoting keeps that from being relied upon. */
function quoteTerm(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
