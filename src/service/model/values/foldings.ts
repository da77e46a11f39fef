import { canBePart, foldBeginning, foldLetters, readingsIn } from '../../../query';

/** How texts are folded, or were by an earlier version: stored ones may still be. */
export interface Folding {
  /** The first characters of the folded text, at most so many. */
  readonly foldBeginning: (text: string, maximumLength: number) => string;
  /** What to look for to find a folded text, as the function of this name in the query language has it. */
  readonly readingsIn: (folded: string) => readonly (readonly string[])[];
  /** Whether a word is looked for inside others. */
  readonly canBePart: (word: string) => boolean;
}

/** Change it with what texts and names are folded to, or with which of their parts are kept. Stored words carry it. */
export const foldingVersion = 4;

export const folding: Folding = { foldBeginning, readingsIn, canBePart };

/**
 * Folding 3, which took all marks for accents, an apostrophe for the end of a word, and each part of a syllable
 * of Hangul for a character.
 */
export const earlierFolding: Folding = {
  foldBeginning: (text, maximumLength) => foldEarlier(text).slice(0, maximumLength),
  readingsIn: (folded) => [folded.match(earlierWords) ?? []],
  canBePart: (word) => Array.from(word).length >= 3,
};

function foldEarlier(text: string): string {
  return foldLetters(text.replace(allMarks, '').normalize('NFKD').replace(allMarks, ''));
}

const allMarks = /[\p{M}\p{Cs}\uff9e\uff9f]+/gu;
const earlierWords = /[\p{L}\p{N}]+|\p{So}+/gu;
