import type { Comparison, Condition, StringOperand } from '../../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import type { ReadableType } from '../permissions/workspace-view';
import { findsChoice } from './compare-choices';
import { compareObjectLeaf, compareValueLeaf, labelsOf } from './compile-comparison';
import { comparingOf } from './comparison-operands';
import type { CompareContext, Comparing } from './comparison-operands';
import { resolvePath } from './resolve-path';
import type { ValueLeaf } from './resolve-path';
import { allOf, always, anyOf, never } from './statement';

export interface TypedContext extends CompareContext {
  /** The types that are searched. */
  readonly types: readonly ReadableType[];
}

/** One place in which a text is looked for, as in `Status *= "stock"`. */
interface TextMatch extends Comparison {
  readonly operator: '~' | '*=';
  readonly operand: StringOperand;
}

/** One text that is looked for in different places, as in `Label *= "c02" or "Serial number" *= "c02"`. */
export interface TextSearch {
  readonly text: string;
  readonly matches: readonly [TextMatch, ...TextMatch[]];
}

/** Undefined for any other condition. */
export function findTextSearch(condition: Condition): TextSearch | undefined {
  const operands = condition.kind === 'or' ? condition.operands : [condition];
  const [first, ...others] = operands.filter(isTextMatch);
  if (first === undefined || others.length + 1 < operands.length) return undefined;
  const text = first.operand.value;
  const isOneText = others.every(({ operand }) => operand.value === text);
  const names = new Set([first, ...others].map(nameOf));
  if (!isOneText || names.size < operands.length) return undefined;
  return { text, matches: [first, ...others] };
}

function isTextMatch(condition: Condition): condition is TextMatch {
  return (
    condition.kind === 'comparison' &&
    (condition.operator === '~' || condition.operator === '*=') &&
    condition.operand.kind === 'string' &&
    condition.path.names.length === 1
  );
}

function nameOf({ path }: TextMatch): string | undefined {
  return path.names[0]?.text;
}

/** The kinds of values that are shown as text. */
const searchedKinds: ReadonlySet<string> = new Set([
  ...['label', 'text', 'option', 'state', 'reference', 'user'],
]);

/**
 * As {@link findTextSearch}, where indexes find the text: under several names, each of which stands for what is
 * shown as text, or inside the words of labels.
 * @throws QueryProblem for a name that no type has
 */
export function findIndexedSearch(
  condition: Condition,
  scope: Pick<TypedContext, 'view' | 'types'>,
): TextSearch | undefined {
  const search = findTextSearch(condition);
  if (search === undefined) return undefined;
  const leaves = leavesIn(search, scope).map(({ leaf }) => leaf);
  const [only, ...others] = leaves;
  const isInLabels = only?.kind === 'label' && search.matches[0].operator === '*=';
  if (search.matches.length === 1 && !(isInLabels && others.length === 0)) return undefined;
  return leaves.every(({ kind }) => searchedKinds.has(kind)) ? search : undefined;
}

function leavesIn({ matches }: TextSearch, { view, types }: Pick<TypedContext, 'view' | 'types'>) {
  return matches.flatMap((match) =>
    resolvePath(view, types, match.path).leaves.map((leaf) => ({
      leaf,
      comparing: comparingOf(match),
    })),
  );
}

interface ComparedValues {
  readonly leaf: ValueLeaf;
  readonly comparing: Comparing;
}

/**
 * Which of several searches to begin with: what it finds is looked at for the others, row by row. Undefined
 * where each of them asks for an option or a state, which many objects have and no index finds. Of the
 * others it is the longest text, which is likely the rarest.
 */
export function chooseFirst(
  searches: readonly TextSearch[],
  context: TypedContext,
): TextSearch | undefined {
  const [first] = searches
    .filter((search) => !leavesIn(search, context).some((one) => isOfChoice(one, context)))
    .toSorted((one, other) => other.text.length - one.text.length);
  return first;
}

function isOfChoice(
  { leaf, comparing }: ReturnType<typeof leavesIn>[number],
  context: TypedContext,
): boolean {
  return leaf.holder === 'value' && isChoice(leaf) && findsChoice(leaf, comparing, context);
}

function isChoice({ kind }: ValueLeaf): boolean {
  return kind === 'option' || kind === 'state';
}

/**
 * Selects the objects that a search finds: from labels by their words, which the table of objects has, and the
 * rest by values. What its label has found isn't looked up again.
 */
export function selectFound(search: TextSearch, context: TypedContext): string {
  const { labelled, values, choices } = compileSearch(search, context);
  const types = context.parameters.bind(typeIdsOf(context.types), 'uuid[]');
  const select = `select l.* from object as l
    where l.workspace_id = ${context.workspace} and l.type_id = any (${types})`;
  const isLabelled = labelled('l');
  const byLabel = `${select} and ${isLabelled}`;
  const selects = [...values, ...choices.map((choice) => selectValues(always, choice, context))];
  if (selects.length === 0) return byLabel;
  const byValue = `${select} and not ${isLabelled} and l.id in (${selects.join(' union all ')})`;
  return isLabelled === never ? byValue : `${byLabel} union all ${byValue}`;
}

