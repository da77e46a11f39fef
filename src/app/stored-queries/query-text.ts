import { invisible } from '../../query';

const everything = '(every object)';

/** A query as people read it: in words where it is empty, and with nothing in it that can't be seen. */
export function queryText(query: string): string {
  return query.trim() === '' ? everything : query.replace(allInvisible, escapeUnlessSpace);
}

const allInvisible = new RegExp(invisible, 'gu');

/** As the query language writes it, in code units; what breaks or spaces a line is drawn as that. */
function escapeUnlessSpace(character: string): string {
  if (/[\t\n\r]/.test(character)) return character;
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** The text for a place that draws several spaces as one: two different texts look different there. */
export function withVisibleSpaces(text: string): string {
  return text
    .replace(/\r\n|[\r\n]/g, ' ↵ ')
    .replace(/\t/g, ' ⇥ ')
    .replace(/^ | (?= )| $/g, noBreakSpace);
}

const noBreakSpace = '\u00a0';
