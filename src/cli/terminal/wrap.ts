import stringWidth from 'string-width';
import { charactersOf } from './line-editor';

/** Breaks lines wider than the terminal between words; what follows is indented as its line was. */
export function wrap(text: string, columns: number): string {
  const lines = text.split('\n');
  return lines
    .flatMap((line, index) => {
      const next = lines[index + 1];
      if (isCaret(next)) return fitExcerpt(line, next, columns);
      return isCaret(line) ? [] : wrapLine(line, columns);
    })
    .join('\n');
}

function isCaret(line: string | undefined): line is string {
  return line !== undefined && /^\s*\^$/.test(line);
}

/** The part of a query around a mistake, and the caret below it: broken lines would move it elsewhere. */
function fitExcerpt(query: string, caret: string, columns: number): readonly string[] {
  if (stringWidth(query) <= columns && stringWidth(caret) <= columns) return [query, caret];
  const characters = charactersOf(query);
  const room = columns - 2;
  const at = caret.length - 1;
  const start = Math.max(0, Math.min(at - Math.floor(room / 2), characters.length - room));
  const shown = characters.slice(start, start + room).join('');
  const [head, tail] = [start > 0, start + room < characters.length].map((cut) => (cut ? '…' : ''));
  return [`${head}${shown}${tail}`, `${head === '' ? '' : ' '}${' '.repeat(at - start)}^`];
}

/** A word wider than the terminal has a line of its own. */
function wrapLine(line: string, columns: number): readonly string[] {
  if (stringWidth(line) <= columns) return [line];
  const indent = /^ {0,8}/.exec(line)?.[0] ?? '';
  const rows: string[] = [];
  let row = indent;
  for (const [spacedWord, word = ''] of line.trimStart().matchAll(/ *([^ ]+)/g)) {
    if (row !== indent && stringWidth(row + spacedWord) > columns) {
      rows.push(row);
      row = indent + word;
    } else row += spacedWord;
  }
  return [...rows, row];
}
