import type { Comparison, Condition, OrCondition, StringOperand } from '../../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import { compareObjectLeaf, compareValueLeaf } from './compare';
import type { SearchContext } from './compile-condition';
import { resolvePath } from './resolve-path';
import type { Comparing } from './comparing';
import type { Leaf, ValueLeaf } from './resolve-path';
import { never } from './statement';

interface TextMatch extends Comparison {
  readonly operand: StringOperand;
}

interface TextSearch extends OrCondition {
  readonly operands: readonly [TextMatch, ...TextMatch[]];
}

/** Whether one text is looked for under different names, as in `Label ~ "c02" or "Serial number" ~ "c02"`. */
export function isTextSearch(condition: Condition): condition is TextSearch {
  if (condition.kind !== 'or') return false;
  const [first, ...others] = condition.operands;
  return (
    first !== undefined &&
    isTextMatch(first) &&
    others.every((other) => isTextMatch(other) && other.operand.value === first.operand.value) &&
    new Set(condition.operands.map(nameOf)).size === condition.operands.length
  );
}

function isTextMatch(condition: Condition): condition is TextMatch {
  return (
    condition.kind === 'comparison' &&
    condition.operator === '~' &&
    condition.operand.kind === 'string' &&
    condition.path.names.length === 1
  );
}

function nameOf(condition: Condition): string | undefined {
  return condition.kind === 'comparison' ? condition.path.names[0]?.text : undefined;
}

/**
 * Whether a text is looked for in the indexes of labels and values: every name stands for texts.
 * @throws QueryFault for a name that no type has
 */
export function isIndexedSearch(
  condition: Condition,
  scope: Pick<SearchContext, 'view' | 'types'>,
): condition is TextSearch {
  return isTextSearch(condition) && leavesIn(condition, scope).every(isText);
}

function leavesIn(
  { operands }: TextSearch,
  { view, types }: Pick<SearchContext, 'view' | 'types'>,
): Leaf[] {
  return operands.flatMap(({ path }) => resolvePath(view, types, path).leaves);
}

/**
 * Selects the objects from the indexes of labels and values: row by row, the values of each object
 * would be looked up, whatever its label is. Most are found by their labels, and not looked up again.
 */
export function selectIndexedSearch(search: TextSearch, context: SearchContext): string {
  const { operands } = search;
  for (const { location } of operands) context.size.addCondition(location);
  const [match] = operands;
  const leaves = leavesIn(search, context);
  const label = leaves.find((leaf) => leaf.holder === 'object');
  const values = leaves.filter((leaf) => leaf.holder === 'value');
  const types = context.parameters.bind(typeIdsOf(context.types), 'uuid[]');
  const select = `select l.* from object as l
    where l.workspace_id = ${context.workspace} and l.type_id = any (${types})`;
  const isLabelled = label ? compareObjectLeaf(label, 'l', comparingOf(match), context) : never;
  const byLabel = `${select} and ${isLabelled}`;
  if (!isFilled(values)) return byLabel;
  const byValue = `${select} and not ${isLabelled}
    and l.id in (${selectValues(values, match, context)})`;
  return label ? `${byLabel} union all ${byValue}` : byValue;
}

/** Holds for the rows `o` that these are. */
export function isAmong(rows: string): string {
  return `o.id in (select found.id from (${rows}) as found)`;
}

function isFilled<Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] {
  return items.length > 0;
}

function isText(leaf: Leaf): boolean {
  return leaf.kind === 'label' || leaf.kind === 'text';
}

/** `is true` keeps the planner from reading the index of an attribute, which is all of its values. */
function selectValues(
  leaves: readonly [ValueLeaf, ...ValueLeaf[]],
  match: TextMatch,
  context: SearchContext,
): string {
  const attributes = leaves.flatMap((leaf) => leaf.attributes);
  const ids = context.parameters.bind(
    attributes.map(({ id }) => id),
    'uuid[]',
  );
  const leaf = { ...leaves[0], attributes };
  return `select v.object_id from object_value as v where v.workspace_id = ${context.workspace}
    and (v.attribute_id = any (${ids})) is true
    and ${compareValueLeaf(leaf, 'v', comparingOf(match), context)}`;
}

function comparingOf({ path, operand, location }: TextMatch): Comparing {
  const name = path.names.map(({ text }) => text).join('.');
  return { path, name, operator: '~', operands: [operand], location };
}