/** The condition on the row `o` of `object` that a search finds it, for rows that are read already. */
export function isFound(search: TextSearch, context: TypedContext): string {
  const { labelled, values, choices } = compileSearch(search, context);
  return anyOf([
    labelled('o'),
    ...(values.length > 0 ? [`o.id in (${values.join(' union all ')})`] : []),
    ...choices.map(
      (choice) => `exists (select from object_value as v where v.workspace_id = ${context.workspace}
        and v.object_id = o.id and ${choice})`,
    ),
  ]);
}

interface CompiledSearch {
  /** The condition on a row of `object` that the words of its label begin so. */
  readonly labelled: (row: string) => string;
  /** Each selects ids of objects by values that an index finds. */
  readonly values: readonly string[];
  /** Each is a condition on a row `v` of `object_value`, that it is one of some options or states. */
  readonly choices: readonly string[];
}

function compileSearch(search: TextSearch, context: TypedContext): CompiledSearch {
  for (const { location } of search.matches) context.size.addCondition(location);
  const leaves = leavesIn(search, context);
  const labels = leaves.flatMap(({ leaf, comparing }) =>
    leaf.holder === 'object' ? [{ leaf, comparing: { ...comparing, operator: '~' as const } }] : [],
  );
  const valued = leaves.flatMap(({ leaf, comparing }) =>
    leaf.holder === 'value' ? [{ leaf, comparing }] : [],
  );
  // References to what the caller may not read have no attributes.
  const others = valued.filter(
    ({ leaf }) => leaf.kind !== 'text' && !isChoice(leaf) && leaf.attributes.length > 0,
  );
  return {
    labelled: (row) =>
      anyOf(labels.map(({ leaf, comparing }) => compareObjectLeaf(leaf, row, comparing, context))),
    values: [
      ...selectTexts(leaves, context),
      ...others.flatMap((one) => selectCompared(one, context)),
    ],
    choices: valued
      .filter(({ leaf }) => isChoice(leaf))
      .map(({ leaf, comparing }) => compareValueLeaf(leaf, 'v', comparing, context))
      .filter((choice) => choice !== never),
  };
}

/** Nothing where no value can match. */
function selectCompared({ leaf, comparing }: ComparedValues, context: TypedContext): string[] {
  const condition = compareValueLeaf(leaf, 'v', comparing, context);
  return condition === never ? [] : [selectValues(isOf(leaf, context), condition, context)];
}

/** The row `v` is of one of the attributes. `is true` keeps the planner from reading all values of each. */
function isOf({ attributes }: Pick<ValueLeaf, 'attributes'>, { parameters }: TypedContext): string {
  const ids = attributes.map(({ id }) => id);
  return `(v.attribute_id = any (${parameters.bind(ids, 'uuid[]')})) is true`;
}

function selectValues(ofAttributes: string, condition: string, context: TypedContext): string {
  return `select v.object_id from object_value as v
    where v.workspace_id = ${context.workspace} and ${ofAttributes} and ${condition}`;
}

/**
 * One select for the texts that are searched by the same operator, among them the labels that have the text
 * inside their words: each is a value too, and the beginnings of words are found without it.
 */
function selectTexts(leaves: ReturnType<typeof leavesIn>, context: TypedContext): string[] {
  return (['~', '*='] as const).flatMap((operator) => {
    const compared = leaves.filter(({ comparing }) => comparing.operator === operator);
    const attributes = compared.flatMap(({ leaf }) =>
      leaf.kind === 'text' ? leaf.attributes : [],
    );
    const labels = compared.flatMap(({ leaf }) =>
      leaf.kind === 'label' && operator === '*=' ? labelsOf(leaf.types) : [],
    );
    const [first] = compared;
    if (first === undefined || attributes.length + labels.length === 0) return [];
    const matches = (by: '~' | '*=') => {
      const leaf = textLeaf([...attributes, ...labels]);
      return compareValueLeaf(leaf, 'v', { ...first.comparing, operator: by }, context);
    };
    const ofAttributes = attributes.length > 0 ? [isOf({ attributes }, context)] : [];
    const ofLabels =
      labels.length > 0
        ? [allOf([isOf({ attributes: labels }, context), 'v.position = 0', `not ${matches('~')}`])]
        : [];
    return [selectValues(anyOf([...ofAttributes, ...ofLabels]), matches(operator), context)];
  });
}

/**
 * Selects the labels that have the text of a search in labels only inside their words, as rows of the `id` of the
 * object and its `label_key`: the value that a label is has both, so that no object is read.
 */
export function selectInsideLabels(search: TextSearch, context: TypedContext): string {
  const leaf = textLeaf(labelsOf(context.types));
  const [match] = search.matches;
  const matches = (operator: '~' | '*=') =>
    compareValueLeaf(leaf, 'v', { ...comparingOf(match), operator }, context);
  return `select v.object_id as id, v.key as label_key from object_value as v
    where v.workspace_id = ${context.workspace} and ${isOf(leaf, context)} and v.position = 0
      and ${matches('*=')} and not ${matches('~')}`;
}

function textLeaf(attributes: ValueLeaf['attributes']): ValueLeaf {
  return { holder: 'value', kind: 'text', attributes, targetTypes: [] };
}
