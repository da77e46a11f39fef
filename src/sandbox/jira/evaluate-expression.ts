import {
  ExpressionError,
  valueOf,
  parseExpression,
  notModelledExpression,
  typeError,
  isMap,
  typeNameOf,
  callMethod,
} from './parse-expression';
import type {
  Value,
  BinaryOperator,
  ExpressionTree,
  LambdaTree,
  Member,
  UnaryOperator,
  Lambda,
} from './parse-expression';

/** Jira gives more (issue, project, configuration, user); an expression that asks for it is refused. */
const variables = ['value'];

/**
 * Returns why a value does not pass, `undefined` where it does.
 * @param errorMessage for an expression that answers false; one may answer with a text of its own
 * @throws {ExpressionError} if Jira refuses the expression, or the sandbox does not model it
 */
export function validationOf(
  expression: string,
  errorMessage: string,
): (value: unknown) => string | undefined {
  const compute = compile(expression);
  return (value) => {
    const verdict = attempt(() => compute(value));
    if (verdict instanceof ExpressionError) return failureText('validation', verdict);
    if (typeof verdict === 'string') return verdict;
    return verdict === true ? undefined : errorMessage;
  };
}

/**
 * Returns the text that Jira shows for a value. Where the expression fails on it, the text says so:
 * what Jira shows then is not known.
 * @throws {ExpressionError} as {@link validationOf}
 */
export function formatterOf(expression: string): (value: unknown) => string {
  const compute = compile(expression);
  return (value) => {
    const text = attempt(() => compute(value));
    if (text instanceof ExpressionError) return failureText('formatter', text);
    return typeof text === 'string'
      ? text
      : failureText('formatter', new Error('It gave no text.'));
  };
}

function compile(expression: string): (value: unknown) => Value {
  const tree = parseExpression(expression, variables);
  return (value) => evaluate(tree, new Map([['value', valueOf(value)]]));
}

function attempt(compute: () => Value): Value | ExpressionError {
  try {
    return compute();
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

function failureText(what: 'validation' | 'formatter', { message }: Error): string {
  return `The ${what} expression of the app failed. ${message}`;
}

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
