import type { TokenCursor } from './token-cursor';
import type { Token } from './token';

/** What to do when a name is missing where one must stand; empty if nothing is known. */
export function adviseName({ current }: TokenCursor): string {
  if (current.kind === 'keyword') {
    return `To use "${current.text}" as a name, put it in double quotes.`;
  }
  if (current.kind === 'number') return 'To use a number as a name, put it in double quotes.';
  return current.kind === 'placeholder' ? 'A placeholder stands for a value, not for a name.' : '';
}

/** What to do when a value is missing where one must stand. */
export function adviseOperand({ current }: TokenCursor): string {
  if (current.kind === 'keyword') {
    return current.keyword === 'empty'
      ? 'To find objects without a value, write: is empty.'
      : `To use "${current.text}" as a value, put it in double quotes.`;
  }
  return current.text === '(' ? severalValues : '';
}

/** What to do when a name is followed by no operator. */
export function adviseAfterName({ previous, current }: TokenCursor): string {
  return areTwoWords(previous, current) ? 'Put a name of several words in double quotes.' : '';
}

/** What to do when a condition is followed by something that can't follow. */
export function adviseAfterCondition(cursor: TokenCursor): string {
  if (cursor.current.text === ')') return 'It closes no opening parenthesis.';
  if (cursor.current.text === ',') return severalValues;
  return adviseAfterValue(cursor);
}

/** What to do when a value is followed by something that can't follow. */
export function adviseAfterValue({ previous, current }: TokenCursor): string {
  if (areTwoWords(previous, current)) return 'Put a text of several words in double quotes.';
  const isDotted = previous?.kind === 'word' && current.kind === 'punctuation';
  return isDotted && current.text === '.' ? 'Put a text with dots in double quotes.' : '';
}

/** What to do when a sort key is followed by something that can't follow. */
export function adviseAfterSort(cursor: TokenCursor): string {
  if (cursor.seesKeyword('and') || cursor.seesKeyword('or')) {
    return 'Conditions stand before "order by".';
  }
  return adviseAfterName(cursor);
}

const severalValues = 'To match one of several values, write: in ("New", "Used").';

function areTwoWords(previous: Token | undefined, current: Token): boolean {
  return isWordLike(previous) && (isWordLike(current) || current.kind === 'string');
}

function isWordLike(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'number';
}
