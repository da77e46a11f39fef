import type { Comparison, Condition, OrCondition, StringOperand } from '../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import { compareObjectLeaf, compareValueLeaf } from './compare';
import type { SearchContext } from './compile-condition';
import { resolvePath } from './resolve-path';
import type { Comparing } from './comparing';
import type { Leaf, ObjectLeaf, ValueLeaf } from './resolve-path';
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
 * Row by row, the values of each object would be looked up, whatever its label is; the indexes of
 * labels and values have the objects at once.
 * @returns undefined if a name means something else than a text
 */
export function compileTextSearch(
  { operands }: TextSearch,
  context: SearchContext,
): string | undefined {
  const leaves = operands.flatMap(
    ({ path }) => resolvePath(context.view, context.types, path).leaves,
  );
  if (!leaves.every(isText)) return undefined;
  for (const { location } of operands) context.size.addCondition(location);
  const [match] = operands;
  const label = leaves.find((leaf) => leaf.holder === 'object');
  const values = leaves.filter((leaf) => leaf.holder === 'value');
  const selects = [
    ...(label ? [selectLabels(label, match, context)] : []),
    ...(isFilled(values) ? [selectValues(values, match, context)] : []),
  ];
  return selects.length === 0 ? never : `o.id in (${selects.join(' union all ')})`;
}

function isFilled<Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] {
  return items.length > 0;
}

function isText(leaf: Leaf): boolean {
  return leaf.kind === 'label' || leaf.kind === 'text';
}

function selectLabels(leaf: ObjectLeaf, match: TextMatch, context: SearchContext): string {
  const types = context.parameters.bind(typeIdsOf(leaf.types), 'uuid[]');
  return `select l.id from object as l
    where l.workspace_id = ${context.workspace} and l.type_id = any (${types})
    and ${compareObjectLeaf(leaf, 'l', comparingOf(match), context)}`;
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
  return { name, operator: '~', operands: [operand], location };
}
