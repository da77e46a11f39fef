import type { Location } from './tree';

/** Why a text isn't a query, or makes no sense where it is used, in words for its author. */
export interface LocatedProblem {
  readonly message: string;
  readonly location: Location;
  /** 1-based; lines end with LF, CR LF or CR. */
  readonly line: number;
  /** 1-based, in characters: an emoji counts once. */
  readonly column: number;
  /** The line that is wrong, cut to a readable width, and below it a line with a caret. */
  readonly excerpt: string;
}

/** Thrown inside the parser only; its callers get a `LocatedProblem`. */
export class SyntaxProblem extends Error {
  constructor(
    message: string,
    readonly location: Location,
  ) {
    super(message);
  }
}

/**
 * What is wrong with `text`, with the place as a person counts it. Every reader of queries describes
 * its problems by this, so that lines, columns and excerpts agree.
 */
export function describeProblem(text: string, message: string, location: Location): LocatedProblem {
  const before = text.slice(0, location.start).split(lineBreak);
  const beforeOnLine = before.at(-1) ?? '';
  const lineStart = location.start - beforeOnLine.length;
  const [line = ''] = text.slice(lineStart).split(lineBreak, 1);
  const column = Array.from(beforeOnLine).length + 1;
  return { message, location, line: before.length, column, excerpt: drawExcerpt(line, column) };
}

/** At most 40 characters of `text`, on one line and free of invisible characters. */
export function shorten(text: string): string {
  const head = Array.from(text.slice(0, 2 * maximumQuotationLength));
  const isCut = text.length > 2 * maximumQuotationLength || head.length > maximumQuotationLength;
  const shown = isCut ? [...head.slice(0, maximumQuotationLength - 1), '…'] : head;
  return shown.map(visible).join('');
}

/** How an error names a character: itself, or its code point if it is invisible. */
export function nameCharacter(text: string, offset: number): string {
  const character = characterAt(text, offset);
  if (!invisible.test(character)) return `"${character}"`;
  const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${codePoint.padStart(4, '0')}`;
}

/** The character at `offset`: two code units for a surrogate pair, one otherwise. */
export function characterAt(text: string, offset: number): string {
  return String.fromCodePoint(text.codePointAt(offset) ?? 0);
}

const lineBreak = /\r\n|\n|\r/;
/** They join characters to an emoji, or choose how it is drawn, and take up no space themselves. */
const emojiPart = /\u200D|\uFE0F/;
const maximumQuotationLength = 40;
const widthBefore = 50;
const widthAfter = 30;

function drawExcerpt(line: string, column: number): string {
  const characters = Array.from(line);
  const at = column - 1;
  const start = at > widthBefore ? at - widthBefore : 0;
  const head = start > 0 ? ['…'] : [];
  const tail = characters.length > at + widthAfter ? ['…'] : [];
  const shown = characters.slice(start, at + widthAfter);
  const indent = [...head, ...characters.slice(start, at)].map(blank);
  const excerpt = [...head, ...shown, ...tail].map((character) =>
    character === '\t' ? '\t' : visible(character),
  );
  return `${excerpt.join('')}\n${indent.join('')}^`;
}

/** What keeps the caret below its character. */
function blank(character: string): string {
  if (character === '\t') return '\t';
  return emojiPart.test(character) ? '' : ' ';
}

function visible(character: string): string {
  return !emojiPart.test(character) && invisible.test(character) ? '\uFFFD' : character;
}

/**
 * A character that is drawn as nothing, or changes how others are drawn: controls, direction marks and
 * overrides, joiners, variation selectors, fillers, tags, lone surrogates, line and paragraph
 * separators. Whatever shows what somebody typed goes by this one set.
 */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
