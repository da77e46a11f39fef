import { canBePart, wordsOf } from '../../query';

/**
 * Whether a text matches what was typed, by the service's own rule for `~`: every typed word begins a
 * word of the text, in any order.
 */
export function textMatch(typedText: string): (text: string) => boolean {
  return wordMatch(typedText, (word, typed) => word.startsWith(typed));
}

/** As `textMatch`, by the rule for `*=`: a longer typed word may be part of a word. */
export function partMatch(typedText: string): (text: string) => boolean {
  return wordMatch(typedText, (word, typed) =>
    canBePart(typed) ? word.includes(typed) : word.startsWith(typed),
  );
}

function wordMatch(typedText: string, isMatch: (word: string, typed: string) => boolean) {
  const typedWords = wordsOf(typedText);
  return (text: string) => {
    const words = wordsOf(text);
    return typedWords.every((typed) => words.some((word) => isMatch(word, typed)));
  };
}
