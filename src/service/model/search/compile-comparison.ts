import { printAttributeName, printPath } from '../../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import type { ReadableType } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import { foldEmail, sameAddresses } from '../values/email-spellings';
import { compareChoices, compareTypes, chooseMembers } from './compare-choices';
import {
  assertOperator,
  readOperands,
  matchBeginnings,
  matchExactly,
  matchParts,
  matchWholeWords,
  matchFolded,
} from './comparison-operands';
import type {
  CompareContext,
  Comparing,
  PositiveOperator,
  TextColumns,
  WordIndex,
} from './comparison-operands';
import { startOfDayOf, timeOf, idOf } from './operands';
import type { ComparedTime, OperandMeaning, TextMeaning } from './operands';
import type { ObjectLeaf, ValueLeaf } from './resolve-path';
import { allOf, anyOf, never } from './statement';
import type { BoundParameters } from './statement';

/**
 * The condition on a row of `object`.
 * @param row the alias of that row
 * @throws QueryProblem if the operator or an operand does not fit
 */
export function compareObjectLeaf(
  leaf: ObjectLeaf,
  row: string,
  comparing: Comparing,
  context: CompareContext,
): string {
  switch (leaf.kind) {
    case 'label':
      return compareTexts(
        { comparing, attributes: labelsOf(leaf.types) },
        context,
        labelColumns(leaf.types, row, context),
        { table: 'object', words: 'label_words', id: `${row}.id` },
      );
    case 'id':
      return compareIds(comparing, context, `${row}.id`);
    case 'type':
      return compareTypes(leaf, comparing, context, `${row}.type_id`);
    case 'created':
      return compareInstants(comparing, context, `${row}.created_at`);
    case 'updated':
      return compareInstants(comparing, context, `${row}.updated_at`);
  }
}

/**
 * The condition on a row of `object_value` that holds a value of the leaf's attributes.
 * @param row the alias of that row
 * @throws QueryProblem if the operator or an operand does not fit
 */
export function compareValueLeaf(
  leaf: ValueLeaf,
  row: string,
  comparing: Comparing,
  context: CompareContext,
): string {
  switch (leaf.kind) {
    case 'text':
      return compareTexts(
        { comparing, ...leaf },
        context,
        valueColumns(row, 'value'),
        wordsOf(row),
      );
    case 'number':
      return compareNumbers(leaf, comparing, context, `${row}.number`);
    case 'boolean':
      return compareBooleans(comparing, context, `${row}.value`);
    case 'date':
      return compareDays(comparing, context, `${row}.moment`);
    case 'datetime':
      return compareInstants(comparing, context, `${row}.moment`);
    case 'media':
    case 'richText':
      return compareTexts({ comparing, ...leaf }, context, valueColumns(row, 'text'), wordsOf(row));
    case 'option':
    case 'state':
      return compareChoices(leaf, leaf.kind, comparing, context, row);
    case 'reference':
      return compareReferences(leaf, comparing, context, row);
    case 'user':
      return compareUsers(comparing, context, `${row}.user_id`);
  }
}

function wordsOf(row: string): WordIndex {
  return { table: 'object_value', words: 'words', id: `${row}.id` };
}

function valueColumns(row: string, text: 'value' | 'text'): TextColumns {
  return {
    value: `${row}.${text}`,
    words: `${row}.words`,
    key: `${row}.key`,
    withParts: (condition) => condition(`${row}.parts`, `${row}.words`),
  };
}

/** The parts of a label are kept once, with the value that it is. */
function labelColumns(
  types: readonly ReadableType[],
  row: string,
  { parameters, workspace }: CompareContext,
): TextColumns {
  const labelIds = () => labelsOf(types).map(({ id }) => id);
  return {
    value: `${row}.label`,
    words: `${row}.label_words`,
    key: `${row}.label_key`,
    withParts: (condition) => `${row}.id in (select l.object_id from object_value as l
      where l.workspace_id = ${workspace} and l.position = 0 and ${condition('l.parts', 'l.words')}
        and (l.attribute_id = any (${parameters.bind(labelIds(), 'uuid[]')})) is true)`,
  };
}

