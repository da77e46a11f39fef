import { invalid, notModelled } from '../jira/jira-error';
import type { Caller } from '../jira/accounts';
import { nameOf, pushDownNegation } from './tree';
import type { JqlClause, JqlComparison, JqlFunctionCall, JqlOperator, JqlOperand } from './tree';
import type { FieldCatalogue } from './field-catalogue';
import type { PropertySpelling } from '../jira/platform-switches';
import { isBuiltIn, typeNamed } from './search-field';
import { sentences } from './sentences';
import { parseJql, sizeOf } from './parse-jql';

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
  /** As the app declares it. */
  functionName: string;
  arguments: readonly string[];
}

export type CustomFunctionAnswer =
  /** The JQL that stands for the clause. */
  | { ok: true; jql: string }
  /** What the person is told. */
  | { ok: false; error: string };

/** Why a clause is evaluated: to find issues, or to see whether it could. */
export type EvaluationPurpose = 'search' | 'check';

export interface Evaluation {
  caller: Caller;
  purpose: EvaluationPurpose;
}

/** The functions of apps, and what Jira holds as their results. */
export interface CustomJqlFunctions {
  list(): readonly CustomJqlFunction[];
  evaluate(clause: CustomFunctionClause, evaluation: Evaluation): Promise<CustomFunctionAnswer>;
}

export const noCustomFunctions: CustomJqlFunctions = {
  list: () => [],
  evaluate: ({ functionName }) => Promise.reject(new Error(`No function "${functionName}".`)),
};

/** What fragments are made with, for whom and why. */
interface FragmentContext extends Evaluation {
  functions: CustomJqlFunctions;
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
): Promise<JqlClause> {
  return context.functions.list().length === 0 ? clause : insertInto(clause, context, 0);
}

async function insertInto(
  clause: JqlClause,
  context: FragmentContext,
  depth: number,
): Promise<JqlClause> {
  switch (clause.kind) {
    case 'and':
    case 'or': {
      const clauses: JqlClause[] = [];
      for (const part of clause.clauses) clauses.push(await insertInto(part, context, depth));
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
  const call = { functionName: called.name, arguments: operand.arguments };
  const evaluated = { field: field.name, operator, ...call };
  const answer = await functions.evaluate(evaluated, { caller, purpose });
  if (!answer.ok) throw invalid(answer.error);
  const fragment = readFragment(answer.jql, called.name, propertySpellings);
  if (!fragment.ok) throw invalid(fragment.error);
  return insertInto(pushDownNegation(fragment.where), context, depth + 1);
}

/** Returns the app's function that a call means: one of Jira's own of the same name wins. */
function findCustomFunction(
  { name }: JqlFunctionCall,
  functions: CustomJqlFunctions,
): CustomJqlFunction | undefined {
  if (isBuiltIn(name)) return undefined;
  return functions.list().find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
}

function refuseMisuse(
  { name, operators, arguments: declared, types: given }: CustomJqlFunction,
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

function refuseCallsInLists({ operand }: JqlComparison, functions: CustomJqlFunctions): void {
  if (operand.kind !== 'list') return;
  for (const value of operand.values) {
    const called = value.kind === 'function' && findCustomFunction(value, functions);
    if (called) throw notModelled(`a call of '${called.name}' within a list`);
  }
}

type FragmentReading = { ok: true; where: JqlClause } | { ok: false; error: string };

const maximumLiterals = 1_000;

/**
 * Reads JQL that a function of an app gives in place of its clause. A refusal is the sentence that
 * Jira says. Whether its fields and values exist shows when a search uses it.
 * @see https://developer.atlassian.com/platform/forge/working-around-jql-1000-limit/
 */
export function readFragment(
  jql: string,
  functionName: string,
  spellings: readonly PropertySpelling[],
): FragmentReading {
  // Parsing something far too long would take seconds.
  const { clauses, values } = sizeOf(jql);
  if (Math.max(clauses, values) > maximumLiterals)
    return refuse(sentences.tooManyLiterals(functionName));
  const reading = parseJql(jql, spellings);
  if (!reading.ok) return reading;
  const { where } = reading.query;
  if (!where) return refuse(sentences.invalidFragment(functionName));
  return literalsOf(where) > maximumLiterals
    ? refuse(sentences.tooManyLiterals(functionName))
    : { ok: true, where };
}

function refuse(error: string): FragmentReading {
  return { ok: false, error };
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
