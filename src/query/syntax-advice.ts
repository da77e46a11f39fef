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
export function adviseOperand({ current }: TokenCursor): string {
  if (current.kind === 'keyword') {
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
export function adviseAfterCondition({ previous, current }: TokenCursor): string {
  if (current.kind === 'punctuation') {
    if (current.text === ')') return 'It has no opening parenthesis.';
    if (current.text === ',') return severalValues;
    if (current.text === '.') return adviseDot(previous);
  }
  return beginsCondition(current) ? `Write "and" or "or" between conditions. ${severalWords}` : '';
}

/** What to do when a value in a list is followed by something that can't follow. */
export function adviseAfterListed({ previous, current }: TokenCursor): string {
  if (current.text === '.') return adviseDot(previous);
  return isWordLike(current) || current.kind === 'string'
    ? `Write a comma between values. ${severalWords}`
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
const severalWords = 'Put text of several words in double quotes.';
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
