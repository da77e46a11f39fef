import { foldText } from '../../query';
import { indexedWords } from '../values/searchable-text';
import { showValue } from '../values/show-value';
import { assertOperator, readOperands } from './comparing';
import type { CompareContext, Comparing, PositiveOperator } from './comparing';
import { idOf } from './operands';
import { QueryFault } from './query-fault';
import type { ObjectLeaf, ValueLeaf } from './resolve-path';
import { allOf, anyOf } from './statement';

/** One of a known few that a person refers to by id or by name. */
interface Choice {
  readonly id: string;
  readonly name: string;
}

/**
 * An option is named by its id or its name. Attributes of several types keep their own options.
 * @throws QueryFault for a name that is none of the options
 */
export function compareOptions(
  leaf: ValueLeaf,
  comparing: Comparing,
  context: CompareContext,
  row: string,
): string {
  const choices = leaf.attributes.flatMap(({ options }) => options);
  assertChosen(choices, comparing, context, 'option');
  return anyOf(
    leaf.attributes.map(({ id, options }) => {
      const chosen = choose(options, comparing, context);
      return allOf([
        `${row}.attribute_id = ${context.parameters.bind(id, 'uuid')}`,
        `${row}.value = any (${context.parameters.bind(chosen, 'text[]')})`,
      ]);
    }),
  );
}

/** @throws QueryFault for a name that is no type's */
export function compareTypes(
  leaf: ObjectLeaf,
  comparing: Comparing,
  context: CompareContext,
  column: string,
): string {
  assertChosen(leaf.types, comparing, context, 'type');
  const chosen = choose(leaf.types, comparing, context);
  return `${column} = any (${context.parameters.bind(chosen, 'uuid[]')})`;
}

/** The people with these names; a name that nobody has finds nobody. */
export function chooseMembers(comparing: Comparing, context: CompareContext, names: string[]) {
  return context.members
    .filter(({ name }) => names.some((text) => isNamed(name, text, comparing.operator)))
    .map(({ id }) => id);
}

function choose(
  choices: readonly Choice[],
  comparing: Comparing,
  context: CompareContext,
): string[] {
  const texts = readTexts(comparing, context);
  return choices
    .filter((choice) => texts.some((text) => isChosen(choice, text, comparing.operator)))
    .map(({ id }) => id);
}

/** Text that matches by beginnings may match nothing; a whole name that nothing has is a mistake. */
function assertChosen(
  choices: readonly Choice[],
  comparing: Comparing,
  context: CompareContext,
  what: 'option' | 'type',
): void {
  assertOperator(comparing, ['=', '==', '~'], 'names');
  if (comparing.operator === '~') return;
  readTexts(comparing, context).forEach((text, index) => {
    if (idOf(text) !== undefined) return;
    if (choices.some((choice) => isChosen(choice, text, comparing.operator))) return;
    const location = comparing.operands[index]?.location ?? comparing.location;
    const message = `There is no ${what} "${showValue(text)}". Use ${listNames(choices)}.`;
    throw new QueryFault(message, location);
  });
}

const maximumListed = 10;

function listNames(choices: readonly Choice[]): string {
  const listed = choices.slice(0, maximumListed).map(({ name }) => `"${name}"`);
  return [...listed, ...(choices.length > maximumListed ? ['...'] : [])].join(', ');
}

function readTexts(comparing: Comparing, context: CompareContext): string[] {
  return readOperands(comparing, context, 'a name', (meaning) =>
    meaning.kind === 'text' ? meaning.text : undefined,
  );
}

function isChosen({ id, name }: Choice, text: string, operator: PositiveOperator): boolean {
  return (operator !== '~' && id === text) || isNamed(name, text, operator);
}

function isNamed(name: string, text: string, operator: PositiveOperator): boolean {
  if (operator === '==') return name === text;
  if (operator === '=') return foldText(name) === foldText(text.trim());
  const words = indexedWords(name);
  return indexedWords(text).every((start) => words.some((word) => word.startsWith(start)));
}
