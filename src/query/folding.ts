/** `text` without what a person would not type: case, accents and other marks, compatibility forms. */
export function foldText(text: string): string {
  return text
    .replace(marks, '')
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(finalSigma, 'σ');
}

/**
 * The folded words of `text` in their order, the unit of `=` and `~` on text: runs of letters and
 * digits, and runs of symbols such as emoji. Nothing but space and punctuation: no words.
 */
export function wordsOf(text: string): string[] {
  return foldText(text).match(words) ?? [];
}

/**
 * Marks, the two halfwidth letters that decompose to marks, and halves of surrogate pairs, which
 * could make a mark of each other. They go before the text is decomposed too: that sorts each run
 * of marks, in a time that grows with the square of its length.
 */
const marks = /[\p{M}\p{Cs}\uff9e\uff9f]+/gu;
/** Lower case of sigma depends on its place in the word, so a beginning would not match. */
const finalSigma = /ς/g;
const words = /[\p{L}\p{N}]+|\p{So}+/gu;
