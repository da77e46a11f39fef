import { JastBuilder, JQLSyntaxError } from '@atlaskit/jql-ast';
import type { Clause, Field, Jast, Operand, TerminalClause } from '@atlaskit/jql-ast';
import { notModelled } from '../jira/jira-error';
import { isQuoted, readLiteral, jqlOperators } from './tree';
import type {
  FieldReference,
  JqlClause,
  JqlComparison,
  JqlOperand,
  JqlOperator,
  JqlQuery,
} from './tree';
import { grammaticalSpellings, joinSplitProperties } from './field-properties';
import type { PropertySpelling } from './field-properties';
import { describeStricterFault, describeSyntaxFault } from './syntax-faults';

type JqlReading = { ok: true; query: JqlQuery } | { ok: false; error: string };

const standardSpellings: ReadonlySet<PropertySpelling> = new Set(grammaticalSpellings);

/**
 * Reads JQL by Atlassian's own grammar, and by what Jira's parser refuses beyond it. A refusal is the sentence that Jira says, with the place.
 * @throws {JiraError} 501 for JQL that the sandbox does not model: the history of fields, entity
 * properties, and queries that are too long or nested too deeply.
 */
export function parseJql(
  text: string,
  spellings: ReadonlySet<PropertySpelling> = standardSpellings,
): JqlReading {
  if (text.length > maximumCharacters) {
    throw notModelled(`JQL of more than ${maximumCharacters.toLocaleString('en-US')} characters`);
  }
  const joined = joinSplitProperties(text, spellings);
  // A builder remembers its last text, and then reports no error the second time.
  const jast = new JastBuilder().build(joined.text);
  const [fault] = jast.errors;
  if (fault instanceof JQLSyntaxError) {
    return { ok: false, error: describeSyntaxFault(joined.text, fault) };
  }
  // The parser descends into each level.
  if (fault) throw notModelled(`JQL that is nested so deeply: ${fault.message}`);
  const stricter = describeStricterFault(joined.text, jast);
  if (stricter !== undefined) return { ok: false, error: stricter };
  return { ok: true, query: new Reader(joined.starts).readQuery(jast) };
}

/** Turns the tree of the library into ours: literals without escapes, and nothing unmodelled. */
class Reader {
  readonly #splitStarts: ReadonlySet<number>;

  constructor(splitStarts: ReadonlySet<number>) {
    this.#splitStarts = splitStarts;
  }

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
        ...(position && this.#splitStarts.has(position[0]) && { isSplit: true }),
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
