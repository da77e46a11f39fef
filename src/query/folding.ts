/** `text` without what a person would not type: case, accents and other marks, compatibility forms. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(marks, '').toLowerCase().replace(finalSigma, 'σ');
}

/**
 * The folded words of `text` in their order, the unit of `=` and `~` on text: runs of letters and
 * digits, and runs of symbols such as emoji. Nothing but space and punctuation: no words.
 */
export function wordsOf(text: string): string[] {
  return foldText(text).match(words) ?? [];
}

const marks = /\p{M}/gu;
/** Lower case of sigma depends on its place in the word, so a beginning would not match. */
const finalSigma = /ς/g;
const words = /[\p{L}\p{N}]+|\p{So}+/gu;
