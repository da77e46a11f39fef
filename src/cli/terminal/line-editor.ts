import type { Key } from './keys';

/** A line that is being typed. The cursor counts characters as a person sees them. */
export interface EditedLine {
  readonly text: string;
  readonly cursor: number;
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
    case 'text': {
      const head = before.join('') + key.text;
      return { text: head + after.join(''), cursor: charactersOf(head).length };
    }
    case 'backspace':
      return before.length === 0 ? line : withParts(before.slice(0, -1), after);
    // As shells do; on an empty line it ends the session.
    case 'endOfInput':
    case 'delete':
      return after.length === 0 ? line : withParts(before, after.slice(1));
    case 'left':
      return { ...line, cursor: Math.max(0, line.cursor - 1) };
    case 'right':
      return { ...line, cursor: Math.min(characters.length, line.cursor + 1) };
    case 'home':
      return { ...line, cursor: 0 };
    case 'end':
      return { ...line, cursor: characters.length };
    case 'enter':
    case 'tab':
    case 'up':
    case 'down':
    case 'escape':
    case 'interrupt':
      return line;
  }
}

function withParts(before: readonly string[], after: readonly string[]): EditedLine {
  return { text: [...before, ...after].join(''), cursor: before.length };
}
