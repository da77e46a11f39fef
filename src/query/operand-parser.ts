import { adviseAfterListed, adviseName, adviseOperand } from './syntax-advice';
import type { TokenCursor } from './token-cursor';
import type { Token } from './token';
import type { CallOperand, Name, Operand, Path, PlaceholderOperand, StringOperand } from './tree';

/** `path = name { "." name }` */
export function readPath(cursor: TokenCursor, expected: string): Path {
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
export function readOperands(cursor: TokenCursor): Operand[] {
  if (cursor.current.kind === 'placeholder') return [readOperand(cursor)];
  if (!cursor.skip('(')) {
    throw cursor.expected('a list of values in parentheses', 'Write: in ("New", "Used").');
  }
  const operands = [readOperand(cursor)];
  while (cursor.skip(',')) operands.push(readOperand(cursor));
  if (!cursor.skip(')')) throw cursor.expected('"," or ")"', adviseAfterListed(cursor));
  return operands;
}

/** `operand = string | number | word | placeholder | call` */
export function readOperand(cursor: TokenCursor): Operand {
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
  if (cursor.skip('(')) return readCall(cursor, text, location.start);
  return { kind: 'word', text, location: cursor.locate(location) };
}

/** `call = word "(" [ argument { "," argument } ] ")"`, after the opening parenthesis */
function readCall(cursor: TokenCursor, name: string, start: number): CallOperand {
  const callArguments = cursor.sees(')') ? [] : [readArgument(cursor)];
  while (cursor.skip(',')) callArguments.push(readArgument(cursor));
  if (!cursor.skip(')')) throw cursor.expected('")"');
  const location = cursor.locate({ start, end: start });
  return { kind: 'call', name, arguments: callArguments, location };
}

/** `argument = string | placeholder` */
function readArgument(cursor: TokenCursor): StringOperand | PlaceholderOperand {
  const token = cursor.current;
  if (token.kind !== 'string' && token.kind !== 'placeholder') {
    throw cursor.expected('a text in double quotes');
  }
  return readStringOrPlaceholder(cursor, token);
}
