import type { User } from '../../../api/user';
import { leavesOf, operandsOf, wordsIn } from '../../../query';
import type { Comparison, Location, Membership, Operand, Path, Query } from '../../../query';
import { isStorable } from '../../base/refusals/storable-inputs';
import type { WorkspaceView } from '../permissions/workspace-view';
import { earlierFolding, folding } from '../values/foldings';
import type { Folding } from '../values/foldings';
import { comparedPart, indexedWord, keyOf, distinctWords } from '../values/searchable-text';
import { meaningOf } from './operands';
import type { OperandContext, OperandMeaning, TextMeaning } from './operands';
import { QueryProblem, QueryTooLarge } from './query-limits';
import type { QuerySize } from './query-limits';
import { allOf, anyOf } from './statement';
import type { BoundParameters } from './statement';

/** The operators that are not the exact opposite of another one. */
export type PositiveOperator = '=' | '==' | '~' | '*=' | '>' | '>=' | '<' | '<=';

/** One comparison: it holds where any of the operands satisfies the operator. */
export interface Comparing {
  readonly path: Path;
  /** The path as the query spells it. */
  readonly name: string;
  readonly operator: PositiveOperator;
  /** The operator as the query has it, and where. */
  readonly written: { readonly operator: string; readonly location: Location };
  /** At least one. */
  readonly operands: readonly Operand[];
}

/** What a condition with one operand compares. */
export function comparingOf({ path, operator, operatorLocation, operand }: Comparison): Comparing {
  return {
    path,
    name: spell(path),
    operator: positiveOf(operator),
    written: { operator, location: operatorLocation },
    operands: [operand],
  };
}

/** What a list compares: the value is one of its operands. */
export function comparingOfList({ path, operands, location }: Membership): Comparing {
  return {
    path,
    name: spell(path),
    operator: '=',
    written: { operator: 'in', location },
    operands,
  };
}

/** The operators with a "!" hold where those without it don't. */
function positiveOf(operator: Comparison['operator']): PositiveOperator {
  if (operator === '!=') return '=';
  return operator === '!~' ? '~' : operator;
}

/** The path as the query has it. */
function spell({ names }: Path): string {
  return names.map(({ text }) => text).join('.');
}

export interface CompareContext extends OperandContext {
  readonly view: WorkspaceView;
  readonly workspaceId: string;
  /** What stands for its id in the statement: each table that is looked at is asked for it. */
  readonly workspace: string;
  readonly parameters: BoundParameters;
  /** The people whom the query can mean by a name or an email; all in their order where it sorts by one. */
  readonly members: readonly User[];
  readonly size: QuerySize;
  readonly texts: FoldedTexts;
}

/** @throws QueryProblem at the operator, if it is none of those that fit */
export function assertOperator(
  comparing: Comparing,
  fitting: readonly PositiveOperator[],
  what: string,
): void {
  if (fitting.includes(comparing.operator)) return;
  const { name, written } = comparing;
  throw new QueryProblem(
    `"${name}" holds ${what}, which can’t be compared with "${written.operator}". Use ${listed(fitting)}.`,
    written.location,
  );
}

function listed(operators: readonly PositiveOperator[]): string {
  return `${operators.slice(0, -1).join(', ')} or ${operators.at(-1)}`;
}

/**
 * What the operands say, read by `read`.
 * @param expected completes "is compared with ..."
 * @param adviseOn what else to say of an operand of which `read` makes nothing
 * @throws QueryProblem for an operand of which `read` makes nothing
 */
export function readOperands<Value>(
  comparing: Comparing,
  context: OperandContext,
  expected: string,
  read: (meaning: OperandMeaning) => Value | undefined,
  adviseOn: (meaning: OperandMeaning) => string = () => '',
): Value[] {
  return comparing.operands.map((operand) => {
    const meaning = meaningOf(operand, context);
    const value = read(meaning);
    if (value !== undefined) return value;
    const message = `Compare "${comparing.name}" with ${expected}.${adviseOn(meaning)}`;
    throw new QueryProblem(message, operand.location);
  });
}

/** The columns of a text: as it is, its folded words, and its folded beginning. */
export interface TextColumns {
  readonly value: string;
  readonly words: string;
  readonly key: string;
  /** The condition under which the parts of its words, and its words, satisfy one. */
  readonly withParts: (condition: (parts: string, words: string) => string) => string;
}

/** How the rows of a table are found by the words of such a text. */
export interface WordIndex {
  readonly table: 'object' | 'object_value';
  readonly words: 'label_words' | 'words';
  readonly id: string;
}

/**
 * Holds where the text has all words of any of the texts, in any order. A text without words (`!?`)
 * is compared as it is.
 * @throws QueryTooLarge for more words than the database can compare with
 */