/** The attributes that are the labels of these types. */
export function labelsOf(types: readonly ReadableType[]): StoredAttribute[] {
  return types.flatMap(({ attributes }) => attributes.find(({ isLabel }) => isLabel) ?? []);
}

interface ComparedTexts {
  readonly comparing: Comparing;
  /** Those whose values are compared. */
  readonly attributes: readonly StoredAttribute[];
}

/** `=` by whole words, `~` by beginnings of words, `*=` by parts of words, `==` by the exact text. */
function compareTexts(
  { comparing, attributes }: ComparedTexts,
  context: CompareContext,
  columns: TextColumns,
  index: WordIndex,
): string {
  assertOperator(comparing, ['=', '==', '~', '*='], 'text');
  const read = readOperands(comparing, context, 'a text', (meaning) =>
    meaning.kind === 'text' ? meaning : undefined,
  );
  const texts = read.flatMap((text) => withSameAddresses(text, attributes));
  const { operator } = comparing;
  if (operator === '~') return matchBeginnings(context, columns, texts);
  if (operator === '*=') return matchParts(context, columns, texts);
  if (operator === '==') return matchExactly(context, columns, texts);
  return matchWholeWords(context, columns, index, texts);
}

/** The domain of an address may be stored in another form than the query has it. */
function withSameAddresses(
  meaning: TextMeaning,
  attributes: readonly StoredAttribute[],
): TextMeaning[] {
  if (!attributes.some(({ kind }) => kind.code === 'EMAIL')) return [meaning];
  return sameAddresses(meaning.text).map((text) => ({ ...meaning, text }));
}

