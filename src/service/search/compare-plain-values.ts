import { assertOperator, readOperands } from './comparing';
import type { CompareContext, Comparing } from './comparing';
import { timeOf, wholeDay } from './operands';
import type { ComparedTime, OperandMeaning } from './operands';
import { allOf, anyOf } from './statement';
import type { BoundParameters } from './statement';
import { matchExactly, matchWords } from './word-match';
import type { TextColumns } from './word-match';

/** `=` by whole words, `~` by beginnings of words, `==` by the exact text. */
export function compareTexts(
  comparing: Comparing,
  context: CompareContext,
  columns: TextColumns,
): string {
  assertOperator(comparing, ['=', '==', '~'], 'text');
  const texts = readOperands(comparing, context, 'a text', (meaning) =>
    meaning.kind === 'text' ? meaning : undefined,
  );
  if (comparing.operator === '==') return matchExactly(context, columns, texts);
  return matchWords(context, columns, texts, comparing.operator === '=' ? 'whole' : 'prefix');
}

export function compareNumbers(
  comparing: Comparing,
  { parameters, ...context }: CompareContext,
  column: string,
): string {
  assertOperator(comparing, ['=', '==', '>', '>=', '<', '<='], 'numbers');
  const numbers = readOperands(comparing, context, 'a number such as 12.5', numberOf);
  return anyOf(
    numbers.map(
      (number) => `${column} ${sqlOperator(comparing)} ${parameters.bind(number, 'numeric')}`,
    ),
  );
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
  return anyOf(times.map((time) => compareInstant(comparing, parameters, column, time)));
}

/** An instant stands for its day (UTC). */
export function compareDays(
  comparing: Comparing,
  { parameters, ...context }: CompareContext,
  column: string,
): string {
  const days = readTimes(comparing, context).map(wholeDay);
  return anyOf(
    days.map(
      ({ iso }) => `${column} ${sqlOperator(comparing)} ${parameters.bind(iso, 'timestamptz')}`,
    ),
  );
}

function compareInstant(
  comparing: Comparing,
  parameters: BoundParameters,
  column: string,
  { iso, isDay }: ComparedTime,
): string {
  const start = parameters.bind(iso, 'timestamptz');
  if (!isDay) return `${column} ${sqlOperator(comparing)} ${start}`;
  const end = `${start} + interval '24 hours'`;
  switch (comparing.operator) {
    case '>':
      return `${column} >= ${end}`;
    case '<=':
      return `${column} < ${end}`;
    case '>=':
    case '<':
      return `${column} ${comparing.operator} ${start}`;
    case '=':
    case '==':
    case '~':
      return allOf([`${column} >= ${start}`, `${column} < ${end}`]);
  }
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
