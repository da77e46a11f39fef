import { indexedWord, sortKey } from '../values/searchable-text';
import { isStorable } from '../../base/refusals/storable-text';
import type { CompareContext } from './comparing';
import type { TextMeaning } from './operands';
import { allOf, anyOf } from './statement';

/** Where a text is kept: as it is, as its folded words, and its folded beginning. */
export interface TextColumns {
  readonly value: string;
  readonly words: string;
  readonly key: string;
}

/** How the rows of a table are found by the words of such a text. */
export interface WordIndex {
  readonly table: 'object' | 'object_value';
  readonly words: 'label_words' | 'words';
  /** The id of the row that is compared. */
  readonly id: string;
}

/**
 * Holds where the text has all words of any of the texts, in any order. A text without words (`!?`)
 * is compared as it is.
 * @throws QueryTooLarge for more words than the database can compare with
 */
export function matchWholeWords(
  context: CompareContext,
  { words, key }: TextColumns,
  index: WordIndex,
  texts: readonly TextMeaning[],
): string {
  const { parameters } = context;
  const { queries, wordless } = readWords(context, texts, 'whole');
  const [only, ...others] = queries;
  const conditions = [];
  if (wordless.length > 0) {
    conditions.push(`${key} = any (${parameters.bind(wordless, 'text[]')})`);
  }
  if (others.length > 0) conditions.push(isListed(context, index, queries));
  else if (only !== undefined) conditions.push(`${words} @@ ${parameters.bind(only, 'tsquery')}`);
  return anyOf(conditions);
}

/**
 * Holds where the text has words that begin with all words of any of the texts, in any order. A
 * text without words (`!?`) is looked for as it is.
 * @throws QueryTooLarge for more words than the database can compare with
 */
export function matchBeginnings(
  context: CompareContext,
  { words, key }: TextColumns,
  texts: readonly TextMeaning[],
): string {
  const { parameters } = context;
  const { queries, wordless } = readWords(context, texts, 'prefix');
  return anyOf([
    ...wordless.map((part) => `strpos(${key}, ${parameters.bind(part, 'text')}) > 0`),
    ...queries.map((query) => `${words} @@ ${parameters.bind(query, 'tsquery')}`),
  ]);
}

/**
 * Row by row, a text would be compared with each of many; the index has the rows of each at once.
 * The planner would not choose so, since to it many words cost no more than one: `offset 0` has it
 * find them apart.
 */
function isListed(
  { parameters, workspace }: CompareContext,
  { table, words, id }: WordIndex,
  queries: readonly string[],
): string {
  return `${id} in (select listed.id from unnest(${parameters.bind(queries, 'text[]')}) as query
    join ${table} as listed on listed.workspace_id = ${workspace}
      and listed.${words} @@ query::tsquery offset 0)`;
}

/** Each text once: by its words, or without any as its folded text. */
function readWords(
  context: CompareContext,
  texts: readonly TextMeaning[],
  match: 'whole' | 'prefix',
): { readonly queries: string[]; readonly wordless: string[] } {
  const queries = new Set<string>();
  const wordless = new Set<string>();
  for (const text of texts) {
    const words = countedWords(text, context);
    if (words.length > 0) queries.add(wordQuery(context.workspaceId, words, match));
    else if (isStorable(text.text)) wordless.add(sortKey(text.text));
  }
  return { queries: [...queries], wordless: [...wordless] };
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
  { size, texts }: Pick<CompareContext, 'size' | 'texts'>,
): readonly string[] {
  const words = texts.wordsOf(text);
  size.addWords(words, location);
  return words;
}

function storableTexts(texts: readonly TextMeaning[]): string[] {
  return texts.map(({ text }) => text).filter(isStorable);
}

/** `('mac':* & 'pro':*)`, each word as the index has it */
function wordQuery(
  workspaceId: string,
  words: readonly string[],
  match: 'whole' | 'prefix',
): string {
  const suffix = match === 'prefix' ? ':*' : '';
  const terms = words.map((word) => indexedWord(workspaceId, word) + suffix);
  return `(${terms.join(' & ')})`;
}
