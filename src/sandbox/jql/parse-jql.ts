import {
  JastBuilder,
  JQLSyntaxError,
  type Clause,
  type Field,
  type Jast,
  type Operand,
  type TerminalClause,
  walkAST,
  type Argument,
  type FunctionString,
  type ValueOperand,
} from '@atlaskit/jql-ast';
import { invalid, notModelled, type JiraError } from '../jira/jira-error';
import {
  isQuoted,
  readLiteral,
  jqlOperators,
  type FieldReference,
  type JqlClause,
  type JqlComparison,
  type JqlOperand,
  type JqlOperator,
  type JqlQuery,
} from './tree';
import { joinSplitProperties } from './field-properties';
import { grammaticalSpellings } from '../jira/platform-switches';
import type { PropertySpelling } from '../jira/platform-switches';

/**
 * Reads JQL by Atlassian's own grammar, and by what Jira's parser refuses beyond it.
 * @throws {JiraError} 400 with the sentence that Jira says, and the place; 501 for JQL that the sandbox does not model: the history of fields, entity
 * properties, and queries that are too long or nested too deeply.
 */
export function parseJql(
  text: string,
  spellings: readonly PropertySpelling[] = grammaticalSpellings,
): JqlQuery {
  if (text.length > maximumCharacters) {
    throw notModelled(`JQL of more than ${maximumCharacters.toLocaleString('en-US')} characters`);
  }
  const joined = joinSplitProperties(text, spellings);
  // A builder remembers its last text, and then reports no error the second time.
  const jast = new JastBuilder().build(joined.text);
  const [fault] = jast.errors;
  if (fault instanceof JQLSyntaxError) {
    throw unreadable(joined.text, fault.start, fault.message);
  }
  // The parser descends into each level.
  if (fault) throw notModelled(`JQL that is nested so deeply: ${fault.message}`);
  refuseStricterFaults(joined.text, jast);
  return new Reader(joined.starts).readQuery(jast);
}

/** Turns the tree of the library into ours: literals without escapes, and nothing unmodelled. */
class Reader {
  constructor(private readonly splitStarts: ReadonlySet<number>) {}

