import { parseExpressionAt, tokenizer } from 'acorn';
import type { AnyNode } from 'acorn';
import { ExpressionError, notModelledExpression } from './expression-error';
import { binaryOperators, countLeaves, unaryOperators } from './expression-tree';
import type { ExpressionTree, LambdaTree, Member } from './expression-tree';
import { methodNames } from './methods';

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
