import { parseExpressionAt, tokenizer } from 'acorn';
import type { AnyNode } from 'acorn';

/** What is modelled of Jira's expressions. */
export type ExpressionTree =
  | { kind: 'constant'; value: string | number | boolean | null }
  | { kind: 'variable'; name: string }
  | { kind: 'choice'; test: ExpressionTree; whenTrue: ExpressionTree; whenFalse: ExpressionTree }
  | { kind: 'logical'; operator: '&&' | '||'; left: ExpressionTree; right: ExpressionTree }
  | { kind: 'binary'; operator: BinaryOperator; left: ExpressionTree; right: ExpressionTree }
  | { kind: 'unary'; operator: UnaryOperator; operand: ExpressionTree }
  | Member
  | { kind: 'call'; method: Member; values: readonly (ExpressionTree | LambdaTree)[] };

/** `a.b`, or `a?.b`, which is null if `a` has no `b`. */
export interface Member {
  kind: 'member';
  object: ExpressionTree;
  name: string;
  isOptional: boolean;
}

/** `x => ...`, as an argument of a method only. */
export interface LambdaTree {
  kind: 'lambda';
  parameter: string;
  body: ExpressionTree;
}

const binaryOperators = ['==', '!=', '<', '<=', '>', '>=', '+', '-'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

const unaryOperators = ['!', '-', 'typeof'] as const;
export type UnaryOperator = (typeof unaryOperators)[number];

/** What Jira counts as the size of an expression: its constants and names. */
function countLeaves(tree: ExpressionTree | LambdaTree): number {
  const sum = (...parts: readonly (ExpressionTree | LambdaTree)[]) =>
    parts.reduce((total, part) => total + countLeaves(part), 0);
  switch (tree.kind) {
    case 'constant':
    case 'variable':
      return 1;
    case 'choice':
      return sum(tree.test, tree.whenTrue, tree.whenFalse);
    case 'logical':
    case 'binary':
      return sum(tree.left, tree.right);
    case 'unary':
      return sum(tree.operand);
    case 'member':
      return sum(tree.object) + 1;
    case 'call':
      return sum(tree.method, ...tree.values);
    case 'lambda':
      return sum(tree.body) + 1;
  }
}

/** What an expression computes with. */
export type Value = null | boolean | number | string | ListValue | MapValue;
type ListValue = readonly Value[];
interface MapValue {
  readonly [key: string]: Value;
}
export type Lambda = (value: Value) => Value;

/** JSON as an expression sees it; what is absent is `null`. */
export function valueOf(json: unknown): Value {
  if (json === undefined || json === null) return null;
  if (Array.isArray(json)) return json.map(valueOf);
  if (typeof json === 'object') {
    return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, valueOf(item)]));
  }
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') {
    return json;
  }
  throw new TypeError(`A ${typeof json} is no JSON.`);
}

/** What `typeof` answers. */
export function typeNameOf(value: Value): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'List';
  if (typeof value === 'string') return 'String';
  if (typeof value === 'number') return 'Number';
  return typeof value === 'boolean' ? 'Boolean' : 'Map';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a value has keys of its own choosing. */
