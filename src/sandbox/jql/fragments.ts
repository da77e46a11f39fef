import { invalid, notModelled, type JiraError } from '../jira/jira-error';
import type { AppFunction, AppFunctions, Evaluation } from './app-functions';
import { nameOf, pushDownNegation } from './tree';
import type { JqlClause, JqlComparison, JqlFunctionCall, JqlOperand } from './tree';
import type { FieldCatalogue } from './field-catalogue';
import type { PropertySpelling } from '../jira/platform-switches';
import { isBuiltIn, typeNamed } from './search-field';
import { sentences } from './sentences';
import { parseJql, sizeOf } from './parse-jql';

/** What fragments are made with, for whom and why. */
interface FragmentContext extends Evaluation {
  functions: AppFunctions;
  propertySpellings: readonly PropertySpelling[];
  catalogue: FieldCatalogue;
}

/**
 * Puts its fragment in place of each clause that calls an app's function, in clauses without
 * `not`. A fragment may call functions in turn; the fragments of those may call none.
 * @throws {JiraError} 400 with the function's own sentence, 501 for calls that are not modelled.
 */
export async function insertFragments(
  clause: JqlClause,
  context: FragmentContext,
  depth = 0,
): Promise<JqlClause> {
  switch (clause.kind) {
    case 'and':
    case 'or': {
      const clauses: JqlClause[] = [];
      for (const part of clause.clauses) clauses.push(await insertFragments(part, context, depth));
      return { ...clause, clauses };
    }
    case 'not':
      throw new Error('Negations are pushed down before fragments are inserted.');
    case 'comparison':
      return insertFragment(clause, context, depth);
  }
}

async function insertFragment(
  clause: JqlComparison,
  context: FragmentContext,
  depth: number,
): Promise<JqlClause> {
  const { functions, propertySpellings, caller, purpose } = context;
  const { field, operator, operand } = clause;
  refuseCallsInLists(clause, functions);
  if (operand.kind !== 'function') return clause;
  const called = findCustomFunction(operand, functions);
  if (!called) return clause;
  if (depth > 1) throw notModelled(`calls of '${called.name}' nested deeper than once`);
  refuseMisuse(called, clause, operand, context);
  const call = { field: field.name, operator, functionName: called.name };
  const evaluated = { ...call, arguments: operand.arguments };
  const jql = await functions.evaluate(called, evaluated, { caller, purpose });
  const fragment = readFragment(jql, called.name, propertySpellings);
  return insertFragments(pushDownNegation(fragment), context, depth + 1);
}

/** Returns the app's function that a call means: one of Jira's own of the same name wins. */
function findCustomFunction(
  { name }: JqlFunctionCall,
  functions: AppFunctions,
): AppFunction | undefined {
  if (isBuiltIn(name)) return undefined;
  return functions.list().find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
}

function refuseMisuse(
  { name, operators, arguments: declared, types: given }: AppFunction,
  clause: JqlComparison,
  { arguments: written }: JqlFunctionCall,
  { catalogue }: FragmentContext,
): void {
  const { operator, field } = clause;
  if (!operators.includes(operator))
    throw invalid(sentences.unsupportedFunctionOperator(operator, name));
  const required = declared.filter((argument) => argument.required).length;
  if (written.length < required || written.length > declared.length) {
    throw invalid(sentences.wrongArgumentCount(name, required, written.length));
  }
  const fields = catalogue.find(field);
  if (fields.length === 0) throw invalid(sentences.unknownField(nameOf(clause)));
  const taken = fields.flatMap(({ types }) => types);
  if (!given.some((type) => taken.includes(typeNamed(type)))) {
    throw invalid(sentences.functionUnfitForField(name, nameOf(clause)));
  }
}

function refuseCallsInLists({ operand }: JqlComparison, functions: AppFunctions): void {
  if (operand.kind !== 'list') return;
  for (const value of operand.values) {
    const called = value.kind === 'function' && findCustomFunction(value, functions);
    if (called) throw notModelled(`a call of '${called.name}' within a list`);
  }
}

const maximumLiterals = 1_000;

/**
 * Returns what JQL says that a function of an app gives in place of its clause. Whether its fields
 * and values exist shows when a search uses it.
 * @throws {JiraError} 400 for JQL that cannot be read, restricts nothing, or is too long
 * @see https://developer.atlassian.com/platform/forge/working-around-jql-1000-limit/
 */
export function readFragment(
  jql: string,
  functionName: string,
  spellings: readonly PropertySpelling[],
): JqlClause {
  // Parsing something far too long would take seconds.
  const { clauses, values } = sizeOf(jql);
  if (Math.max(clauses, values) > maximumLiterals) throw tooManyLiterals(functionName);
  const { where } = parseJql(jql, spellings);
  if (!where) throw invalid(sentences.invalidFragment(functionName));
  if (literalsOf(where) > maximumLiterals) throw tooManyLiterals(functionName);
  return where;
}

function tooManyLiterals(functionName: string): JiraError {
  return invalid(sentences.tooManyLiterals(functionName));
}

/**
 * Counts the right sides of all clauses: each has one at least, a list as many as it holds. That
 * the arguments of a call count each is known of other apps' calls, not documented.
 */
function literalsOf(clause: JqlClause): number {
  switch (clause.kind) {
    case 'and':
    case 'or':
      return sum(clause.clauses.map(literalsOf));
    case 'not':
      return literalsOf(clause.clause);
    case 'comparison':
      return literalsOfOperand(clause.operand);
  }
}

function literalsOfOperand(operand: JqlOperand): number {
  switch (operand.kind) {
    case 'list':
      return sum(operand.values.map(literalsOfOperand));
    case 'function':
      return Math.max(1, operand.arguments.length);
    case 'value':
    case 'empty':
      return 1;
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
