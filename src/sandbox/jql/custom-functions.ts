import { invalid, notModelled } from '../jira/jira-error';
import { findBuiltInFunction } from './built-in-functions';
import { pushDownNegation } from './negation';
import { parseJql } from './parse-jql';
import { unsupportedFunctionOperator, wrongArgumentCount } from './sentences';
import type { JqlClause, JqlComparison, JqlFunctionCall, JqlOperator } from './tree';

/** What an app declares of a JQL function. */
export interface CustomJqlFunction {
  name: string;
  arguments: readonly { name: string; required: boolean }[];
  /** As the manifest names them: `issue`. */
  types: readonly string[];
  operators: readonly JqlOperator[];
}

/** A clause whose right side is a call of an app's function. */
export interface CustomFunctionClause {
  /** As the query names it. */
  field: string;
  operator: JqlOperator;
  functionName: string;
  arguments: readonly string[];
}

export type CustomFunctionAnswer =
  /** The JQL that stands for the clause. */
  | { ok: true; jql: string }
  /** What the person is told. */
  | { ok: false; error: string };

/** The functions of apps, and what Jira holds as their results. */
export interface CustomJqlFunctions {
  list(): readonly CustomJqlFunction[];
  evaluate(clause: CustomFunctionClause): Promise<CustomFunctionAnswer>;
}

export const noCustomFunctions: CustomJqlFunctions = {
  list: () => [],
  evaluate: ({ functionName }) => Promise.reject(new Error(`No function "${functionName}".`)),
};

/**
 * Puts its fragment in place of each clause that calls an app's function, in clauses without
 * `not`. A fragment may call functions in turn; the fragments of those may call none.
 * @throws {JiraError} 400 with the function's own sentence, 501 for calls that are not modelled.
 */
export async function insertFragments(
  clause: JqlClause,
  functions: CustomJqlFunctions,
): Promise<JqlClause> {
  return functions.list().length === 0 ? clause : insertInto(clause, functions, 0);
}

async function insertInto(
  clause: JqlClause,
  functions: CustomJqlFunctions,
  depth: number,
): Promise<JqlClause> {
  switch (clause.kind) {
    case 'and':
    case 'or': {
      const clauses: JqlClause[] = [];
      for (const part of clause.clauses) clauses.push(await insertInto(part, functions, depth));
      return { ...clause, clauses };
    }
    case 'not':
      throw new Error('Negations are pushed down before fragments are inserted.');
    case 'comparison':
      return insertFragment(clause, functions, depth);
  }
}

async function insertFragment(
  clause: JqlComparison,
  functions: CustomJqlFunctions,
  depth: number,
): Promise<JqlClause> {
  const { field, operator, operand } = clause;
  refuseCallsInLists(clause, functions);
  if (operand.kind !== 'function') return clause;
  const called = findCustomFunction(operand, functions);
  if (!called) return clause;
  if (depth > 1) throw notModelled(`calls of '${called.name}' nested deeper than once`);
  refuseMisuse(called, operator, operand);
  const answer = await functions.evaluate({
    field: field.name,
    operator,
    functionName: called.name,
    arguments: operand.arguments,
  });
  if (!answer.ok) throw invalid(answer.error);
  const fragment = parseJql(answer.jql);
  if (!fragment.ok) throw invalid(fragment.error);
  if (!fragment.query.where) throw invalid(`The function '${called.name}' gave no JQL.`);
  return insertInto(pushDownNegation(fragment.query.where), functions, depth + 1);
}

/** Returns the app's function that a call means: one of Jira's own of the same name wins. */
function findCustomFunction(
  { name }: JqlFunctionCall,
  functions: CustomJqlFunctions,
): CustomJqlFunction | undefined {
  if (findBuiltInFunction(name)) return undefined;
  return functions.list().find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
}

function refuseMisuse(
  { name, operators, arguments: declared }: CustomJqlFunction,
  operator: JqlOperator,
  { arguments: given }: JqlFunctionCall,
): void {
  if (!operators.includes(operator)) throw invalid(unsupportedFunctionOperator(operator, name));
  const required = declared.filter((argument) => argument.required).length;
  if (given.length < required || given.length > declared.length) {
    throw invalid(wrongArgumentCount(name, required, given.length));
  }
}

function refuseCallsInLists({ operand }: JqlComparison, functions: CustomJqlFunctions): void {
  if (operand.kind !== 'list') return;
  for (const value of operand.values) {
    const called = value.kind === 'function' && findCustomFunction(value, functions);
    if (called) throw notModelled(`a call of '${called.name}' within a list`);
  }
}
