import type { Key } from './keys';

/** A line that is being typed. The cursor counts characters as a person sees them. */
export interface EditedLine {
  readonly text: string;
  readonly cursor: number;
  /** What a key such as Ctrl+K deleted last, for Ctrl+Y. */
  readonly deleted?: string;
}

export const emptyLine: EditedLine = { text: '', cursor: 0 };

const segmenter = new Intl.Segmenter();

/** The characters of a text as a person sees them: an emoji is one. */
export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function lineOf(text: string): EditedLine {
  return { text, cursor: charactersOf(text).length };
}

/** The line after a key; the same one if the key doesn't change it. */
export function editLine(line: EditedLine, key: Key): EditedLine {
  const characters = charactersOf(line.text);
  const before = characters.slice(0, line.cursor);
  const after = characters.slice(line.cursor);
  switch (key.kind) {
    case 'text':
      return insert(line, key.text);
    case 'putBackDeleted':
      return insert(line, line.deleted ?? '');
    case 'backspace':
      return before.length === 0 ? line : withParts(line, before.slice(0, -1), after);
    // As shells do; on an empty line it ends the session.
    case 'endOfInput':
    case 'delete':
      return after.length === 0 ? line : withParts(line, before, after.slice(1));
    case 'left':
      return { ...line, cursor: Math.max(0, line.cursor - 1) };
    case 'right':
      return { ...line, cursor: Math.min(characters.length, line.cursor + 1) };
    case 'home':
      return { ...line, cursor: 0 };
    case 'end':
      return { ...line, cursor: characters.length };
    case 'wordLeft':
      return { ...line, cursor: wordStart(before) };
    case 'wordRight':
      return { ...line, cursor: line.cursor + wordEnd(after) };
    case 'deleteWordLeft':
      return deleteBetween(line, blankStart(before), line.cursor);
    case 'deleteWordRight':
      return deleteBetween(line, line.cursor, line.cursor + wordEnd(after));
    case 'deleteToStart':
      return deleteBetween(line, 0, line.cursor);
    case 'deleteToEnd':
      return deleteBetween(line, line.cursor, characters.length);
    case 'enter':
    case 'tab':
    case 'up':
    case 'down':
    case 'escape':
    case 'interrupt':
      return line;
  }
}

function withParts(
  line: EditedLine,
  before: readonly string[],
  after: readonly string[],
): EditedLine {
  return { ...line, text: [...before, ...after].join(''), cursor: before.length };
}

function insert(line: EditedLine, text: string): EditedLine {
  const characters = charactersOf(line.text);
  const head = characters.slice(0, line.cursor).join('') + text;
  const tail = characters.slice(line.cursor).join('');
  return { ...line, text: head + tail, cursor: charactersOf(head).length };
}

function deleteBetween(line: EditedLine, start: number, end: number): EditedLine {
  if (start === end) return line;
  const characters = charactersOf(line.text);
  const deleted = characters.slice(start, end).join('');
  return { ...withParts(line, characters.slice(0, start), characters.slice(end)), deleted };
}

const isOfWord = (character: string) => /^[\p{L}\p{N}]/u.test(character);

/** Where the word before the end begins, past what stands between words. */
function wordStart(before: readonly string[]): number {
  const end = before.findLastIndex(isOfWord);
  return before.slice(0, end + 1).findLastIndex((character) => !isOfWord(character)) + 1;
}

/** As `wordStart`, for words parted by blanks alone: what Ctrl+W deletes. */
function blankStart(before: readonly string[]): number {
  const end = before.findLastIndex((character) => character.trim() !== '');
  return before.slice(0, end + 1).findLastIndex((character) => character.trim() === '') + 1;
}

/** Where the next word ends. */
function wordEnd(after: readonly string[]): number {
  const start = after.findIndex(isOfWord);
  if (start === -1) return after.length;
  const end = after.slice(start).findIndex((character) => !isOfWord(character));
  return end === -1 ? after.length : start + end;
}
