import type { Reading } from './lexer';
import { queryLimits, templateLimits, TokenCursor } from './token-cursor';
import { SyntaxProblem, describeProblem } from './located-problem';
import type { LocatedProblem } from './located-problem';
import type {
  Condition,
  Path,
  Query,
  Sort,
  CallOperand,
  ComparisonOperator,
  Location,
  Name,
  Operand,
  PlaceholderOperand,
  StringOperand,
} from './tree';
import type { Token } from './token';
import { quoteString } from './quoting';

export type ParseResult =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly error: LocatedProblem };

/**
 * Reads a query as the service does: there are no placeholders, `"{{x}}"` is a string.
 * @returns the query, or the first error; an empty text is a query without a condition
 */
export function parseQuery(text: string): ParseResult {
  return parse(text, 'query');
}

/**
 * Reads a configured query, in which a placeholder stands for a value, bare or alone in quotes.
 * Whether a placeholder can be used where it stands is known when it is bound: see `bindTemplate`.
 * @returns the template, or the first error; an empty text is a template without a condition
 */
export function parseTemplate(text: string): ParseResult {
  return parse(text, 'template');
}

/**
 * The offset of the keyword `order` in a configured query that may still be unfinished before it;
 * undefined where it has none, or where the text before it can't be split into tokens.
 */
export function findOrder(text: string): number | undefined {
  try {
    const cursor = new TokenCursor(text, 'template', templateLimits);
    while (cursor.current.kind !== 'end') {
      if (cursor.seesKeyword('order')) return cursor.current.location.start;
      cursor.take();
    }
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
  }
  return undefined;
}

function parse(text: string, reading: Reading): ParseResult {
  try {
    const limits = reading === 'template' ? templateLimits : queryLimits;
    return { ok: true, query: readQuery(new TokenCursor(text, reading, limits)) };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { ok: false, error: describeProblem(text, error.message, error.location) };
  }
}

/** `query = [ or ] [ "order by" sort { "," sort } ]` */
function readQuery(cursor: TokenCursor): Query {
  const hasCondition = cursor.current.kind !== 'end' && !cursor.seesKeyword('order');
  const condition = hasCondition ? readOr(cursor) : undefined;
  const orderBy = cursor.seesKeyword('order') ? readOrderBy(cursor) : [];
  if (cursor.current.kind !== 'end') {
    throw orderBy.length > 0
      ? cursor.expected('"," or end of query', adviseAfterSort(cursor))
      : cursor.expected('"and", "or", "order by" or end of query', adviseAfterCondition(cursor));
  }
  return condition ? { condition, orderBy } : { orderBy };
}

/** `or = and { "or" and }` */
function readOr(cursor: TokenCursor): Condition {
  return readJoined(cursor, 'or', readAnd);
}

/** `and = not { "and" not }` */
function readAnd(cursor: TokenCursor): Condition {
  return readJoined(cursor, 'and', readNot);
}

/** One operand stands for itself; an operand of the same kind is taken in, so none is nested. */
function readJoined(
  cursor: TokenCursor,
  kind: 'and' | 'or',
  read: (cursor: TokenCursor) => Condition,
): Condition {
  const start = cursor.current.location;
  const first = read(cursor);
  if (!cursor.seesKeyword(kind)) return first;
  const conditions = [first];
  while (cursor.skipKeyword(kind)) conditions.push(read(cursor));
  const operands = conditions.flatMap((condition) =>
    condition.kind === kind ? condition.operands : [condition],
  );
  return { kind, operands, location: cursor.locate(start) };
}

/** `not = [ "not" ] ( "(" or ")" | comparison )` */
function readNot(cursor: TokenCursor): Condition {
  const start = cursor.current.location;
  if (!cursor.skipKeyword('not')) return readGroupOrComparison(cursor);
  if (cursor.seesKeyword('not')) {
    throw cursor.expected('a condition', 'To negate twice, write: not (not ...).');
  }
  const operand = readGroupOrComparison(cursor);
  return { kind: 'not', operand, location: cursor.locate(start) };
}

/** `"(" or ")" | comparison` */
function readGroupOrComparison(cursor: TokenCursor): Condition {
  if (!cursor.sees('(')) return readComparison(cursor);
  return cursor.nested(() => {
    cursor.take();
    const condition = readOr(cursor);
    if (!cursor.skip(')')) {
      throw cursor.expected('"and", "or" or ")"', adviseAfterCondition(cursor));
    }
    return condition;
  });
}

