import { notModelledExpression, typeError } from './expression-error';
import type {
  BinaryOperator,
  ExpressionTree,
  LambdaTree,
  Member,
  UnaryOperator,
} from './expression-tree';
import { isMap, typeNameOf } from './expression-value';
import type { Lambda, Value } from './expression-value';
import { callMethod } from './methods';

type Variables = ReadonlyMap<string, Value>;

/**
 * Computes an expression. Stricter than JavaScript, as Jira is: nothing but a Boolean stands for
 * true or false, types that do not fit are an error, and so is a member of nothing without `?.`.
 * @throws {ExpressionError}
 * @see https://developer.atlassian.com/cloud/jira/platform/jira-expressions/
 */
export function evaluate(tree: ExpressionTree, variables: Variables): Value {
  switch (tree.kind) {
    case 'constant':
      return tree.value;
    case 'variable':
      return variables.get(tree.name) ?? null;
    case 'choice':
      return evaluate(isTrue(tree.test, variables) ? tree.whenTrue : tree.whenFalse, variables);
    case 'logical': {
      const isDecided = isTrue(tree.left, variables) === (tree.operator === '||');
      return isDecided ? tree.operator === '||' : isTrue(tree.right, variables);
    }
    case 'binary':
      return combine(
        tree.operator,
        evaluate(tree.left, variables),
        evaluate(tree.right, variables),
      );
    case 'unary':
      return evaluateUnary(tree.operator, evaluate(tree.operand, variables));
    case 'member':
      return memberOf(evaluate(tree.object, variables), tree);
    case 'call': {
      const value = evaluate(tree.method.object, variables);
      if (value === null && tree.method.isOptional) return null;
      const values = tree.values.map((item) => argumentOf(item, variables));
      return callMethod(value, tree.method.name, values);
    }
  }
}

function isTrue(tree: ExpressionTree, variables: Variables): boolean {
  return booleanOf(evaluate(tree, variables));
}

function booleanOf(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw typeError(`Expected a Boolean, found ${typeNameOf(value)}.`);
}

function argumentOf(tree: ExpressionTree | LambdaTree, variables: Variables): Value | Lambda {
  if (tree.kind !== 'lambda') return evaluate(tree, variables);
  return (value) => evaluate(tree.body, new Map([...variables, [tree.parameter, value]]));
}

function evaluateUnary(operator: UnaryOperator, value: Value): Value {
  if (operator === 'typeof') return typeNameOf(value);
  if (operator === '!') return !booleanOf(value);
  if (typeof value === 'number') return -value;
  throw typeError(`Can't negate ${typeNameOf(value)}.`);
}

/** A key that a map lacks is `null`; of any other value the member has to be there. */
function memberOf(value: Value, { name, isOptional }: Member): Value {
  if (isMap(value)) return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
  const hasLength = typeof value === 'string' || Array.isArray(value);
  if (name === 'length' && hasLength) return value.length;
  if (isOptional) return null;
  throw typeError(`${typeNameOf(value)} has no property ${name}.`);
}

function combine(operator: BinaryOperator, left: Value, right: Value): Value {
  if (operator === '==') return isEqual(left, right);
  if (operator === '!=') return !isEqual(left, right);
  if (operator === '+' && typeof left === 'string') return append(left, right);
  if (typeof left !== 'number' || typeof right !== 'number') {
    throw typeError(`Expected two Numbers, found ${typeNameOf(left)} and ${typeNameOf(right)}.`);
  }
  return {
    '+': left + right,
    '-': left - right,
    '<': left < right,
    '<=': left <= right,
    '>': left > right,
    '>=': left >= right,
  }[operator];
}

function isEqual(left: Value, right: Value): boolean {
  if (left === null || right === null) return left === right;
  if (typeof left === 'object' || typeof right === 'object') {
    throw notModelledExpression('the equality of lists and maps');
  }
  return left === right;
}

function append(text: string, value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return `${text}${value}`;
  throw typeError(`Can't append ${typeNameOf(value)} to a String.`);
}
