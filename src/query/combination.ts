import { placeholdersOf } from './placeholders';
import { isBuiltIn } from './printer';
import { leavesOf } from './tree';
import { looksBeyondLabels, looksInsideWords, typedWords } from './typed-text';
import type {
  Condition,
  Junction,
  LeafCondition,
  Location,
  Path,
  Query,
  StringOperand,
} from './tree';

/** The query without condition and order: it matches everything of the type. */
export function everything(): Query {
  return { orderBy: [] };
}

/**
 * The objects of `query` whose label matches what was typed: `(<query>) and Label *= "<typed>"`, or `~` where no
 * typed word is long enough to be part of a word, in the order of `query`. Without a condition in `query`, the
 * label match alone; with nothing typed but space, `query` as it is; with neither, everything.
 * @param attributeNames each typed word may match an attribute of one of these names in place of the label:
 *   `(Label *= "macbook" or "Status" *= "macbook") and (Label *= "stock" or "Status" *= "stock")`
 */
export function combineWithLabelMatch(
  query: Query | undefined,
  typedText: string,
  attributeNames: readonly string[] = [],
): Query {
  const configured = query ?? everything();
  if (typedText.trim() === '') return configured;
  const label = pathOf('Label', false);
  const matches =
    attributeNames.length > 0 && looksBeyondLabels(typedText)
      ? typedWords(typedText).map((word) =>
          matchAny([label, ...attributeNames.map((name) => pathOf(name, true))], word),
        )
      : [matchText(label, typedText)];
  return { ...configured, condition: joinWith(configured.condition, matches) };
}

/** Those of the objects of `query` that have these ids: `(<query>) and Id in ("...")`, in any order. */
export function combineWithObjectIds(query: Query, objectIds: readonly string[]): Query {
  return { condition: joinWith(query.condition, [isOneOf(objectIds)]), orderBy: [] };
}

/** The objects with these ids: `Id in ("...", "...")`. Without ids it matches nothing. */
export function matchObjectIds(objectIds: readonly string[]): Query {
  return { condition: isOneOf(objectIds), orderBy: [] };
}

/**
 * The part of a query or template that is about what never changes in an object, its type and its id, and
 * about the attributes that it must have. It finds all that the query finds, whatever its placeholders stand
 * for, and everything if the query has no such part.
 */
export function kindOfObjects({ condition }: Query): Query {
  const kept = condition && withoutValues(condition);
  return kept ? { condition: kept, orderBy: [] } : everything();
}

/** Undefined where nothing is left. */
function withoutValues(condition: Condition): Condition | undefined {
  switch (condition.kind) {
    case 'and':
      return joined(
        condition,
        condition.operands.flatMap((operand) => withoutValues(operand) ?? []),
      );
    case 'or': {
      const operands = condition.operands.flatMap((operand) => withoutValues(operand) ?? []);
      return operands.length < condition.operands.length ? undefined : joined(condition, operands);
    }
    case 'not':
      return leavesOf(condition).every(isLasting) ? condition : undefined;
    case 'comparison':
    case 'membership':
    case 'emptiness':
      return isLasting(condition) ? condition : requiredValue(condition);
  }
}

/** Joins operands, and takes in those of an operand that is of the same kind by now. */
function joined(junction: Junction, operands: readonly Condition[]): Condition | undefined {
  const { kind } = junction;
  const flat = operands.flatMap((operand) =>
    operand.kind === kind ? operand.operands : [operand],
  );
  return flat.length > 1 ? { ...junction, operands: flat } : flat[0];
}

function isLasting(leaf: LeafCondition): boolean {
  const [name, ...further] = leaf.path.names;
  const isOfObject = name?.isQuoted === false && /^(type|id)$/i.test(name.text);
  return (
    isOfObject &&
    further.length === 0 &&
    placeholdersOf({ condition: leaf, orderBy: [] }).length === 0
  );
}

/** The condition that the attribute has a value; undefined if the leaf also finds objects without one. */
function requiredValue(leaf: LeafCondition): Condition | undefined {
  const [name] = leaf.path.names;
  const isNegated = leaf.kind === 'comparison' ? leaf.operator.startsWith('!') : leaf.isNegated;
  const needsValue = leaf.kind === 'emptiness' ? isNegated : !isNegated;
  if (!name || !needsValue || (!name.isQuoted && isBuiltIn(name.text))) return undefined;
  return { kind: 'emptiness', path: { ...leaf.path, names: [name] }, isNegated: true, location };
}

/** What isn't written in any text has no location. */
const location: Location = { start: 0, end: 0 };

function joinWith(configured: Condition | undefined, added: readonly Condition[]): Condition {
  const operands =
    configured?.kind === 'and' ? configured.operands : configured ? [configured] : [];
  return joinAll('and', [...operands, ...added]);
}

/** @param operands at least one, none of this kind */
function joinAll(kind: Junction['kind'], operands: readonly Condition[]): Condition {
  const [only] = operands;
  return only && operands.length === 1 ? only : { kind, operands, location };
}

function matchAny(paths: readonly Path[], text: string): Condition {
  return joinAll(
    'or',
    paths.map((path) => matchText(path, text)),
  );
}

function isOneOf(objectIds: readonly string[]): Condition {
  const path = pathOf('Id', false);
  return objectIds.length > 0
    ? { kind: 'membership', path, isNegated: false, operands: objectIds.map(stringOf), location }
    : { kind: 'emptiness', path, isNegated: false, location };
}

function matchText(path: Path, text: string): Condition {
  const operator = looksInsideWords(text) ? '*=' : '~';
  const operand = stringOf(text);
  return { kind: 'comparison', path, operator, operatorLocation: location, operand, location };
}

/** @param isQuoted so that a name isn't taken for a built-in one */
function pathOf(text: string, isQuoted: boolean): Path {
  return { names: [{ text, isQuoted, location }], location };
}

function stringOf(value: string): StringOperand {
  return { kind: 'string', value, location };
}
