import { canBePart, charactersOf, foldBeginning, wordsIn } from '../../../query';

/** Postgres refuses longer entries in a text index; two words alike so far count as one. */
const maximumWordLength = 255;
/** Of what texts are sorted by; a longer text is cut. */
export const maximumKeyLength = 255;
/** Keeps the words of one value well under the megabyte that Postgres allows. */
const maximumIndexedCharacters = 100_000;
/** As long as a value may be: only characters that become several when folded can exceed it. */
const maximumFoldedCharacters = 131_072;

/** What a stored text is sorted by, as {@link sortKey}, and its folded words as far as the index takes them. */
export function searchedText(text: string) {
  const folded = foldBeginning(text.trim(), maximumFoldedCharacters);
  return { key: keyOf(folded), words: distinctWords(wordsIn(folded)) };
}

/** The words as the index holds them: each once, cut, as many as fit. */
export function distinctWords(all: readonly string[]): string[] {
  const words = new Set<string>();
  let characters = 0;
  for (const word of all) {
    const indexed = cut(word, maximumWordLength);
    if (words.has(indexed)) continue;
    characters += indexed.length;
    if (characters > maximumIndexedCharacters) break;
    words.add(indexed);
  }
  return [...words];
}

/** What is longer counts as equal if it is alike so far: the ends of a long word would take its length squared. */
const maximumPartLength = 32;
/** Of the parts that are no whole words: enough for names and numbers, and little beside a long document. */
const maximumPartCharacters = 5_000;

/**
 * The folded words of a text and the ends of them: a word contains what one of these begins with. Of a
 * long text, the ends of its first words only.
 */
export function partsOf(
  words: readonly string[],
  maximumCharacters = maximumPartCharacters,
): string[] {
  const parts = new Set(words.filter(canBePart));
  let characters = 0;
  for (const word of words) {
    for (const end of endsOf(word)) {
      characters += end.length + workspaceMarkLength;
      if (characters > maximumCharacters) return [...parts];
      parts.add(end);
    }
  }
  return [...parts];
}

/** From each character on, as long as what is left can be looked for. */
function endsOf(word: string): string[] {
  const characters = charactersOf(word);
  return characters.flatMap((_, index) => {
    if (index === 0) return [];
    const end = characters.slice(index, index + maximumPartLength).join('');
    return canBePart(end) ? comparedPart(end) : [];
  });
}

/** Of a part of a word, what is compared. */
export function comparedPart(part: string): string {
  return cut(part, maximumPartLength);
}

/** What a name is found by: as {@link partsOf}, with its short words, and all of it however long it is. */
export function nameParts(name: string): string {
  const { words } = searchedText(name);
  const parts = new Set([...words, ...partsOf(words, Infinity)]);
  return [...parts].map(quoteWord).join(' ');
}

const workspaceMarkLength = 8;

/**
 * A word as texts of `tsvector` and `tsquery` have it, whatever it consists of. It begins with the end
 * of the workspace's id, so that one index finds it as fast among many workspaces as in one.
 */
export function indexedWord(workspaceId: string, word: string): string {
  const mark = workspaceId.toLowerCase().slice(-workspaceMarkLength);
  return quoteWord(mark + word);
}

function quoteWord(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}

/** The folded text, cut: what texts are sorted by, and what their beginning is compared with. */
export function sortKey(text: string): string {
  // A character takes up to two of the length.
  return keyOf(foldBeginning(text.trim(), 2 * maximumKeyLength));
}

/** As {@link sortKey}, of a folded text. */
export function keyOf(folded: string): string {
  return cut(folded, maximumKeyLength);
}

/** Never cuts a character in two. */
function cut(text: string, maximumLength: number): string {
  return text.length <= maximumLength ? text : Array.from(text).slice(0, maximumLength).join('');
}