  readQuery({ query }: Jast): JqlQuery {
    if (!query) throw new Error('The JQL parser gave neither a query nor an error.');
    const orderBy = (query.orderBy?.fields ?? []).map(({ field, direction }) => ({
      field: this.#readField(field),
      direction: direction?.value === 'DESC' ? ('desc' as const) : ('asc' as const),
    }));
    return { ...(query.where && { where: this.#readClause(query.where) }), orderBy };
  }

  #readClause(clause: Clause): JqlClause {
    switch (clause.clauseType) {
      case 'compound':
        return {
          kind: clause.operator.value,
          clauses: clause.clauses.map((part) => this.#readClause(part)),
        };
      case 'not':
        return { kind: 'not', clause: this.#readClause(clause.clause) };
      case 'terminal':
        return this.#readComparison(clause);
    }
  }

  #readComparison({ field, operator, operand, predicates }: TerminalClause): JqlComparison {
    const written = operator?.value;
    const known = jqlOperators.find((candidate) => candidate === written);
    if (known === undefined || predicates.length > 0) {
      throw notModelled(`the JQL operator '${written ?? ''}', nor searching the history of fields`);
    }
    if (!operand) throw new Error('The JQL parser gave a comparison without its right side.');
    return {
      kind: 'comparison',
      field: this.#readField(field),
      operator: known satisfies JqlOperator,
      operand: readOperand(operand),
    };
  }

  #readField({ text, properties, position }: Field): FieldReference {
    const [property, ...others] = properties ?? [];
    if (!property) {
      return {
        name: readLiteral(text),
        isQuoted: isQuoted(text),
        ...(position && this.splitStarts.has(position[0]) && { isSplit: true }),
      };
    }
    if (others.length > 0 || (property.path?.length ?? 0) > 0 || !property.key) {
      throw notModelled(`the entity property '${text}' in JQL`);
    }
    // The library's text of `cf[1][Alias]` is all of it, that of `"Name"[Alias]` the name alone.
    const owner = /^cf\[\d+\]/i.exec(text)?.[0] ?? text;
    return {
      name: readLiteral(owner),
      isQuoted: isQuoted(text),
      bracketed: readLiteral(property.key.text),
    };
  }
}

function readOperand(operand: Operand): JqlOperand {
  switch (operand.operandType) {
    case 'value':
      return {
        kind: 'value',
        text: readLiteral(operand.text),
        isQuoted: isQuoted(operand.text),
      };
    case 'list':
      return { kind: 'list', values: operand.values.map(readOperand) };
    case 'function':
      return {
        kind: 'function',
        name: readLiteral(operand.function.text),
        arguments: operand.arguments.map(({ text }) => readLiteral(text)),
      };
    case 'keyword':
      return { kind: 'empty' };
  }
}

/** The parser takes seconds for what is longer; 1,000 ids of 36 characters have 39,000. */
const maximumCharacters = 60_000;

const piece = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|,|\b(?:and|or)\b|[&|]+/gis;

/** Counts what a query holds, without parsing it. */
export function sizeOf(text: string): { clauses: number; values: number } {
  const size = { clauses: 1, values: 1 };
  for (const [found] of text.matchAll(piece)) {
    if (found === ',') size.values += 1;
    else if (!isQuoted(found)) size.clauses += 1;
  }
  return size;
}

const minimumNumber = -(2n ** 63n);
const maximumNumber = 2n ** 63n - 1n;

type Piece = Field | FunctionString | Argument | ValueOperand;

/**
 * Refuses what Jira's own parser does not take of a query that Atlassian's published grammar takes:
 * names without a letter, numbers beyond 64 bits, and a reserved word that the grammar does not list.
 * @throws {JiraError} 400 for the first in the order of the text
 */
function refuseStricterFaults(text: string, jast: Jast): void {
  const fault = ({ position }: Piece, sentence: string, within = 0) =>
    unreadable(text, (position?.[0] ?? 0) + within, sentence);
  const refuseReserved = (piece: Piece) => {
    if (piece.text.toLowerCase() === 'all') throw fault(piece, reservedWord(piece.text));
  };
  const refuseEmpty = (piece: Piece, what: 'field' | 'function') => {
    const isEmpty = readLiteral(piece.text).trim() === '';
    if (isEmpty) throw fault(piece, `A ${what} name cannot be empty.`);
  };
  const refuseHuge = (piece: Piece, written: string, within = 0) => {
    const number = /^-?\d+$/.test(written) ? BigInt(written) : 0n;
    const isInRange = number >= minimumNumber && number <= maximumNumber;
    if (!isInRange) throw fault(piece, illegalNumber(written), within);
  };
  walkAST(
    {
      enterField: (field) => {
        refuseReserved(field);
        refuseEmpty(field, 'field');
        const [, id = ''] = /^cf\[(\d+)\]/i.exec(field.text) ?? [];
        refuseHuge(field, id, 'cf['.length);
      },
      enterFunction: (name) => {
        refuseReserved(name);
        refuseEmpty(name, 'function');
      },
      enterArgument: refuseReserved,
      enterValueOperand: (value) => {
        refuseReserved(value);
        refuseHuge(value, value.text);
      },
    },
    jast,
  );
}

function reservedWord(word: string): string {
  return `'${word}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.`;
}

function illegalNumber(number: string): string {
  return `'${number}' is not a valid number. Numbers must be between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,807.`;
}

/** With the place, as Jira counts it: lines and characters from 1. */
function unreadable(text: string, offset: number, sentence: string): JiraError {
  const lines = text.slice(0, offset).split('\n');
  const character = (lines.at(-1)?.length ?? 0) + 1;
  return invalid(
    `Error in the JQL Query: ${sentence} (line ${lines.length}, character ${character})`,
  );
}
