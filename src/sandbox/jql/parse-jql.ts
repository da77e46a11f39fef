import { JastBuilder } from '@atlaskit/jql-ast';
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
 * properties, and very large queries.
 */
export function parseJql(
  text: string,
  spellings: ReadonlySet<PropertySpelling> = standardSpellings,
): JqlReading {
  refuseOversized(text);
  const joined = joinSplitProperties(text, spellings);
  // A builder remembers its last text, and then reports no error the second time.
  const jast = new JastBuilder().build(joined.text);
  const [fault] = jast.errors;
  if (fault) return { ok: false, error: describeSyntaxFault(joined.text, fault) };
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

const mostLevels = 100;
const mostClauses = 1_000;
const mostValues = 10_000;
const mostCharacters = 60_000;

const piece = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[(),]|\b(?:and|or|not)\b|[&|]+|!(?![=~])/gis;

/**
 * Refuses a query before it is parsed: the parser descends into each level, and takes seconds for
 * what no person writes.
 *
 * @throws {JiraError} 501 for a query that is nested deeper or has more clauses or values than the
 * sandbox reads
 */
function refuseOversized(text: string): void {
  const { levels, clauses, values } = sizeOf(text);
  if (levels > mostLevels) throw notModelled(`JQL nested deeper than ${mostLevels} levels`);
  if (clauses > mostClauses) throw tooMany(mostClauses, 'clauses');
  if (values > mostValues) throw tooMany(mostValues, 'values');
  const isLong = text.split(/["',]/).some(({ length }) => length > mostCharacters);
  if (isLong) throw tooMany(mostCharacters, 'characters in one value');
}

/** Counts what a query holds, without parsing it. */
export function sizeOf(text: string): { levels: number; clauses: number; values: number } {
  const size = { levels: 0, clauses: 1, values: 1 };
  const levels = new Levels();
  for (const [found] of text.matchAll(piece)) {
    levels.count(found.toLowerCase());
    size.levels = Math.max(size.levels, levels.depth);
    if (found === ',') size.values += 1;
    if (/^(?:and|or|[&|]+)$/i.test(found)) size.clauses += 1;
  }
  return size;
}

function tooMany(most: number, what: string) {
  return notModelled(`JQL of more than ${most.toLocaleString('en-US')} ${what}`);
}

/** A parenthesis is a level, and so is each `not` up to the end of its clause. */
class Levels {
  readonly #outer: number[] = [];
  depth = 0;

  count(found: string): void {
    if (found === '(') {
      this.#outer.push(this.depth);
      this.depth += 1;
    } else if (found === 'not' || found === '!') {
      this.depth += 1;
    } else if (found === ')') {
      this.depth = this.#outer.pop() ?? 0;
    } else if (found !== ',') {
      this.depth = this.#outer.length === 0 ? 0 : (this.#outer.at(-1) ?? 0) + 1;
    }
  }
}
