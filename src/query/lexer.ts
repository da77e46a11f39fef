import { findSpellingAt, findSpellingWithin, isWholly, readPlaceholder } from './placeholders';
import type { PlaceholderSpelling } from './placeholders';
import { readQuoted } from './quoting';
import { SyntaxProblem, characterAt, nameCharacter, shorten } from './located-problem';
import { endOfSpace, endOfWord, findKeyword, isInteger, isNumber } from './token';
import type { Token } from './token';

/** A configured query knows placeholders; the query that the service reads knows none. */
export type Reading = 'template' | 'query';

/**
 * The token that follows `offset`, after white space.
 * @throws SyntaxProblem if no token begins
 */
export function readToken(text: string, offset: number, reading: Reading): Token {
  const start = endOfSpace(text, offset);
  if (start === text.length) return readEnd(offset);
  const wordEnd = endOfWord(text, start);
  if (wordEnd > start) return readWord(text, start, wordEnd);
  const character = text.charAt(start);
  switch (character) {
    case '"':
      return readString(text, start, reading);
    case '(':
    case ')':
    case ',':
    case '.':
      return { kind: 'punctuation', text: character, location: { start, end: start + 1 } };
    default: {
      const spelling = findSpellingAt(text, start);
      return spelling ? readBare(text, start, spelling, reading) : readOperator(text, start);
    }
  }
}

const operators = ['=', '==', '!=', '>', '>=', '<', '<=', '~', '!~', '*='] as const;
const meantOperators: ReadonlyMap<string, string> = new Map([
  ['!', 'not'],
  ['!==', '!='],
  ['===', '=='],
  ['<>', '!='],
  ['=>', '>='],
  ['=<', '<='],
  ['=~', '~'],
  ['=!', '!='],
  ['~=', '~'],
  ['=*=', '*='],
]);
const quotationMarks = /['`‘’‚“”„«»]/u;

/** Just behind the last token, where the next one is missed. */
function readEnd(offset: number): Token {
  return { kind: 'end', text: '', location: { start: offset, end: offset } };
}

function readWord(text: string, start: number, end: number): Token {
  const word = text.slice(start, end);
  if (isInteger(word)) return readNumber(text, start, end);
  const location = { start, end };
  const keyword = findKeyword(word);
  return keyword
    ? { kind: 'keyword', keyword, text: word, location }
    : { kind: 'word', text: word, location };
}

function readNumber(text: string, start: number, integerEnd: number): Token {
  const end = endOfDottedWord(text, integerEnd);
  const location = { start, end };
  const written = text.slice(start, end);
  if (isNumber(written)) return { kind: 'number', text: written, location };
  const shown = shorten(written);
  throw new SyntaxProblem(
    `${shown} is not a number. To mean the text, put it in double quotes: "${shown}".`,
    location,
  );
}

function endOfDottedWord(text: string, start: number): number {
  let end = start;
  while (text.charAt(end) === '.') {
    const next = endOfWord(text, end + 1);
    if (next === end + 1) break;
    end = next;
  }
  return end;
}

function readString(text: string, start: number, reading: Reading): Token {
  const { value, source, location } = readQuoted(text, start);
  const spelling = reading === 'template' ? findSpellingWithin(source) : undefined;
  if (!spelling) return { kind: 'string', text: value, location };
  if (!isWholly(source, spelling)) {
    throw new SyntaxProblem(
      `A placeholder must be the whole value. Remove the other text in the quotes. If you mean the characters themselves, write \\u${spelling.open.charCodeAt(0).toString(16).padStart(4, '0')} for each "${spelling.open.charAt(0)}".`,
      location,
    );
  }
  const content = value.slice(spelling.open.length, -spelling.close.length);
  const placeholder = readPlaceholder(spelling, content, location);
  return { kind: 'placeholder', placeholder, text: source, location };
}

const meantInstead: Readonly<Record<PlaceholderSpelling['meaning'], string>> = {
  level: 'To mean the text, put it in double quotes.',
  email: 'To mean a person, write user("name@example.com").',
};

function readBare(
  text: string,
  start: number,
  spelling: PlaceholderSpelling,
  reading: Reading,
): Token {
  const contentStart = start + spelling.open.length;
  const contentEnd = text.indexOf(spelling.close, contentStart);
  if (reading === 'query') {
    const end = contentEnd < 0 ? contentStart : contentEnd + spelling.close.length;
    throw new SyntaxProblem(
      `Placeholders can be used only in the configuration of a field, not here. ${meantInstead[spelling.meaning]}`,
      { start, end },
    );
  }
  if (contentEnd < 0) {
    throw new SyntaxProblem(
      `The placeholder that starts here isn’t closed. Add "${spelling.close}" at its end.`,
      { start, end: text.length },
    );
  }
  const location = { start, end: contentEnd + spelling.close.length };
  const content = text.slice(contentStart, contentEnd);
  const placeholder = readPlaceholder(spelling, content, location);
  return { kind: 'placeholder', placeholder, text: text.slice(start, location.end), location };
}

function readOperator(text: string, start: number): Token {
  const end = endOfOperator(text, start);
  const location = { start, end };
  const written = text.slice(start, end);
  const operator = operators.find((each) => each === written);
  if (operator) return { kind: 'operator', text: operator, location };
  if (end > start) throw unknownOperator(written, start);
  throw unexpectedCharacter(text, start);
}

function endOfOperator(text: string, start: number): number {
  let end = start;
  while (end < text.length && beginsOperator(text, end)) {
    if (end > start && findSpellingAt(text, end)) break;
    end += 1;
  }
  return end;
}

/** An asterisk alone is no operator, but a mistake of its own. */
function beginsOperator(text: string, offset: number): boolean {
  return '=!<>~'.includes(text.charAt(offset)) || text.startsWith('*=', offset);
}

function unknownOperator(written: string, start: number): SyntaxProblem {
  const meant = meantOperators.get(written);
  const advice = meant
    ? `Did you mean "${meant}"?`
    : 'The operators are =, ==, !=, >, >=, <, <=, ~, !~ and *=.';
  const location = { start, end: start + written.length };
  return new SyntaxProblem(`Unknown operator "${shorten(written)}". ${advice}`, location);
}

function unexpectedCharacter(text: string, start: number): SyntaxProblem {
  const character = characterAt(text, start);
  const location = { start, end: start + character.length };
  return new SyntaxProblem(
    `Unexpected character ${nameCharacter(text, start)}. ${adviceFor(character)}`,
    location,
  );
}

function adviceFor(character: string): string {
  if (quotationMarks.test(character)) return 'Put text in straight double quotes: "text".';
  if (character === '&') return 'Did you mean "and"?';
  if (character === '|') return 'Did you mean "or"?';
  return 'A name or value with characters other than letters, digits, "_" and "-" needs double quotes.';
}
