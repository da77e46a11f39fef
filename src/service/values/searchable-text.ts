import { foldText, wordsOf } from '../../query';

/** Postgres refuses longer entries in a text index; two words alike so far count as one. */
const maximumWordLength = 255;
const maximumKeyLength = 255;
/** Keeps the words of one value well under the megabyte that Postgres allows. */
const maximumIndexedCharacters = 100_000;

/** The folded words of a text as the index holds them: each once, cut, as many as fit. */
export function indexedWords(text: string): string[] {
  const words = new Set<string>();
  let characters = 0;
  for (const word of wordsOf(text)) {
    const indexed = cut(word, maximumWordLength);
    if (words.has(indexed)) continue;
    characters += indexed.length;
    if (characters > maximumIndexedCharacters) break;
    words.add(indexed);
  }
  return [...words];
}

/** A word as texts of `tsvector` and `tsquery` have it, whatever it consists of. */
export function quoteWord(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}

/** The folded text, cut: what texts are sorted by, and what their beginning is compared with. */
export function sortKey(text: string): string {
  return cut(foldText(text.trim()), maximumKeyLength);
}

/** Cuts between characters, never inside one. */
function cut(text: string, maximumLength: number): string {
  return text.length <= maximumLength ? text : Array.from(text).slice(0, maximumLength).join('');
}

/** Whether the database can hold the text: it has no U+0000 and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** The text with what the database or a UTF-8 reply cannot hold replaced by U+FFFD. */
export function toStorable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}