export function matchWholeWords(
  context: CompareContext,
  { words, key }: TextColumns,
  index: WordIndex,
  texts: readonly TextMeaning[],
): string {
  const { parameters } = context;
  const { queries, wordless } = readWords(context, texts, 'whole');
  const [only, ...others] = queries;
  const conditions = [];
  if (wordless.length > 0) {
    conditions.push(`${key} = any (${parameters.bind(wordless, 'text[]')})`);
  }
  if (others.length > 0) conditions.push(isListed(context, index, queries));
  else if (only !== undefined) conditions.push(`${words} @@ ${parameters.bind(only, 'tsquery')}`);
  return anyOf(conditions);
}

/**
 * Holds where the text has words that begin with all words of any of the texts, in any order. A
 * text without words (`!?`) is looked for as it is.
 * @throws QueryTooLarge for more words than the database can compare with
 */
export function matchBeginnings(
  context: CompareContext,
  { words, key }: TextColumns,
  texts: readonly TextMeaning[],
): string {
  const { parameters } = context;
  const { queries, wordless } = readWords(context, texts, 'prefix');
  return anyOf([
    ...wordless.map((part) => `strpos(${key}, ${parameters.bind(part, 'text')}) > 0`),
    ...queries.map((query) => `${words} @@ ${parameters.bind(query, 'tsquery')}`),
  ]);
}

/**
 * Holds where the text has words that contain all words of any of the texts, in any order. A text
 * without words (`!?`) is looked for as it is.
 * @throws QueryTooLarge for more words than the database can compare with
 */
export function matchParts(
  context: CompareContext,
  columns: TextColumns,
  texts: readonly TextMeaning[],
): string {
  return anyOf(
    texts.map((text) => {
      const readings = context.texts.readingsOf(text.text);
      const looksInside = readings.some((reading) => reading.words.some(reading.folding.canBePart));
      if (!looksInside) return matchBeginnings(context, columns, [text]);
      countWords(text, context);
      const spelled = readings.filter(({ words }) => words.length > 0);
      return columns.withParts((parts, words) =>
        anyOf(spelled.map((reading) => matchReading(context, reading, parts, words))),
      );
    }),
  );
}

/** Looks for long words among the parts of words, and for short ones at the beginning of words. */
function matchReading(
  { parameters, workspaceId }: CompareContext,
  { words, folding: { canBePart } }: Reading,
  partsColumn: string,
  wordsColumn: string,
): string {
  const query = (some: readonly string[]) =>
    parameters.bind(wordQuery(workspaceId, some, 'prefix'), 'tsquery');
  const long = words.filter(canBePart).map(comparedPart);
  const short = words.filter((word) => !canBePart(word));
  return allOf([
    ...(long.length > 0 ? [`${partsColumn} @@ ${query(long)}`] : []),
    ...(short.length > 0 ? [`${wordsColumn} @@ ${query(short)}`] : []),
  ]);
}

/**
 * Row by row, a text would be compared with each of many; the index has the rows of each at once.
 * The planner would not choose so, since to it many words cost no more than one: `offset 0` has it
 * find them apart.
 */
function isListed(
  { parameters, workspace }: CompareContext,
  { table, words, id }: WordIndex,
  queries: readonly string[],
): string {
  return `${id} in (select listed.id from unnest(${parameters.bind(queries, 'text[]')}) as query
    join ${table} as listed on listed.workspace_id = ${workspace}
      and listed.${words} @@ query::tsquery offset 0)`;
}

/** Each text once: by its words, or without any as its folded text. One that folds to nothing matches nothing. */
function readWords(
  context: CompareContext,
  texts: readonly TextMeaning[],
  match: 'whole' | 'prefix',
): { readonly queries: string[]; readonly wordless: string[] } {
  const queries = new Set<string>();
  const wordless = new Set<string>();
  for (const text of texts) {
    countWords(text, context);
    const readings = context.texts.readingsOf(text.text);
    const spelled = readings.filter(({ words }) => words.length > 0);
    const terms = spelled.map(({ words }) => wordQuery(context.workspaceId, words, match));
    if (terms.length > 0) queries.add(terms.join(' | '));
    const keys = readings.filter(({ words }) => words.length === 0).map(({ key }) => key);
    if (isStorable(text.text)) keys.filter(isLeft(text.text)).forEach((key) => wordless.add(key));
  }
  return { queries: [...queries], wordless: [...wordless] };
}

/** Whether folding leaves something of a text that isn't blank: nothing would be found in everything. */
export function isLeft(text: string): (key: string) => boolean {
  return (key) => key !== '' || text.trim() === '';
}

/** Holds where the text is one of these, character by character. */
export function matchExactly(
  { parameters, texts: folded }: CompareContext,
  { value, key }: TextColumns,
  texts: readonly TextMeaning[],
): string {
  const storable = texts.map(({ text }) => text).filter(isStorable);
  return allOf([
    `${key} = any (${parameters.bind(
      storable.flatMap((text) => folded.keysOf(text)),
      'text[]',
    )})`,
    `${value} = any (${parameters.bind(storable, 'text[]')})`,
  ]);
}

