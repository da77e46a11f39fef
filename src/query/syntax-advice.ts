import { quoteString } from './quoting';
import type { TokenCursor } from './token-cursor';
import type { Token } from './token';

/** What to do when a required name is missing; empty if there is no advice. */
export function adviseName({ current }: TokenCursor): string {
  if (current.kind === 'keyword') {
    const isJoining = current.keyword === 'and' || current.keyword === 'or';
    return isJoining ? '' : `To use "${current.text}" as a name, put it in double quotes.`;
  }
  if (current.kind === 'number') return 'To use a number as a name, put it in double quotes.';
  return current.kind === 'placeholder' ? 'A placeholder stands for a value, not for a name.' : '';
}

/** What to do when a required value is missing. */
export function adviseOperand(cursor: TokenCursor): string {
  const { current } = cursor;
  if (current.kind === 'keyword') {
    const words = wordsTogether(undefined, cursor);
    if (words !== undefined) return quoteWords(words);
    return current.keyword === 'empty'
      ? 'To find objects without a value, write: is empty.'
      : `To use "${current.text}" as a value, put it in double quotes.`;
  }
  return current.text === '(' ? severalValues : '';
}

/** What to do when a name isn't followed by an operator. */
export function adviseAfterName({ previous, current }: TokenCursor): string {
  if (current.kind === 'word' && textMatches.test(current.text)) return 'To match text, use ~.';
  const areTwoWords = isWordLike(previous) && isWordLike(current);
  return areTwoWords ? 'Put a name of several words in double quotes.' : '';
}

/** What to do when a condition is followed by something that can't follow. */
export function adviseAfterCondition(cursor: TokenCursor): string {
  const { previous, current } = cursor;
  if (current.kind === 'punctuation') {
    if (current.text === ')') return 'It has no opening parenthesis.';
    if (current.text === ',') return severalValues;
    if (current.text === '.') return adviseDot(previous);
  }
  if (!beginsCondition(current)) return '';
  return `Write "and" or "or" between conditions. ${quoteWords(wordsTogether(previous, cursor))}`;
}

/** What to do when a value in a list is followed by something that can't follow. */
export function adviseAfterListed(cursor: TokenCursor): string {
  const { previous, current } = cursor;
  if (current.text === '.') return adviseDot(previous);
  return isWordLike(current) || current.kind === 'string'
    ? `Write a comma between values. ${quoteWords(wordsTogether(previous, cursor))}`
    : '';
}

/** What to do when a sort key is followed by something that can't follow. */
export function adviseAfterSort(cursor: TokenCursor): string {
  if (cursor.seesKeyword('and') || cursor.seesKeyword('or')) {
    return 'Conditions go before "order by".';
  }
  return adviseAfterName(cursor);
}

const severalValues = 'To match one of several values, write: in ("New", "Used").';

function quoteWords(words: string | undefined): string {
  const quoted = words === undefined ? '' : `: ${quoteString(words)}`;
  return `Put text of several words in double quotes${quoted}.`;
}

/** More than a value of several words mostly has. */
const mostWords = 6;
/** In characters: a longer one is no help in a message. */
const longestText = 40;

/**
 * The words that seem to be one value without its quotes: keywords may come first, and a name that a
 * condition begins with isn't one of them. Undefined where that isn't clear.
 */
function wordsTogether(previous: Token | undefined, cursor: TokenCursor): string | undefined {
  const words = isWordLike(previous) && previous ? [previous] : [];
  for (const token of cursor.ahead()) {
    const isFirst = words.every(({ kind }) => kind === 'keyword');
    if (!isWordLike(token) && !(isFirst && token.kind === 'keyword')) {
      return textOf(beginsComparison(token) ? words.slice(0, -1) : words);
    }
    words.push(token);
    if (words.length > mostWords) return undefined;
  }
  return undefined;
}

function textOf(words: readonly Token[]): string | undefined {
  const text = words.map((word) => word.text).join(' ');
  const isText = words.length > 1 && words.some(({ kind }) => kind === 'word');
  return isText && text.length <= longestText ? text : undefined;
}

/** What stands behind the name of a condition. */
function beginsComparison(token: Token): boolean {
  if (token.kind === 'keyword') return ['is', 'in', 'not'].includes(token.keyword);
  return token.kind === 'operator' || token.text === '.';
}

/** Operators of other query languages for what `~` does. */
const textMatches = /^(like|contains|matches|startswith|endswith)$/i;

function adviseDot(previous: Token | undefined): string {
  return previous?.kind === 'word' ? 'Put text with dots in double quotes.' : '';
}

function beginsCondition(token: Token): boolean {
  const isNot = token.kind === 'keyword' && token.keyword === 'not';
  return isWordLike(token) || isNot || token.kind === 'string' || token.text === '(';
}

function isWordLike(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'number';
}
