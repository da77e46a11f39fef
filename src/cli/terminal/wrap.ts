import stringWidth from 'string-width';
import { charactersOf } from './line-editor';

/** A query with a caret below its mistake, or any other line. */
const excerptOrLine = /^(.*)\n([ \t]*\^)$|^.*$/gm;

/** Breaks lines wider than the terminal between words; what follows is indented as its line was. */
export function wrap(text: string, columns: number): string {
  return [...text.matchAll(excerptOrLine)]
    .flatMap(([line, query, caret]) =>
      query === undefined || caret === undefined
        ? wrapLine(line, columns)
        : fitExcerpt(query, caret, columns),
    )
    .join('\n');
}

/** The part of the query around the mistake: if its lines were broken, the caret would point elsewhere. */
function fitExcerpt(query: string, caret: string, columns: number): readonly string[] {
  if (stringWidth(query) <= columns && stringWidth(caret) <= columns) return [query, caret];
  const characters = charactersOf(query);
  const room = Math.max(8, columns - 2);
  const at = caret.length - 1;
  const start = Math.max(0, Math.min(at - Math.floor(room / 2), characters.length - room));
  const shown = characters.slice(start, start + room).join('');
  const [head, tail] = [start > 0, start + room < characters.length].map((cut) => (cut ? '…' : ''));
  return [`${head}${shown}${tail}`, `${head === '' ? '' : ' '}${' '.repeat(at - start)}^`];
}

/** A word wider than the terminal has a line of its own; a very long one is parted, as Ink lays it out slowly. */
function wrapLine(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns) return [line];
  const indent = /^ {0,8}/.exec(line)?.[0] ?? '';
  const rows: string[] = [];
  let row = indent;
  let width = indent.length;
  for (const [spacedWord, word = ''] of line.trimStart().matchAll(/ *([^ ]{1,1000})/g)) {
    width += widthOf(spacedWord);
    if (row !== indent && width > columns) {
      rows.push(row);
      row = indent + word;
      width = widthOf(row);
    } else row += spacedWord;
  }
  return [...rows, row];
}

/** Most text is ASCII, which needs no measuring. */
function widthOf(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}
