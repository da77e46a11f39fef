import { typeError } from './expression-error';
import { isText, typeNameOf } from './expression-value';
import type { Lambda, ListValue, Value } from './expression-value';

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

export const methodNames: ReadonlySet<string> = new Set([
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