/** Holds where the whole text is one of these, case and accents aside. */
export function matchFolded(
  { parameters, texts: folded }: CompareContext,
  { key }: TextColumns,
  texts: readonly TextMeaning[],
): string {
  const storable = texts.map(({ text }) => text).filter(isStorable);
  const keys = storable.flatMap((text) => folded.keysOf(text).filter(isLeft(text)));
  return `${key} = any (${parameters.bind(keys, 'text[]')})`;
}

/**
 * Counts the words that a text is compared by in the size of the query.
 * @throws QueryTooLarge
 */
export function countWords(
  { text, location }: TextMeaning,
  { size, texts }: Pick<CompareContext, 'size' | 'texts'>,
): void {
  const readings = texts.readingsOf(text).map(({ words }) => words);
  const [longest = []] = readings.toSorted((one, other) => other.length - one.length);
  size.addWords(longest, location);
}

/** `('mac':* & 'pro':*)`, each word as the index has it */
export function wordQuery(
  workspaceId: string,
  words: readonly string[],
  match: 'whole' | 'prefix',
): string {
  const suffix = match === 'prefix' ? ':*' : '';
  const terms = words.map((word) => indexedWord(workspaceId, word) + suffix);
  return `(${terms.join(' & ')})`;
}

/** One of the lists of words by which a text is found: all of them have to be there. */
export interface Reading {
  /** Each once, as the index holds it. */
  readonly words: readonly string[];
  /** The folded text, cut, which is what a text without words is found by. */
  readonly key: string;
  readonly folding: Folding;
}

/** The texts of one query and the names it compares them with, each folded once. */
export class FoldedTexts {
  readonly #folded = new Map<string, string>();
  readonly #readings = new Map<string, readonly Reading[]>();
  readonly #words = new Map<string, readonly string[]>();
  readonly #foldings: readonly Folding[];

  private constructor(foldings: readonly Folding[]) {
    this.#foldings = foldings;
  }

  /**
   * Folds the texts of a query before anything else is done with them, so that a short text that
   * becomes a long one is refused.
   * @param hasEarlier whether stored texts may be folded as by an earlier version
   * @throws QueryTooLarge
   */
  static of(query: Query, hasEarlier: boolean): FoldedTexts {
    const texts = new FoldedTexts(hasEarlier ? [folding, earlierFolding] : [folding]);
    let left = maximumFoldedLength;
    for (const operand of leavesOf(query.condition).flatMap(operandsOf)) {
      const text = textOf(operand);
      if (text === undefined || texts.#folded.has(text)) continue;
      const folded = folding.foldBeginning(text.trim(), left + 1);
      left -= folded.length;
      if (left < 0) throw new QueryTooLarge(tooLong, operand.location);
      texts.#folded.set(text, folded);
    }
    return texts;
  }

  /** The folded text without space around it. */
  fold(text: string): string {
    const folded = this.#folded.get(text) ?? folding.foldBeginning(text.trim(), Infinity);
    this.#folded.set(text, folded);
    return folded;
  }

  /** The readings of a text of the query, in all ways in which stored texts may be folded. */
  readingsOf(text: string): readonly Reading[] {
    const readings = this.#readings.get(text) ?? this.#read(text);
    this.#readings.set(text, readings);
    return readings;
  }

  /** The keys that a stored text may have if it is this one. */
  keysOf(text: string): string[] {
    return [...new Set(this.readingsOf(text).map(({ key }) => key))];
  }

  /** Each folded word of a name once, as the index holds it. */
  wordsOf(name: string): readonly string[] {
    const words = this.#words.get(name) ?? distinctWords(wordsIn(this.fold(name)));
    this.#words.set(name, words);
    return words;
  }

  #read(text: string): Reading[] {
    const readings = new Map<string, Reading>();
    for (const each of this.#foldings) {
      const folded = each === folding ? this.fold(text) : each.foldBeginning(text.trim(), Infinity);
      for (const words of each.readingsIn(folded).map(distinctWords)) {
        const same = JSON.stringify([words, words.map(each.canBePart), folded]);
        if (!readings.has(same)) readings.set(same, { folding: each, words, key: keyOf(folded) });
      }
    }
    return [...readings.values()];
  }
}

/** As many characters as a query may have: only those that become several can exceed it. */
const maximumFoldedLength = 200_000;
const tooLong =
  'The texts in this query are too long: some of their characters count as several. Use shorter texts.';

/** Undefined for what stands for something else. */
export function textOf(operand: Operand): string | undefined {
  if (operand.kind === 'string') return operand.value;
  return operand.kind === 'word' || operand.kind === 'number' ? operand.text : undefined;
}