/** `comparison = path operator operand | path [ "not" ] "in" ... | path "is" [ "not" ] "empty"` */
function readComparison(cursor: TokenCursor): Condition {
  const path = readPath(cursor, 'a condition');
  if (cursor.skipKeyword('is')) return readEmptiness(cursor, path);
  if (cursor.skipKeyword('in')) return readMembership(cursor, path, false);
  if (cursor.skipKeyword('not')) return readNotIn(cursor, path);
  if (cursor.current.kind !== 'operator') {
    throw cursor.expected('an operator such as =, ~, in or is', adviseAfterName(cursor));
  }
  const { text: operator, location: operatorLocation } = cursor.current;
  cursor.take();
  const operand = readOperand(cursor);
  const location = cursor.locate(path.location);
  return { kind: 'comparison', path, operator, operatorLocation, operand, location };
}

/** `path "is" [ "not" ] "empty"`, after `"is"` */
function readEmptiness(cursor: TokenCursor, path: Path): Condition {
  const isNegated = cursor.skipKeyword('not');
  if (!cursor.skipKeyword('empty')) {
    const expected = isNegated ? '"empty"' : '"empty" or "not empty"';
    throw cursor.expected(
      expected,
      adviseInName(cursor) ?? 'To compare with a value, use = or !=.',
    );
  }
  return { kind: 'emptiness', path, isNegated, location: cursor.locate(path.location) };
}

/** `path "not" "in" ...`, after `"not"` */
function readNotIn(cursor: TokenCursor, path: Path): Condition {
  if (cursor.skipKeyword('in')) return readMembership(cursor, path, true);
  const advice =
    adviseInName(cursor) ?? 'To negate a whole condition, write "not" before the name.';
  throw cursor.expected('"in"', advice);
}

/** `path [ "not" ] "in" ( "(" operand { "," operand } ")" | placeholder )`, after `"in"` */
function readMembership(cursor: TokenCursor, path: Path, isNegated: boolean): Condition {
  const operands = readOperands(cursor);
  const location = cursor.locate(path.location);
  return { kind: 'membership', path, isNegated, operands, location };
}

/** `"order by" sort { "," sort }` */
function readOrderBy(cursor: TokenCursor): Sort[] {
  const { text } = cursor.take();
  if (!cursor.skipKeyword('by')) {
    throw cursor.expected('"by"', `To use "${text}" as a name, put it in double quotes.`);
  }
  const sorts = [readSort(cursor)];
  while (cursor.skip(',')) sorts.push(readSort(cursor));
  return sorts;
}

/** `sort = path [ "asc" | "desc" ]` */
function readSort(cursor: TokenCursor): Sort {
  const path = readPath(cursor, 'a name to order by');
  const isDescending = cursor.skipKeyword('desc');
  if (!isDescending) cursor.skipKeyword('asc');
  const location = cursor.locate(path.location);
  return { path, direction: isDescending ? 'desc' : 'asc', location };
}

/** `path = name { "." name }` */
function readPath(cursor: TokenCursor, expected: string): Path {
  const first = readName(cursor, expected);
  if (!cursor.sees('.')) return { names: [first], location: first.location };
  const names = [first];
  while (cursor.skip('.')) names.push(readName(cursor, 'a name after "."'));
  return { names, location: cursor.locate(first.location) };
}

/** `name = word | string` */
function readName(cursor: TokenCursor, expected: string): Name {
  const { kind, text, location } = cursor.current;
  if (kind !== 'word' && kind !== 'string') throw cursor.expected(expected, adviseName(cursor));
  cursor.take();
  return { text, isQuoted: kind === 'string', location: cursor.locate(location) };
}

/** `"(" operand { "," operand } ")" | placeholder` */
function readOperands(cursor: TokenCursor): Operand[] {
  if (cursor.current.kind === 'placeholder') return [readOperand(cursor)];
  if (!cursor.skip('(')) {
    const advice = adviseInName(cursor) ?? 'Write: in ("New", "Used").';
    throw cursor.expected('a list of values in parentheses', advice);
  }
  const operands = [readOperand(cursor)];
  while (cursor.skip(',')) operands.push(readOperand(cursor));
  if (!cursor.skip(')')) throw cursor.expected('"," or ")"', adviseAfterListed(cursor));
  return operands;
}

/** `operand = string | number | word | placeholder | call` */
function readOperand(cursor: TokenCursor): Operand {
  const token = cursor.current;
  if (token.kind === 'number') return readNumber(cursor, token);
  if (token.kind === 'word') return readWordOrCall(cursor, token);
  if (token.kind === 'string' || token.kind === 'placeholder') {
    return readStringOrPlaceholder(cursor, token);
  }
  throw cursor.expected('a value', adviseOperand(cursor));
}

/** `string | placeholder` */
function readStringOrPlaceholder(
  cursor: TokenCursor,
  token: Extract<Token, { kind: 'string' | 'placeholder' }>,
): StringOperand | PlaceholderOperand {
  cursor.take();
  const location = cursor.locate(token.location);
  return token.kind === 'placeholder'
    ? token.placeholder
    : { kind: 'string', value: token.text, location };
}

