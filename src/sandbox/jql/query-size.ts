import { notModelled } from '../jira/jira-error';

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
export function refuseOversized(text: string): void {
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
