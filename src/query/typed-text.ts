import { canBePart, isWithoutSpaces, partMatch, wordsOf } from './folding';

/** What is typed behind so many words is looked for as a whole: each word takes conditions of its own. */
const maximumTypedWords = 6;

/**
 * What has to be found of a typed text, each in the label or in another text: its words as they are between
 * spaces. A text without letters and digits, such as `!?`, is looked for as it is. Empty for blank text.
 */
export function typedWords(typedText: string): string[] {
  const whole = typedText.trim();
  const words = whole.split(/\s+/u).filter((piece) => wordsOf(piece).length > 0);
  if (words.length === 0) return whole === '' ? [] : [whole];
  const last = words.slice(maximumTypedWords - 1).join(' ');
  return [...words.slice(0, maximumTypedWords - 1), ...(last === '' ? [] : [last])];
}

/**
 * Whether more than labels is searched for a typed text: single letters are found in nearly every text, except in
 * scripts without spaces, where one may be a whole word.
 */
export function looksBeyondLabels(typedText: string): boolean {
  return typedWords(typedText).some((word) => word.length > 1 || isWithoutSpaces(word));
}

/** Whether a text has a word that may be part of a word. Without one, only beginnings of words are looked for. */
export function looksInsideWords(text: string): boolean {
  return wordsOf(text).some(canBePart);
}

/**
 * Whether an object matches what was typed, by the rule of a picker: each typed word is in the label or in one of
 * the other texts that are searched. Blank text matches everything.
 */
export function typedMatch(
  typedText: string,
): (label: string, searchedTexts: readonly string[]) => boolean {
  const areSearched = looksBeyondLabels(typedText);
  const matches = typedWords(typedText).map(partMatch);
  return (label, searchedTexts) =>
    matches.every((isMatch) => isMatch(label) || (areSearched && searchedTexts.some(isMatch)));
}
