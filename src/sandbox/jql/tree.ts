import { RESERVED_WORDS } from '@atlaskit/jql-ast';

/** A JQL query as the stand-in reads it: what is not modelled never gets here. */
export interface JqlQuery {
  /** Absent if the query restricts nothing. */
  where?: JqlClause;
  orderBy: readonly SortTerm[];
}

export type JqlClause =
  | { kind: 'and' | 'or'; clauses: readonly JqlClause[] }
  | { kind: 'not'; clause: JqlClause }
  | JqlComparison;

export interface JqlComparison {
  kind: 'comparison';
  field: FieldReference;
  operator: JqlOperator;
  operand: JqlOperand;
}

/** Those that compare by order are not modelled. */
export const jqlOperators = ['=', '!=', '~', '!~', 'in', 'not in', 'is', 'is not'] as const;
export type JqlOperator = (typeof jqlOperators)[number];

export type JqlOperand =
  | JqlValue
  | { kind: 'list'; values: readonly JqlOperand[] }
  | JqlFunctionCall
  | { kind: 'empty' };

export interface JqlValue {
  kind: 'value';
  /** Without quotes and escapes. */
  text: string;
  isQuoted: boolean;
}

export interface JqlFunctionCall {
  kind: 'function';
  name: string;
  arguments: readonly string[];
}

/** A field as someone wrote it, which may be a property of an app's field. */
export interface FieldReference {
  /** `status`, `cf[10050]`, `Asset.ObjectId`, without quotes and brackets of a property. */
  name: string;
  isQuoted: boolean;
  /** What stands in brackets behind it: `ObjectId` of `"Asset"[ObjectId]`. */
  bracketed?: string;
  /** `"Asset".ObjectId` or `cf[10050].ObjectId`, read as if the quotes went around all of it. */
  isSplit?: boolean;
}

export interface SortTerm {
  field: FieldReference;
  direction: 'asc' | 'desc';
}

/** The name that Jira's sentences use: what the query says. */
export function nameOf({ field }: Pick<JqlComparison, 'field'>): string {
  return field.bracketed === undefined ? field.name : `${field.name}[${field.bracketed}]`;
}

const opposites: Readonly<Record<JqlOperator, JqlOperator>> = {
  '=': '!=',
  '!=': '=',
  '~': '!~',
  '!~': '~',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};

/**
 * Moves every `not` into the comparisons below it, as Jira does before it searches: so that
 * `not x = 1` is `x != 1`, which matches no issue where x is empty.
 */
export function pushDownNegation(clause: JqlClause, isNegated = false): JqlClause {
  switch (clause.kind) {
    case 'not':
      return pushDownNegation(clause.clause, !isNegated);
    case 'and':
    case 'or':
      return {
        kind: isNegated === (clause.kind === 'and') ? 'or' : 'and',
        clauses: clause.clauses.map((part) => pushDownNegation(part, isNegated)),
      };
    case 'comparison':
      return isNegated ? { ...clause, operator: opposites[clause.operator] } : clause;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Returns what a name or value of a query stands for, without its quotes and escapes. */
export function readLiteral(text: string): string {
  const body = isQuoted(text) ? text.slice(1, -1) : text;
  return body.replace(
    /\\(?:u([\da-f]{4})|(.))/gis,
    (_, hex: string | undefined, character: string) =>
      hex === undefined
        ? (escapes[character] ?? character)
        : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

export function isQuoted(text: string): boolean {
  return text.startsWith('"') || text.startsWith("'");
}

/** Returns a name or value as it may stand in a query, in quotes only where they are needed. */
export function printLiteral(text: string): string {
  const isBare = /^[\w.-]+$/.test(text) && !RESERVED_WORDS.has(text.toLowerCase());
  return isBare ? text : printQuoted(text);
}

/** Returns a field's name as it may stand in a query; one with a dot is quoted, as a property's. */
export function printFieldName(name: string): string {
  return name.includes('.') ? printQuoted(name) : printLiteral(name);
}

export function printQuoted(text: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    // oxlint-disable-next-line no-control-regex -- the grammar takes none of these, not even in quotes
    .replace(/[\u0000-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g, escapeCharacter);
  return `"${escaped}"`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns the right side of a comparison as it may stand in a query. */
export function printOperand(operand: JqlOperand): string {
  switch (operand.kind) {
    case 'value':
      return operand.isQuoted ? printQuoted(operand.text) : printLiteral(operand.text);
    case 'list':
      return `(${operand.values.map(printOperand).join(', ')})`;
    case 'function':
      return `${printLiteral(operand.name)}(${operand.arguments.map(printLiteral).join(', ')})`;
    case 'empty':
      return 'EMPTY';
  }
}