function compareNumbers(
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

function compareBooleans(
  comparing: Comparing,
  { parameters, ...context }: CompareContext,
  column: string,
): string {
  assertOperator(comparing, ['=', '=='], 'true or false');
  const values = readOperands(comparing, context, 'true or false', booleanOf);
  return `${column} = any (${parameters.bind(values, 'text[]')})`;
}

/** A day means the whole day (UTC): `= "2026-09-01"` holds at any time of it, `>` from the next. */
function compareInstants(
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
function compareDays(
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
    case '*=':
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
  const expected =
    'a date such as "2026-09-01" (YYYY-MM-DD), a time such as "2026-09-01T08:00:00Z", or now()';
  return readOperands(comparing, context, expected, timeOf);
}

/** For these kinds of values, `==` and `=` mean the same. */
function sqlOperator({ operator }: Comparing): string {
  return operator === '==' ? '=' : operator;
}

function textOf(meaning: OperandMeaning): string | undefined {
  return meaning.kind === 'text' ? meaning.text : undefined;
}

/** No value has more digits than this. */
const numberForm = /^-?\d{1,40}(\.\d{1,40})?$/;

function numberOf(meaning: OperandMeaning): string | undefined {
  const text = textOf(meaning)?.trim();
  return text !== undefined && numberForm.test(text) ? text : undefined;
}

function booleanOf(meaning: OperandMeaning): string | undefined {
  const text = textOf(meaning)?.trim().toLowerCase();
  return text === 'true' || text === 'false' ? text : undefined;
}

/** A reference is compared with `objectId()` or the label of what it points to. */
function compareReferences(
  leaf: ValueLeaf,
  comparing: Comparing,
  context: CompareContext,
  row: string,
): string {
  assertOperator(comparing, ['=', '==', '~', '*='], 'references');
  const expected = 'objectId("...") or the label of an object';
  const meanings = readOperands(
    comparing,
    context,
    expected,
    (meaning) => (meaning.kind === 'object' || meaning.kind === 'text' ? meaning : undefined),
    ({ kind }) => (kind === 'user' || kind === 'userEmail' ? adviseOnPerson(leaf, comparing) : ''),
  );
  const { parameters } = context;
  const conditions = [];
  const ids = definedIds(meanings);
  if (ids.length > 0) {
    conditions.push(`${row}.reference_id = any (${parameters.bind(ids, 'uuid[]')})`);
  }
  const labels = textsOf(meanings).flatMap((text) =>
    withSameAddresses(text, labelsOf(leaf.targetTypes)),
  );
  if (labels.length > 0) {
    const target = `${row}t`;
    const typeIds = parameters.bind(typeIdsOf(leaf.targetTypes), 'uuid[]');
    conditions.push(`exists (select from object as ${target}
      where ${target}.workspace_id = ${context.workspace}
        and ${target}.id = ${row}.reference_id and ${target}.type_id = any (${typeIds})
        and ${compareLabels(comparing, context, labelColumns(leaf.targetTypes, target, context), labels)})`);
  }
  return anyOf(conditions);
}

/** Where the objects that a reference points to hold a person; empty if they hold none. */
function adviseOnPerson({ targetTypes }: ValueLeaf, { path }: Comparing): string {
  const names = targetTypes
    .flatMap(({ attributes }) => attributes)
    .filter(({ kind }) => kind.valueKind === 'user')
    .map(({ name }) => `${printPath(path)}.${printAttributeName(name)}`);
  const distinct = [...new Set(names)].slice(0, maximumAdvised);
  return distinct.length === 0 ? '' : ` To compare with a person, use ${distinct.join(' or ')}.`;
}

const maximumAdvised = 3;

function compareLabels(
  { operator }: Comparing,
  context: CompareContext,
  columns: TextColumns,
  labels: readonly TextMeaning[],
): string {
  if (operator === '~') return matchBeginnings(context, columns, labels);
  if (operator === '*=') return matchParts(context, columns, labels);
  if (operator === '==') return matchExactly(context, columns, labels);
  return matchFolded(context, columns, labels);
}

/**
 * A person is compared with `userId()`, `user()`, `currentUser()` or a name. Names and emails are
 * those of the workspace's members.
 */
function compareUsers(comparing: Comparing, context: CompareContext, column: string): string {
  assertOperator(comparing, ['=', '==', '~', '*='], 'people');
  const expected = 'userId("..."), user("<email>"), currentUser() or a name';
  const meanings = readOperands(comparing, context, expected, (meaning) =>
    meaning.kind === 'user' || meaning.kind === 'userEmail' || meaning.kind === 'text'
      ? meaning
      : undefined,
  );
  const named = chooseMembers(comparing, context, textsOf(meanings));
  const addressed = new Set(meanings.flatMap((one) => ('email' in one ? [one.email] : [])));
  const mailed = context.members.filter(
    ({ email }) => addressed.size > 0 && addressed.has(foldEmail(email)),
  );
  const ids = [...definedIds(meanings), ...named, ...mailed.map(({ id }) => id)];
  return ids.length === 0 ? never : `${column} = any (${context.parameters.bind(ids, 'uuid[]')})`;
}

/** `Id` is compared with texts and `objectId()`; a text that is no UUID is nobody's id. */
function compareIds(comparing: Comparing, context: CompareContext, column: string): string {
  assertOperator(comparing, ['=', '=='], 'ids');
  const ids = readOperands(comparing, context, 'the id of an object', (meaning) => {
    if (meaning.kind === 'object') return [meaning.id];
    return meaning.kind === 'text' ? [idOf(meaning.text)] : undefined;
  });
  return `${column} = any (${context.parameters.bind(ids.flat().filter(isDefined), 'uuid[]')})`;
}

function definedIds(meanings: readonly OperandMeaning[]): string[] {
  return meanings.flatMap((meaning) => ('id' in meaning ? [meaning.id] : [])).filter(isDefined);
}

function textsOf(meanings: readonly OperandMeaning[]): TextMeaning[] {
  return meanings.filter((meaning) => meaning.kind === 'text');
}

function isDefined(id: string | undefined): id is string {
  return id !== undefined;
}
