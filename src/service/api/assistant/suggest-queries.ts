import { printAttributeName, quoteString, wordsOf } from '../../../query';
import type { ReadableType, WorkspaceView } from '../../model/permissions/workspace-view';
import { choicesOf, type StoredAttribute } from '../../model/values/attribute-kinds';

/** More than this, nobody reads. */
const maximumQueries = 5;

/**
 * The queries that fit the words of a question, those that use most of them first: types,
 * attributes, options and states of workflows whose names occur in it. Empty if nothing does.
 */
export function suggestQueries(view: WorkspaceView, question: string): string[] {
  const words = new Set(wordsOf(question).flatMap(spellingsOf));
  const named = view.types.filter(({ name }) => occurs(name, words));
  const types = named.length > 0 ? named : view.types;
  const found = types.flatMap((type) => queriesOfType(type, words, named.includes(type)));
  const ranked = found.toSorted((one, other) => other.rank - one.rank);
  return ranked.slice(0, maximumQueries).map(({ query }) => query);
}

interface Suggestion {
  readonly query: string;
  /** How many names of the question it uses. */
  readonly rank: number;
}

interface Condition {
  readonly text: string;
  /** The options or states that the question names, folded; empty if it names only the attribute. */
  readonly choices: readonly string[];
  readonly rank: number;
}

function queriesOfType(
  type: ReadableType,
  words: ReadonlySet<string>,
  isNamed: boolean,
): Suggestion[] {
  const conditions = type.attributes.flatMap((attribute) => conditionsOf(attribute, words));
  const ofType = `Type = ${quoteString(type.name)}`;
  const base = isNamed ? 1 : 0;
  const together = withoutRepeatedChoices(conditions);
  const withAll = together.length > 1 ? [together] : [];
  const narrowed = [...withAll, ...conditions.map((condition) => [condition])].map((parts) => ({
    query: [ofType, ...parts.map(({ text }) => text)].join(' and '),
    rank: parts.reduce((sum, { rank }) => sum + rank, base),
  }));
  return isNamed ? [...narrowed, { query: ofType, rank: base }] : narrowed;
}

/** Two attributes may have an option of one name: what the question says once limits one of them, the named one first. */
function withoutRepeatedChoices(conditions: readonly Condition[]): Condition[] {
  const taken = new Set<string>();
  return conditions
    .toSorted((one, other) => other.rank - one.rank)
    .filter(({ choices }) => {
      const addsSomething = choices.length === 0 || choices.some((choice) => !taken.has(choice));
      choices.forEach((choice) => taken.add(choice));
      return addsSomething;
    });
}

/** One condition at most: the options that the words name, else that there is a value at all. */
function conditionsOf(attribute: StoredAttribute, words: ReadonlySet<string>): Condition[] {
  const name = printAttributeName(attribute.name);
  const isNamed = occurs(attribute.name, words);
  const choices = choicesOf(attribute).filter((choice) => occurs(choice.name, words));
  const [choice, ...others] = choices.map((chosen) => quoteString(chosen.name));
  if (choice !== undefined) {
    const text =
      others.length === 0
        ? `${name} = ${choice}`
        : `${name} in (${[choice, ...others].join(', ')})`;
    const folded = choices.map((chosen) => wordsOf(chosen.name).join(' '));
    return [{ text, choices: folded, rank: isNamed ? 2 : 1 }];
  }
  return isNamed && !attribute.isLabel
    ? [{ text: `${name} is not empty`, choices: [], rank: 1 }]
    : [];
}

/** Whether every word of a name is among the words, in singular or plural. */
function occurs(name: string, words: ReadonlySet<string>): boolean {
  const ofName = wordsOf(name);
  return (
    ofName.length > 0 && ofName.every((word) => spellingsOf(word).some((one) => words.has(one)))
  );
}

/** A word, and what it may be the plural of. */
function spellingsOf(word: string): string[] {
  const endings = [
    [/ies$/, 'y'],
    [/(?<=s|x|z|ch|sh)es$/, ''],
    [/(?<!s)s$/, ''],
  ] as const;
  const singulars = endings.flatMap(([ending, replacement]) =>
    word.length > 3 && ending.test(word) ? [word.replace(ending, replacement)] : [],
  );
  return [word, ...singulars];
}
