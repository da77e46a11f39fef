import { types } from './search-field';
import type { Literal, SearchContext } from './search-field';
import { sentences } from './sentences';
import type { JqlFunctionCall } from './tree';

type FunctionResult = { ok: true; literal: Literal } | { ok: false; error: string };

/** A function of Jira that gives one value. */
interface BuiltInFunction {
  name: string;
  types: readonly string[];
  evaluate: (call: JqlFunctionCall, context: SearchContext) => FunctionResult;
}

export const builtInFunctions: readonly BuiltInFunction[] = [
  {
    name: 'currentUser',
    types: [types.user],
    evaluate: withoutArguments((name, { accountId }) => ({
      kind: 'person',
      accountId,
      functionName: name,
    })),
  },
  {
    name: 'now',
    types: [types.date],
    evaluate: withoutArguments((name, { now }) => ({
      kind: 'moment',
      moment: now,
      functionName: name,
    })),
  },
];

/** Returns the function of Jira's own with this name, ignoring case. */
export function findBuiltInFunction(name: string): BuiltInFunction | undefined {
  return builtInFunctions.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
}

function withoutArguments(
  literalOf: (name: string, context: SearchContext) => Literal,
): BuiltInFunction['evaluate'] {
  return ({ name, arguments: given }, context) =>
    given.length === 0
      ? { ok: true, literal: literalOf(name, context) }
      : { ok: false, error: sentences.wrongArgumentCount(name, 0, given.length) };
}
