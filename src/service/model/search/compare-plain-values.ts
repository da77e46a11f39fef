import { assertOperator, readOperands } from './comparing';
import type { CompareContext, Comparing, PositiveOperator } from './comparing';
import { startOfDayOf, timeOf } from './operands';
import type { ComparedTime, OperandMeaning } from './operands';
import type { ValueLeaf } from './resolve-path';
import type { BoundParameters } from './statement';
import { allOf } from './statement';
import { matchBeginnings, matchExactly, matchWholeWords } from './word-match';
import type { TextColumns, WordIndex } from './word-match';

/** `=` by whole words, `~` by beginnings of words, `==` by the exact text. */
export function compareTexts(
  comparing: Comparing,
  context: CompareContext,
  columns: TextColumns,
  index: WordIndex,
): string {
  assertOperator(comparing, ['=', '==', '~'], 'text');
  const texts = readOperands(comparing, context, 'a text', (meaning) =>
    meaning.kind === 'text' ? meaning : undefined,
  );
  if (comparing.operator === '==') return matchExactly(context, columns, texts);
  if (comparing.operator === '~') return matchBeginnings(context, columns, texts);
  return matchWholeWords(context, columns, index, texts);
}

export function compareNumbers(
  { attributes }: ValueLeaf,
  comparing: Comparing,
  { parameters, ...context }: CompareContext,
  column: string,
): string {
  assertOperator(comparing, ['=', '==', '>', '>=', '<', '<='], 'numbers');
  const areWhole = attributes.every(({ kind }) => kind.code === 'INTEGER');
  const expected = `a number such as ${areWhole ? '12' : '12.5'}`;
  const numbers = readOperands(comparing, context, expected, numberOf);
  return `${column} ${sqlOperator(comparing)} any (${parameters.bind(numbers, 'numeric[]')})`;
}

export function compareBooleans(
  comparing: Comparing,
  { parameters, ...context }: CompareContext,
  column: string,
): string {
  assertOperator(comparing, ['=', '=='], 'true and false');
  const values = readOperands(comparing, context, 'true or false', booleanOf);
  return `${column} = any (${parameters.bind(values, 'text[]')})`;
}

/** A day means the whole day (UTC): `= "2026-09-01"` holds at any time of it, `>` from the next. */
export function compareInstants(
  comparing: Comparing,
  { parameters, ...context }: CompareContext,
  column: string,
): string {
  const times = readTimes(comparing, context);
  const spans = times.map((time) => spanOf(comparing.operator, time));
  const [only, ...others] = spans;
  if (only !== undefined && others.length === 0) return isWithin(only, column, parameters);
  const ranges = spans.map(({ from = '', until = '' }) => `[${from},${until})`);
  return `${column} <@ ${parameters.bind(`{${ranges.join()}}`, 'tstzmultirange')}`;
}

/** An instant stands for its day (UTC). */
export function compareDays(
  comparing: Comparing,
  { parameters, ...context }: CompareContext,
  column: string,
): string {
  const days = readTimes(comparing, context).map(startOfDayOf);
  return `${column} ${sqlOperator(comparing)} any (${parameters.bind(days, 'timestamptz[]')})`;
}

/** The times from one on, and until before another one. */
interface Span {
  readonly from?: string;
  readonly until?: string;
}

/** The times that satisfy the operator. */
function spanOf(operator: PositiveOperator, { start, end }: ComparedTime): Span {
  switch (operator) {
    case '>':
      return { from: end };
    case '>=':
      return { from: start };
    case '<':
      return { until: start };
    case '<=':
      return { until: end };
    case '=':
    case '==':
    case '~':
      return { from: start, until: end };
  }
}

/** Ends that are compared one by one can be found in an index. */
function isWithin({ from, until }: Span, column: string, parameters: BoundParameters): string {
  const ends = [];
  if (from !== undefined) ends.push(`${column} >= ${parameters.bind(from, 'timestamptz')}`);
  if (until !== undefined) ends.push(`${column} < ${parameters.bind(until, 'timestamptz')}`);
  return allOf(ends);
}

function readTimes(
  comparing: Comparing,
  context: Omit<CompareContext, 'parameters'>,
): ComparedTime[] {
  assertOperator(comparing, ['=', '==', '>', '>=', '<', '<='], 'dates');
  const expected = 'a date such as "2026-09-01", a time such as "2026-09-01T08:00:00Z", or now()';
  return readOperands(comparing, context, expected, timeOf);
}

/** `==` and `=` are one where there is only one way to be equal. */
function sqlOperator({ operator }: Comparing): string {
  return operator === '==' ? '=' : operator;
}

function textOf(meaning: OperandMeaning): string | undefined {
  return meaning.kind === 'text' ? meaning.text : undefined;
}

/** More digits than any value has would only burden the database. */
const numberForm = /^-?\d{1,40}(\.\d{1,40})?$/;

function numberOf(meaning: OperandMeaning): string | undefined {
  const text = textOf(meaning)?.trim();
  return text !== undefined && numberForm.test(text) ? text : undefined;
}

function booleanOf(meaning: OperandMeaning): string | undefined {
  const text = textOf(meaning)?.trim().toLowerCase();
  return text === 'true' || text === 'false' ? text : undefined;
}
