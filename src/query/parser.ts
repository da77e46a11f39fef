import type { Reading } from './lexer';
import { queryLimits, templateLimits } from './limits';
import { readOperand, readOperands, readPath } from './operand-parser';
import { adviseAfterCondition, adviseAfterName, adviseAfterSort } from './syntax-advice';
import { SyntaxProblem, describeFault } from './syntax-error';
import type { QuerySyntaxError } from './syntax-error';
import { TokenCursor } from './token-cursor';
import type { Condition, Path, Query, Sort } from './tree';

export type ParseResult =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly error: QuerySyntaxError };

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
    return { ok: false, error: describeFault(text, error.message, error.location) };
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
  const operator = cursor.current.text;
  cursor.take();
  const operand = readOperand(cursor);
  const location = cursor.locate(path.location);
  return { kind: 'comparison', path, operator, operand, location };
}

/** `path "is" [ "not" ] "empty"`, after `"is"` */
function readEmptiness(cursor: TokenCursor, path: Path): Condition {
  const isNegated = cursor.skipKeyword('not');
  if (!cursor.skipKeyword('empty')) {
    const expected = isNegated ? '"empty"' : '"empty" or "not empty"';
    throw cursor.expected(expected, 'To compare with a value, use = or !=.');
  }
  return { kind: 'emptiness', path, isNegated, location: cursor.locate(path.location) };
}

/** `path "not" "in" ...`, after `"not"` */
function readNotIn(cursor: TokenCursor, path: Path): Condition {
  if (cursor.skipKeyword('in')) return readMembership(cursor, path, true);
  throw cursor.expected('"in"', 'To negate a whole condition, write "not" before the name.');
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
