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

export const jqlOperators = [
  '=',
  '!=',
  '~',
  '!~',
  '<',
  '>',
  '<=',
  '>=',
  'in',
  'not in',
  'is',
  'is not',
] as const;
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