/** `number` */
function readNumber(cursor: TokenCursor, { text, location }: Token): Operand {
  cursor.take();
  return { kind: 'number', value: Number(text), text, location: cursor.locate(location) };
}

/** `word | call` */
function readWordOrCall(cursor: TokenCursor, { text, location }: Token): Operand {
  cursor.take();
  if (cursor.skip('(')) return readCall(cursor, text, location);
  return { kind: 'word', text, location: cursor.locate(location) };
}

/** `call = word "(" [ argument { "," argument } ] ")"`, after the opening parenthesis */
function readCall(cursor: TokenCursor, name: string, start: Location): CallOperand {
  const callArguments = cursor.sees(')') ? [] : [readArgument(cursor)];
  while (cursor.skip(',')) callArguments.push(readArgument(cursor));
  if (!cursor.skip(')')) throw cursor.expected('")"');
  return { kind: 'call', name, arguments: callArguments, location: cursor.locate(start) };
}

/** `argument = string | placeholder` */
function readArgument(cursor: TokenCursor): StringOperand | PlaceholderOperand {
  const token = cursor.current;
  if (token.kind !== 'string' && token.kind !== 'placeholder') {
    throw cursor.expected('a text in double quotes');
  }
  return readStringOrPlaceholder(cursor, token);
}

/** What to do when a required name is missing; empty if there is no advice. */
function adviseName({ current }: TokenCursor): string {
  if (current.kind === 'keyword') {
    const isJoining = current.keyword === 'and' || current.keyword === 'or';
    return isJoining ? '' : `To use "${current.text}" as a name, put it in double quotes.`;
  }
  if (current.kind === 'number') return 'To use a number as a name, put it in double quotes.';
  return current.kind === 'placeholder' ? 'A placeholder stands for a value, not for a name.' : '';
}

/** What to do when a required value is missing. */
function adviseOperand(cursor: TokenCursor): string {
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
function adviseAfterName(cursor: TokenCursor): string {
  const { previous, current } = cursor;
  const meant =
    current.kind === 'word' ? operatorsOfWords.get(current.text.toLowerCase()) : undefined;
  if (meant !== undefined) return `To match text, use ${meant}.`;
  const areTwoWords = isWordLike(previous) && continuesName(cursor);
  return areTwoWords ? nameOfWords : '';
}

const nameOfWords = 'Put a name of several words in double quotes.';

/** Whether the current token seems to be the next word of a name, such as "by" in `Approved by`. */
function continuesName(cursor: TokenCursor): boolean {
  const { current } = cursor;
  if (current.kind !== 'keyword') return isWordLike(current);
  const [, next] = cursor.ahead();
  if (current.keyword === 'order') return !(next?.kind === 'keyword' && next.keyword === 'by');
  return ['by', 'asc', 'desc', 'empty'].includes(current.keyword);
}

/** What to do where "in", "is" or "not" was a word of a name: more words and an operator follow it. */
function adviseInName(cursor: TokenCursor): string | undefined {
  for (const token of cursor.ahead()) {
    if (token.kind === 'operator') return token === cursor.current ? undefined : nameOfWords;
    const isJoining = token.kind === 'keyword' && ['and', 'or', 'not'].includes(token.keyword);
    if (isJoining || !(isWordLike(token) || token.kind === 'keyword')) return undefined;
  }
  return undefined;
}

/** What to do when a condition is followed by something that can't follow. */
function adviseAfterCondition(cursor: TokenCursor): string {
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
function adviseAfterListed(cursor: TokenCursor): string {
  const { previous, current } = cursor;
  if (current.text === '.') return adviseDot(previous);
  return isWordLike(current) || current.kind === 'string'
    ? `Write a comma between values. ${quoteWords(wordsTogether(previous, cursor))}`
    : '';
}

/** What to do when a sort key is followed by something that can't follow. */
function adviseAfterSort(cursor: TokenCursor): string {
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
const maximumWords = 6;
/** In characters: a longer one is no help in a message. */
const maximumTextLength = 40;

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
    if (words.length > maximumWords) return undefined;
  }
  return undefined;
}

function textOf(words: readonly Token[]): string | undefined {
  const text = words.map((word) => word.text).join(' ');
  const isText = words.length > 1 && words.some(({ kind }) => kind === 'word');
  return isText && text.length <= maximumTextLength ? text : undefined;
}

/** What stands behind the name of a condition. */
function beginsComparison(token: Token): boolean {
  if (token.kind === 'keyword') return ['is', 'in', 'not'].includes(token.keyword);
  return token.kind === 'operator' || token.text === '.';
}

/** Operators of other query languages, and what does the same here. */
const operatorsOfWords: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['like', '~'],
  ['matches', '~'],
  ['startswith', '~'],
  ['contains', '*='],
  ['endswith', '*='],
]);

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
