import { canBePart, compose, containsPart } from '../../../query';
import { isStorable, showValue } from '../../base/refusals/storable-inputs';
import { choicesOf } from '../values/attribute-kinds';
import { folding } from '../values/foldings';
import { assertOperator, countWords, isLeft, readOperands } from './comparison-operands';
import type { CompareContext, Comparing, FoldedTexts } from './comparison-operands';
import { idOf } from './operands';
import type { TextMeaning } from './operands';
import { QueryProblem } from './query-limits';
import { adviseNames } from './resolve-path';
import type { ObjectLeaf, ValueLeaf } from './resolve-path';
import { allOf, anyOf } from './statement';

/** One of a known few that a person refers to by id or by name. */
interface Choice {
  readonly id: string;
  readonly name: string;
}

/**
 * An option or a state is named by its id or its name. Attributes of several types keep their own.
 * @throws QueryProblem for a name that none of them has
 */
export function compareChoices(
  leaf: ValueLeaf,
  what: 'option' | 'state',
  comparing: Comparing,
  context: CompareContext,
  row: string,
): string {
  const isChosen = readChoice(leaf.attributes.flatMap(choicesOf), what, comparing, context);
  return anyOf(
    leaf.attributes.flatMap((attribute) => {
      const chosen = idsOf(choicesOf(attribute).filter(isChosen));
      if (chosen.length === 0) return [];
      return allOf([
        `${row}.attribute_id = ${context.parameters.bind(attribute.id, 'uuid')}`,
        `${row}.value = any (${context.parameters.bind(chosen, 'text[]')})`,
      ]);
    }),
  );
}

/** Whether some option or state is one of those that are compared with. */
export function findsChoice(
  { attributes, kind }: ValueLeaf,
  comparing: Comparing,
  context: CompareContext,
): boolean {
  const choices = attributes.flatMap(choicesOf);
  const isChosen = readChoice(choices, kind === 'option' ? kind : 'state', comparing, context);
  return choices.some(isChosen);
}

/** @throws QueryProblem for a name that is no type's, and for a type of which nothing is searched here */
export function compareTypes(
  leaf: ObjectLeaf,
  comparing: Comparing,
  context: CompareContext,
  column: string,
): string {
  const isChosen = readChoice(leaf.types, 'type', comparing, context, context.view.types);
  const chosen = idsOf(leaf.types.filter(isChosen));
  return `${column} = any (${context.parameters.bind(chosen, 'uuid[]')})`;
}

/** The ids of the people with these names; a name that nobody has finds nobody. */
export function chooseMembers(
  comparing: Comparing,
  context: CompareContext,
  names: readonly TextMeaning[],
): string[] {
  const isNamed = nameTest(names, comparing, context);
  return idsOf(context.members.filter(({ name }) => isNamed(name)));
}

/**
 * Which choices the operands mean.
 * @param known with those that can't be meant here
 * @throws QueryProblem if one of them means none
 */
function readChoice(
  choices: readonly Choice[],
  what: 'option' | 'state' | 'type',
  comparing: Comparing,
  context: CompareContext,
  known = choices,
): (choice: Choice) => boolean {
  assertOperator(comparing, ['=', '==', '~', '*='], 'names');
  const texts = readOperands(comparing, context, 'a name', (meaning) =>
    meaning.kind === 'text' ? meaning : undefined,
  );
  const isNamed = nameTest(texts, comparing, context);
  if (isByParts(comparing)) return ({ name }) => isNamed(name);
  assertChosen({ choices, known, what }, texts, nameKey(comparing, context));
  const ids = new Set(texts.map(({ text }) => text));
  return ({ id, name }) => ids.has(id) || isNamed(name);
}

/** Text that matches by parts of words may match nothing; a whole name that nothing has is a mistake. */
function assertChosen(
  { choices, known, what }: ChoicesHere,
  texts: readonly TextMeaning[],
  keyOf: (name: string) => string,
): void {
  const ids = new Set(idsOf(choices));
  const names = new Set(choices.map(({ name }) => keyOf(name)));
  for (const { text, location } of texts) {
    if (ids.has(text) || names.has(keyOf(text)) || idOf(text) !== undefined) continue;
    const here = choices.map(({ name }) => name);
    const isElsewhere = known.some(({ name }) => keyOf(name) === keyOf(text));
    if (isElsewhere) throw new QueryProblem(onlyOfTypes(here), location);
    const advice = adviseNames(text, here);
    throw new QueryProblem(`There is no ${what} "${showValue(text)}".${advice}`, location);
  }
}

interface ChoicesHere {
  readonly choices: readonly Choice[];
  readonly known: readonly Choice[];
  readonly what: 'option' | 'state' | 'type';
}

/** One type where a search names it, several where references lead to several. */
function onlyOfTypes(names: readonly string[]): string {
  const types = names.map((name) => `"${name}"`).join(' or ');
  return `Only objects of the type ${types} can be found here. Use that type, or leave the condition out.`;
}

/** Whether a name is one of the texts; each text is folded once, however many names there are. */
function nameTest(
  texts: readonly TextMeaning[],
  comparing: Comparing,
  context: CompareContext,
): (name: string) => boolean {
  if (isByParts(comparing)) return partsTest(texts, comparing, context);
  const keyOf = nameKey(comparing, context);
  const keys = new Set(texts.flatMap(({ text }) => [keyOf(text)].filter(isLeft(text))));
  return (name) => keys.has(keyOf(name));
}

/** `==` compares names as they are written, in either form of Unicode; `=` case and accents aside. */
function nameKey({ operator }: Comparing, { texts }: CompareContext): (name: string) => string {
  return operator === '==' ? compose : (name) => texts.fold(name);
}

function isByParts({ operator }: Comparing): boolean {
  return operator === '~' || operator === '*=';
}

/** By beginnings of words, or by any part of them. Text without words (`!?`) is looked for as it is. */
function partsTest(
  typed: readonly TextMeaning[],
  { operator }: Comparing,
  context: CompareContext,
): (name: string) => boolean {
  const { texts } = context;
  const searched = typed.flatMap((text) => {
    countWords(text, context);
    // The names here are folded now, whatever stored ones are.
    const readings = texts.readingsOf(text.text).filter((reading) => reading.folding === folding);
    return readings.map(({ words }) => ({ text: text.text, words }));
  });
  return (name) => {
    const ofName = texts.wordsOf(name);
    const isFound = (part: string) =>
      operator === '*=' && canBePart(part)
        ? ofName.some((word) => containsPart(word, part))
        : ofName.some((word) => word.startsWith(part));
    return searched.some(({ text, words }) =>
      words.length > 0 ? words.every(isFound) : isInside(text, name, texts),
    );
  };
}

function isInside(text: string, name: string, texts: FoldedTexts): boolean {
  const part = texts.fold(text);
  return isStorable(text) && isLeft(text)(part) && texts.fold(name).includes(part);
}

function idsOf(choices: readonly Choice[]): string[] {
  return choices.map(({ id }) => id);
}
