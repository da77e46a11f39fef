import { parseExpressionAt, tokenizer } from 'acorn';
import type { AnyNode } from 'acorn';

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
  return (value) =>
    orFailure('validation', () => {
      const verdict = compute(value);
      if (typeof verdict === 'string') return verdict;
      return verdict === true ? undefined : errorMessage;
    });
}

/**
 * Returns the text that Jira shows for a value. Where the expression fails on it, the text says so:
 * what Jira shows then is not known.
 * @throws {ExpressionError} as {@link validationOf}
 */
export function formatterOf(expression: string): (value: unknown) => string {
  const compute = compile(expression);
  return (value) =>
    orFailure('formatter', () => {
      const text = compute(value);
      if (typeof text === 'string') return text;
      throw typeError('It gave no text.');
    });
}

function compile(expression: string): (value: unknown) => Value {
  const evaluate = compileExpression(expression, variables);
  return (value) => evaluate(new Map([['value', valueOf(value)]]));
}

/** Returns what is computed; where the expression fails, a text that says so. */
function orFailure<Result>(what: 'validation' | 'formatter', compute: () => Result) {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `The ${what} expression of the app failed. ${error.message}`;
  }
}

type Value = null | boolean | number | string | ListValue | MapValue;
type ListValue = readonly Value[];
interface MapValue {
  readonly [key: string]: Value;
}
type Lambda = (value: Value) => Value;

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
function typeNameOf(value: Value): string {
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
function isMap(value: Value): value is MapValue {
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

function notModelledExpression(what: string): ExpressionError {
  return new ExpressionError('notModelled', `The sandbox does not model ${what} in expressions.`);
}

function typeError(message: string): ExpressionError {
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
function callMethod(value: Value, name: string, values: readonly (Value | Lambda)[]): Value {
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

type Compiled = (variables: ReadonlyMap<string, Value>) => Value;

/**
 * Returns what computes a Jira expression. Stricter than JavaScript, as Jira is: nothing but a
 * Boolean stands for true or false, types that do not fit are an error, and so is a member of
 * nothing without `?.`; it throws an {@link ExpressionError} then.
 * @param variables the names that the expression may use
 * @throws {ExpressionError} for what Jira refuses, and for what the sandbox does not model
 * @see https://developer.atlassian.com/cloud/jira/platform/jira-expressions/
 */
export function compileExpression(text: string, variables: readonly string[]): Compiled {
  if (text.length > limits.characters) {
    throw new ExpressionError(
      'other',
      `Jira expression is too long (${text.length}), limit: ${limits.characters} characters`,
    );
  }
  const compiler = new Compiler();
  const compiled = compiler.compile(parseWhole(text), new Set(variables));
  if (compiler.leaves > limits.leaves) {
    throw new ExpressionError(
      'other',
      `Jira expression has too many nodes (${compiler.leaves}), limit: ${limits.leaves} leaves`,
    );
  }
  return compiled;
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

/** `a.b`, or `a?.b`, which is null if `a` has no `b`. */
interface Member {
  object: Compiled;
  name: string;
  isOptional: boolean;
}

/** Refuses a node that is not modelled. */
class Compiler {
  /** What Jira counts as the size of an expression: its constants and names. */
  leaves = 0;

  compile(node: AnyNode, names: Names): Compiled {
    if (node.type === 'ParenthesizedExpression') return this.compile(node.expression, names);
    if (node.type === 'ChainExpression') return this.compile(node.expression, names);
    if (node.type === 'Literal') return this.#constant(node);
    if (node.type === 'Identifier') return this.#variable(node, names);
    if (node.type === 'CallExpression') return this.#call(node, names);
    if (node.type === 'LogicalExpression') return this.#logical(node, names);
    if (node.type === 'MemberExpression') {
      const member = this.#member(node, names);
      return (variables) => memberOf(member.object(variables), member);
    }
    if (node.type === 'UnaryExpression') {
      const operation = findOperation(unaryOperations, node.operator);
      const operand = this.compile(node.argument, names);
      return (variables) => operation(operand(variables));
    }
    if (node.type === 'BinaryExpression') {
      const operation = findOperation(binaryOperations, node.operator);
      const [left, right] = [this.compile(node.left, names), this.compile(node.right, names)];
      return (variables) => operation(left(variables), right(variables));
    }
    if (node.type !== 'ConditionalExpression') throw notModelledExpression(node.type);
    const test = this.compile(node.test, names);
    const whenTrue = this.compile(node.consequent, names);
    const whenFalse = this.compile(node.alternate, names);
    return (variables) => (booleanOf(test(variables)) ? whenTrue : whenFalse)(variables);
  }

  #constant({ value, raw }: NodeOf<'Literal'>): Compiled {
    this.leaves += 1;
    const isNull = value === null && raw === 'null';
    if (isNull || ['string', 'number', 'boolean'].includes(typeof value)) {
      const constant = valueOf(value);
      return () => constant;
    }
    throw notModelledExpression(`the constant ${raw ?? ''}`);
  }

  #variable({ name }: NodeOf<'Identifier'>, names: Names): Compiled {
    this.leaves += 1;
    if (!names.has(name)) throw notModelledExpression(`the variable ${name}`);
    return (variables) => variables.get(name) ?? null;
  }

  #member(node: NodeOf<'MemberExpression'>, names: Names): Member {
    const { object, property, computed, optional } = node;
    if (computed || property.type !== 'Identifier') {
      throw notModelledExpression('a computed member');
    }
    this.leaves += 1;
    return { object: this.compile(object, names), name: property.name, isOptional: optional };
  }

  #call({ callee, ...call }: NodeOf<'CallExpression'>, names: Names): Compiled {
    if (callee.type !== 'MemberExpression' || call.optional) {
      throw notModelledExpression('a function');
    }
    const { object, name, isOptional } = this.#member(callee, names);
    if (!methodNames.has(name)) throw notModelledExpression(`the method ${name}`);
    const given = call.arguments.map((argument) =>
      argument.type === 'ArrowFunctionExpression'
        ? this.#lambda(argument, names)
        : this.compile(argument, names),
    );
    return (variables) => {
      const value = object(variables);
      if (value === null && isOptional) return null;
      return callMethod(
        value,
        name,
        given.map((argument) => argument(variables)),
      );
    };
  }

  /** `x => ...`, as an argument of a method only. */
  #lambda({ params, body, async: isAsync }: NodeOf<'ArrowFunctionExpression'>, names: Names) {
    const [parameter, ...others] = params;
    if (parameter?.type !== 'Identifier' || others.length > 0 || isAsync) {
      throw notModelledExpression('a function with such parameters');
    }
    const { name } = parameter;
    this.leaves += 1;
    const compiled = this.compile(body, new Set([...names, name]));
    return (variables: ReadonlyMap<string, Value>): Lambda =>
      (value) =>
        compiled(new Map([...variables, [name, value]]));
  }

  #logical({ operator, ...node }: NodeOf<'LogicalExpression'>, names: Names): Compiled {
    if (operator === '??') throw notModelledExpression(operator);
    const [left, right] = [this.compile(node.left, names), this.compile(node.right, names)];
    return (variables) => {
      const isLeft = booleanOf(left(variables));
      return isLeft === (operator === '||') ? isLeft : booleanOf(right(variables));
    };
  }
}

