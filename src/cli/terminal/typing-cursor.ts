import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** Stands in a frame where the cursor belongs: it takes no place, and nobody types it. */
export const cursorMark = '\u2063';

const showCursor = '\u001B[?25h';
const hideCursor = '\u001B[?25l';

/** Ink hides the cursor once it has drawn its first frame. */
const drawsNothing = new Set(['', hideCursor, showCursor]);

/**
 * Returns what turns each output of Ink into one that leaves the terminal's own cursor at the mark, where input
 * methods and screen magnifiers look for it. An output without a mark leaves it hidden. Ink counts on a cursor at
 * the end of its frame, so the next output first puts it back there.
 */
export function createCursorPlacement(): (output: string) => string {
  let backToEnd = '';
  return (output) => {
    if (drawsNothing.has(output)) return '';
    const back = backToEnd;
    backToEnd = '';
    const at = output.lastIndexOf(cursorMark);
    if (at === -1) return `${hideCursor}${back}${output}`;
    const drawn = output.replaceAll(cursorMark, '');
    const rowsBelow = output.slice(at).split('\n').length - 1;
    backToEnd = (rowsBelow > 0 ? `\u001B[${rowsBelow}B` : '') + toColumn(lastColumnOf(drawn));
    const up = rowsBelow > 0 ? `\u001B[${rowsBelow}A` : '';
    const place = up + toColumn(lastColumnOf(output.slice(0, at)));
    return `${hideCursor}${back}${drawn}${place}${showCursor}`;
  };
}

/** How many columns the last line of an output takes. */
function lastColumnOf(output: string): number {
  return stringWidth(stripVTControlCharacters(output.slice(output.lastIndexOf('\n') + 1)));
}

function toColumn(column: number): string {
  return `\u001B[${column + 1}G`;
}

/** The terminal for Ink to write to, with its cursor where one types. */
export function withTypingCursor(terminal: NodeJS.WriteStream): NodeJS.WriteStream {
  const place = createCursorPlacement();
  const write = (output: string) => terminal.write(place(output));
  return new Proxy(terminal, {
    get: (target, name): unknown => {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Shows the cursor for whatever comes after Ink. */
export const endTypingCursor = showCursor;
