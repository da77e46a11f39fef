/**
 * `text` without what a person would not type: case, accents, strokes and hooks of Latin letters,
 * points of Arabic and Hebrew, compatibility forms, and what can't be seen. Marks that make another
 * letter or vowel stay. Syllables of Hangul are there in their parts, so that a syllable begins with
 * what was typed of it.
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

/** The folded words of `text` as {@link wordsIn} has them. */
export function wordsOf(text: string): string[] {
  return wordsIn(foldText(text));
}

/**
 * The words of a folded text in their order, the unit of `=` and `~` on text: runs of letters and
 * digits, and runs of symbols such as emoji. A word with an apostrophe is there split and whole:
 * `o`, `brien` and `obrien`. Nothing but space and punctuation: no words.
 */
export function wordsIn(folded: string): string[] {
  return runsIn(folded).flatMap((run) =>
    run.includes(apostrophe) ? [...run.split(apostrophe), joined(run)] : run,
  );
}

/**
 * Returns the lists of words by which a folded text is found: a text that has all words of one of them.
 * There is one list, or two if a word has an apostrophe: one with such words whole, one with their parts.
 * A text without words has one list, which is empty.
 */
export function readingsIn(folded: string): string[][] {
  const runs = runsIn(folded);
  const whole = runs.map(joined);
  const split = runs.flatMap((run) => run.split(apostrophe));
  return split.length > whole.length ? [whole, split] : [whole];
}

function runsIn(folded: string): string[] {
  return folded.match(runs) ?? [];
}

function joined(run: string): string {
  return run.replaceAll(apostrophe, '');
}

/** In characters. Shorter words are looked for at the beginning of words only: nearly every text contains them. */
const minimumPartLength = 3;
/** In scripts that put no space between words, where a word is often one or two characters. */
const minimumPartLengthWithoutSpaces = 2;

/** Whether a folded word is long enough to be looked for inside other words, as `*=` does. */
export function canBePart(word: string): boolean {
  const length = charactersOf(word).length;
  return length >= (isWithoutSpaces(word) ? minimumPartLengthWithoutSpaces : minimumPartLength);
}

/** Whether a text is, at least in part, in a script that puts no space between words, or Hangul. */
export function isWithoutSpaces(text: string): boolean {
  return withoutSpaces.test(text);
}

/** Returns what a person takes for the characters of a folded word: letters with their marks, and syllables of Hangul. */
export function charactersOf(word: string): string[] {
  return isAscii(word) ? Array.from(word) : (word.match(characters) ?? []);
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
    canBePart(typed) ? containsPart(word, typed) : word.startsWith(typed),
  );
}

/** Whether a part of a folded word, from a character of it on, begins with another one. */
export function containsPart(word: string, part: string): boolean {
  if (!word.includes(part)) return false;
  if (isAscii(word)) return true;
  let start = 0;
  return charactersOf(word).some((character) => {
    const isFound = word.startsWith(part, start);
    start += character.length;
    return isFound;
  });
}

/** Text without words, such as `!?`, is looked for as it is; text of which nothing is left matches nothing. */
function wordMatch(typedText: string, isMatch: (word: string, typed: string) => boolean) {
  const typed = foldText(typedText.trim());
  const readings = readingsIn(typed);
  if (!readings.some((words) => words.length > 0)) {
    const isBlank = typedText.trim() === '';
    return (text: string) => isBlank || (typed !== '' && foldText(text).includes(typed));
  }
  return (text: string) => {
    const words = wordsOf(text);
    return readings.some((reading) =>
      reading.every((one) => words.some((word) => isMatch(word, one))),
    );
  };
}

/** What is folded at a time. */
const pieceLength = 1_000;
/** By how much a piece may be longer, so that it ends where the next character folds by itself. */
const maximumOverlength = 100;

/** Never between the halves of a surrogate pair. */
function endOfPiece(text: string, start: number): number {
  for (let end = start + pieceLength; end < start + pieceLength + maximumOverlength; end += 1) {
    if (end >= text.length) return text.length;
    if (!isLowHalf(text, end) && !dependent.test(text.slice(end - 1, end + 1))) return end;
  }
  const end = start + pieceLength + maximumOverlength;
  return isLowHalf(text, end) ? end + 1 : end;
}

/** Whether the second half of a surrogate pair stands there, or could be one. */
function isLowHalf(text: string, index: number): boolean {
  return lowHalf.test(text.charAt(index));
}

function foldPiece(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const visible = text.replace(untyped, (run, offset: number) => {
    const isBreak = run.includes(zeroWidthSpace);
    const beside = [text.charAt(offset - 1), text.charAt(offset + run.length)];
    return isBreak && beside.every((letter) => letterBesideBreak.test(letter)) ? ' ' : '';
  });
  return foldLetters(visible.normalize('NFKD').replace(untyped, ''))
    .replace(apostrophes, apostrophe)
    .replace(decomposedVowel, (vowel) => (vowel === thaiVowel ? '\u0e33' : '\u0eb3'))
    .replace(voicing, (_, kana: string, mark: string) => voice(kana, mark));
}

/** In lower case, and letters without strokes and hooks, of a text that is decomposed. */
export function foldLetters(decomposed: string): string {
  return decomposed
    .toLowerCase()
    .replace(wholeLetters, (letter) => plainLetters.get(letter) ?? letter);
}

/** A kana with its voicing mark is another letter. On anything else the mark says nothing. */
function voice(kana: string, mark: string): string {
  const letter = (kana + mark).normalize('NFC');
  return letter.length === 1 && kana !== '' ? letter : kana;
}

function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

const beyondAscii = /[^\0-\x7f]/;
const apostrophe = "'";
/** Other characters that stand for it, as in O’Brien, Hawaiʻi, Qurʾan and ג׳ירפה. */
const apostrophes = /[‘’‛ʻʼʽʾʿ׳]/g;
const zeroWidthSpace = '\u200b';
/** Between two such letters, a zero-width space ends a word, as a space does between others. */
const letterBesideBreak = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const withoutSpaces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/**
 * What a person would not type: marks on Latin, Greek and Cyrillic letters, the points of Hebrew and
 * Arabic, its tatweel, and what can't be seen. In other scripts, marks are letters. Halves of surrogate
 * pairs go too, since two of them could make such a mark. All of it also goes before the text is
 * decomposed: that sorts each run of marks, in a time that grows with the square of its length.
 */
const untyped =
  /(?:(?=\p{M})(?![\u3099\u309a])[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]|[\p{DI}\p{Cs}\u0640])+/gu;
/** The second of two characters folds by the one before it, or the first may by those around it. */
const dependent = /^.[\p{M}\p{DI}\uff9e\uff9f\u0e32\u0eb2]|^\p{DI}/su;
const lowHalf = /[\udc00-\udfff]/;
const halfAtTheEnd = /\p{Cs}$/u;
const runs = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:'\p{L}[\p{L}\p{N}\p{M}]*)*|\p{So}+/gu;
/** A syllable of Hangul, or a character with its marks and, in Khmer, the consonants below it. */
const characters =
  /[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|.(?:\u17d2\p{L}|[\p{M}\u0e33\u0eb3])*/gsu;
/** Thai and Lao AM, which decompose into what would count as two characters. */
const decomposedVowel = /\u0e4d\u0e32|\u0ecd\u0eb2/g;
const thaiVowel = '\u0e4d\u0e32';
const voicing = /([\u3041-\u3096\u309d-\u30ff]?)([\u3099\u309a])[\u3099\u309a]*/g;

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
