/**
 * `text` without what a person would not type: case, accents and other marks, strokes and hooks of
 * Latin letters, compatibility forms.
 */
export function foldText(text: string): string {
  return foldBeginning(text, Infinity);
}

/**
 * The first characters of the folded text, at most `maximumLength` in UTF-16 code units. Of a longer
 * text no more is folded than that takes: one character can become eighteen.
 */
export function foldBeginning(text: string, maximumLength: number): string {
  let folded = '';
  for (let start = 0; start < text.length && folded.length < maximumLength;) {
    const end = endOfPiece(text, start);
    folded += foldPiece(text.slice(start, end));
    start = end;
  }
  if (folded.length <= maximumLength) return folded;
  return folded.slice(0, maximumLength).replace(halfAtTheEnd, '');
}

/**
 * The folded words of `text` in their order, the unit of `=` and `~` on text: runs of letters and
 * digits, and runs of symbols such as emoji. Nothing but space and punctuation: no words.
 */
export function wordsOf(text: string): string[] {
  return wordsIn(foldText(text));
}

/** The words of a text that is folded already. */
export function wordsIn(folded: string): string[] {
  return folded.match(words) ?? [];
}

/** In characters. Shorter words are looked for at the beginning of words only: nearly every text contains them. */
export const minimumPartLength = 3;

/** Whether a folded word is long enough to be looked for inside other words, as `*=` does. */
export function canBePart(word: string): boolean {
  return Array.from(word).length >= minimumPartLength;
}

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

/** What is folded at a time. The characters of a text fold without regard to each other. */
const pieceLength = 1_000;

/** Never between the halves of a surrogate pair. */
function endOfPiece(text: string, start: number): number {
  const end = start + pieceLength;
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
}

function foldPiece(text: string): string {
  return text
    .replace(marks, '')
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(wholeLetters, (letter) => plainLetters.get(letter) ?? letter);
}

/**
 * Marks, the two halfwidth letters that decompose to marks, and halves of surrogate pairs, which
 * could make a mark of each other. They go before the text is decomposed too: that sorts each run
 * of marks, in a time that grows with the square of its length.
 */
const marks = /[\p{M}\p{Cs}\uff9e\uff9f]+/gu;
const halfAtTheEnd = /\p{Cs}$/u;
const words = /[\p{L}\p{N}]+|\p{So}+/gu;

/**
 * Letters of living alphabets that Unicode does not decompose, by what people type for them (as in
 * CLDR's transliteration Latin-ASCII). Lower case of sigma depends on its place in the word, so a
 * beginning would not match.
 */
const plainLetters = new Map(
  Object.entries({
    a: 'ⱥɑ',
    ae: 'æ',
    b: 'ƀƃɓ',
    c: 'ƈȼɕ',
    d: 'ðđƌɖɗȡ',
    e: 'əǝɛɇ',
    f: 'ƒ',
    g: 'ǥɠɡ',
    h: 'ħɦⱨ',
    i: 'ıɨɩ',
    j: 'ȷɉɟ',
    k: 'ƙⱪ',
    l: 'łƚɫɬɭȴⱡ',
    m: 'ɱ',
    n: 'ŋƞɲɳȵ',
    o: 'øɔɵⱺ',
    oe: 'œ',
    p: 'ƥᵽ',
    q: 'ĸɋ',
    r: 'ɍɼɽɾ',
    s: 'ʂȿ',
    ss: 'ß',
    t: 'ŧƫƭʈȶⱦ',
    th: 'þ',
    u: 'ʉ',
    v: 'ʋⱱⱴ',
    w: 'ⱳ',
    y: 'ƴɏ',
    z: 'ƶȥɀⱬ',
    σ: 'ς',
  }).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain] as const)),
);
const wholeLetters = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
