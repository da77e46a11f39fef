import { typeError } from './expression-error';
import { isText, typeNameOf } from './expression-value';
import type { Lambda, ListValue, Value } from './expression-value';

type Method = (list: ListValue, values: readonly (Value | Lambda)[]) => Value;

/** The methods of lists that are modelled; no other type has any. */
const methods: Readonly<Record<string, Method>> = {
  map: (list, [change]) => list.map((item) => lambdaOf('map', change)(item)),
  filter: (list, [test]) =>
    list.filter((item) => {
      const isKept = lambdaOf('filter', test)(item);
      if (typeof isKept === 'boolean') return isKept;
      throw typeError(`filter needs a Boolean, not ${typeNameOf(isKept)}.`);
    }),
  slice: (list, [start, end]) => list.slice(indexOf(start), end === undefined ? end : indexOf(end)),
  join: (list, [separator]) => {
    if (!isText(separator)) throw typeError('join needs a String.');
    if (!list.every(isText)) throw typeError('join needs a list of String.');
    return list.join(separator);
  },
};

export const methodNames: ReadonlySet<string> = new Set(Object.keys(methods));

/** @throws {ExpressionError} where the value is no list, or the method not fit for its arguments */
export function callMethod(value: Value, name: string, values: readonly (Value | Lambda)[]): Value {
  const method = methods[name];
  if (!Array.isArray(value) || !method) {
    throw typeError(`${typeNameOf(value)} has no method ${name}.`);
  }
  return method(value as ListValue, values);
}

function lambdaOf(name: string, value: Value | Lambda | undefined): Lambda {
  if (typeof value === 'function') return value;
  throw typeError(`${name} needs a function.`);
}

function indexOf(value: Value | Lambda | undefined): number {
  if (typeof value === 'number') return value;
  throw typeError('slice needs a Number.');
}