/** @throws {ExpressionError} for an operator that is not modelled */
function findOperation<Operation>(
  operations: Readonly<Record<string, Operation>>,
  sign: string,
): Operation {
  const operation = Object.hasOwn(operations, sign) ? operations[sign] : undefined;
  if (!operation) throw notModelledExpression(sign);
  return operation;
}

const unaryOperations: Readonly<Record<string, (value: Value) => Value>> = {
  typeof: typeNameOf,
  '!': (value) => !booleanOf(value),
  '-': (value) => {
    if (typeof value === 'number') return -value;
    throw typeError(`Can't negate ${typeNameOf(value)}.`);
  },
};

const binaryOperations: Readonly<Record<string, (left: Value, right: Value) => Value>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '+': (left, right) =>
    typeof left === 'string' ? append(left, right) : ofNumbers(left, right, (a, b) => a + b),
  '-': (left, right) => ofNumbers(left, right, (a, b) => a - b),
  '<': (left, right) => ofNumbers(left, right, (a, b) => a < b),
  '<=': (left, right) => ofNumbers(left, right, (a, b) => a <= b),
  '>': (left, right) => ofNumbers(left, right, (a, b) => a > b),
  '>=': (left, right) => ofNumbers(left, right, (a, b) => a >= b),
};

function ofNumbers(left: Value, right: Value, compute: (a: number, b: number) => Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return compute(left, right);
  throw typeError(`Expected two Numbers, found ${typeNameOf(left)} and ${typeNameOf(right)}.`);
}

function booleanOf(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw typeError(`Expected a Boolean, found ${typeNameOf(value)}.`);
}

/** A key that a map lacks is `null`; of any other value the member has to be there. */
function memberOf(value: Value, { name, isOptional }: Member): Value {
  if (isMap(value)) return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
  const hasLength = typeof value === 'string' || Array.isArray(value);
  if (name === 'length' && hasLength) return value.length;
  if (isOptional) return null;
  throw typeError(`${typeNameOf(value)} has no property ${name}.`);
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
