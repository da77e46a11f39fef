import { wordsOf } from '../../query';

/**
 * Whether a text matches what was typed, by the service's own rule for `~`: every typed word begins a
 * word of the text, in any order.
 */
export function textMatch(typedText: string): (text: string) => boolean {
  const typedWords = wordsOf(typedText);
  return (text) => {
    const words = wordsOf(text);
    return typedWords.every((typed) => words.some((word) => word.startsWith(typed)));
  };
}