export function isMap(value: Value): value is MapValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Why Jira does not take an expression, or stops evaluating it; `notModelled` is the sandbox's own. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';

  constructor(
    readonly kind: 'syntax' | 'type' | 'other' | 'notModelled',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function notModelledExpression(what: string): ExpressionError {
  return new ExpressionError('notModelled', `The sandbox does not model ${what} in expressions.`);
}

export function typeError(message: string): ExpressionError {
  return new ExpressionError('type', message);
}

type Method<T> = (of: T, values: readonly (Value | Lambda)[]) => Value;

/** The methods that are modelled; no other type has any. */
const listMethods: Readonly<Record<string, Method<ListValue>>> = {
  map: (list, [change]) => list.map((item) => lambdaOf('map', change)(item)),
  filter: (list, [test]) =>
    list.filter((item) => {
      const isKept = lambdaOf('filter', test)(item);
      if (typeof isKept === 'boolean') return isKept;
      throw typeError(`filter needs a Boolean, not ${typeNameOf(isKept)}.`);
    }),
  slice: (list, range) => list.slice(...rangeOf(range)),
  join: (list, [separator]) => {
    if (!isText(separator)) throw typeError('join needs a String.');
    if (!list.every(isText)) throw typeError('join needs a list of String.');
    return list.join(separator);
  },
};

const textMethods: Readonly<Record<string, Method<string>>> = {
  slice: (text, range) => text.slice(...rangeOf(range)),
};

const methodNames: ReadonlySet<string> = new Set([
  ...Object.keys(listMethods),
  ...Object.keys(textMethods),
]);

/** @throws {ExpressionError} if the value has no such method, or it is not fit for its arguments */
export function callMethod(value: Value, name: string, values: readonly (Value | Lambda)[]): Value {
  const listMethod = listMethods[name];
  const textMethod = textMethods[name];
  if (isList(value) && listMethod) return listMethod(value, values);
  if (isText(value) && textMethod) return textMethod(value, values);
  throw typeError(`${typeNameOf(value)} has no method ${name}.`);
}

function lambdaOf(name: string, value: Value | Lambda | undefined): Lambda {
  if (typeof value === 'function') return value;
  throw typeError(`${name} needs a function.`);
}

function isList(value: Value): value is ListValue {
  return Array.isArray(value);
}

function rangeOf([start, end]: readonly (Value | Lambda)[]): [start: number, end?: number] {
  return end === undefined ? [indexOf(start)] : [indexOf(start), indexOf(end)];
}

function indexOf(value: Value | Lambda | undefined): number {
  if (typeof value === 'number') return value;
  throw typeError('slice needs a Number.');
}

/**
 * What Jira takes of an expression.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jira-expressions/
 */
const limits = { characters: 1000, leaves: 100 } as const;

/** The syntax is a subset of JavaScript's. */
const syntax = { ecmaVersion: 2020, preserveParens: true } as const;

/**
 * Returns the tree of a Jira expression.
 * @param variables the names that the expression may use
 * @throws {ExpressionError} for what Jira refuses, and for what the sandbox does not model
 */
export function parseExpression(text: string, variables: readonly string[]): ExpressionTree {
  if (text.length > limits.characters) {
    throw new ExpressionError(
      'other',
      `Jira expression is too long (${text.length}), limit: ${limits.characters} characters`,
    );
  }
  const tree = read(parseWhole(text), new Set(variables));
  const leaves = countLeaves(tree);
  if (leaves > limits.leaves) {
    throw new ExpressionError(
      'other',
      `Jira expression has too many nodes (${leaves}), limit: ${limits.leaves} leaves`,
    );
  }
  return tree;
}

function parseWhole(text: string): AnyNode {
  try {
    const node = parseExpressionAt(text, 0, syntax);
    const [rest] = tokenizer(text.slice(node.end), syntax);
    if (rest) throw new SyntaxError(`Unexpected text after the expression at ${node.end}.`);
    return node;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ExpressionError('syntax', error.message, { cause: error });
  }
}

type Names = ReadonlySet<string>;
type NodeOf<Type extends AnyNode['type']> = Extract<AnyNode, { type: Type }>;

/** @throws {ExpressionError} for a node that is not modelled */
function read(node: AnyNode, names: Names): ExpressionTree {
  if (node.type === 'ParenthesizedExpression') return read(node.expression, names);
  if (node.type === 'ChainExpression') return read(node.expression, names);
  if (node.type === 'Literal') return readConstant(node);
  if (node.type === 'Identifier') return readVariable(node, names);
  if (node.type === 'MemberExpression') return readMember(node, names);
  if (node.type === 'CallExpression') return readCall(node, names);
  if (node.type === 'UnaryExpression') return readUnary(node, names);
  if (node.type === 'BinaryExpression') return readBinary(node, names);
  if (node.type === 'LogicalExpression') return readLogical(node, names);
  if (node.type !== 'ConditionalExpression') throw notModelledExpression(node.type);
  return {
    kind: 'choice',
    test: read(node.test, names),
    whenTrue: read(node.consequent, names),
    whenFalse: read(node.alternate, names),
  };
}

function readConstant({ value, raw }: NodeOf<'Literal'>): ExpressionTree {
  const isNull = value === null && raw === 'null';
  if (isNull || typeof value === 'string' || typeof value === 'number') {
    return { kind: 'constant', value };
  }
  if (typeof value === 'boolean') return { kind: 'constant', value };
  throw notModelledExpression(`the constant ${raw ?? ''}`);
}

function readVariable({ name }: NodeOf<'Identifier'>, names: Names): ExpressionTree {
  if (!names.has(name)) throw notModelledExpression(`the variable ${name}`);
  return { kind: 'variable', name };
}

function readMember(
  { object, property, computed, optional }: NodeOf<'MemberExpression'>,
  names: Names,
): Member {
  if (computed || property.type !== 'Identifier') throw notModelledExpression('a computed member');
  return { kind: 'member', object: read(object, names), name: property.name, isOptional: optional };
}

function readCall({ callee, ...call }: NodeOf<'CallExpression'>, names: Names): ExpressionTree {
  if (callee.type !== 'MemberExpression' || call.optional)
    throw notModelledExpression('a function');
  const method = readMember(callee, names);
  if (!methodNames.has(method.name)) throw notModelledExpression(`the method ${method.name}`);
  const values = call.arguments.map((value) =>
    value.type === 'ArrowFunctionExpression' ? readLambda(value, names) : read(value, names),
  );
  return { kind: 'call', method, values };
}

function readLambda(
  { params, body, async: isAsync }: NodeOf<'ArrowFunctionExpression'>,
  names: Names,
): LambdaTree {
  const [parameter, ...others] = params;
  if (parameter?.type !== 'Identifier' || others.length > 0 || isAsync) {
    throw notModelledExpression('a function with such parameters');
  }
  const { name } = parameter;
  return { kind: 'lambda', parameter: name, body: read(body, new Set([...names, name])) };
}

function readUnary({ operator, argument }: NodeOf<'UnaryExpression'>, names: Names) {
  const known = unaryOperators.find((candidate) => candidate === operator);
  if (!known) throw notModelledExpression(operator);
  return { kind: 'unary' as const, operator: known, operand: read(argument, names) };
}

function readBinary({ operator, left, right }: NodeOf<'BinaryExpression'>, names: Names) {
  const known = binaryOperators.find((candidate) => candidate === operator);
  if (!known) throw notModelledExpression(operator);
  return {
    kind: 'binary' as const,
    operator: known,
    left: read(left, names),
    right: read(right, names),
  };
}

function readLogical({ operator, left, right }: NodeOf<'LogicalExpression'>, names: Names) {
  if (operator === '??') throw notModelledExpression(operator);
  return { kind: 'logical' as const, operator, left: read(left, names), right: read(right, names) };
}
