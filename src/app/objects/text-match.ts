import { wordsOf } from '../../query';

/**
 * Whether a text matches what was typed, by the service's own rule for `~`: every typed word begins a
 * word of the text, in any order.
 */
export function textMatch(typedText: string): (text: string) => boolean {
  return wordMatch(typedText, (word, typed) => word.startsWith(typed));
}

/** As `textMatch`, by the rule for `*=`: a typed word of three characters or more may be part of a word. */
export function partMatch(typedText: string): (text: string) => boolean {
  return wordMatch(typedText, (word, typed) =>
    Array.from(typed).length < 3 ? word.startsWith(typed) : word.includes(typed),
  );
}

function wordMatch(typedText: string, isMatch: (word: string, typed: string) => boolean) {
  const typedWords = wordsOf(typedText);
  return (text: string) => {
    const words = wordsOf(text);
    return typedWords.every((typed) => words.some((word) => isMatch(word, typed)));
  };
}
