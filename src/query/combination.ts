import type { Condition, Location, Path, Query, StringOperand } from './tree';

/** The query without condition and order: it matches everything of the type. */
export function everything(): Query {
  return { orderBy: [] };
}

/**
 * The objects of `query` whose label matches what was typed: `(<query>) and Label ~ "<typed>"`, in
 * the order of `query`. Without a condition in `query`, the label match alone; with nothing typed
 * but space, `query` as it is; with neither, everything.
 * @param attributeNames an object is found too where an attribute of one of these names contains what
 *   was typed, from two letters on: a single one is found in nearly every text
 */
export function combineWithLabelMatch(
  query: Query | undefined,
  typedText: string,
  attributeNames: readonly string[] = [],
): Query {
  const configured = query ?? everything();
  if (typedText.trim() === '') return configured;
  const attributes =
    typedText.trim().length > 1 ? attributeNames.map((name) => pathOf(name, true)) : [];
  const label = matchText(pathOf('Label', false), '~', typedText);
  const match =
    attributes.length === 0
      ? label
      : {
          kind: 'or' as const,
          operands: [label, ...attributes.map((path) => matchText(path, '*=', typedText))],
          location,
        };
  return { ...configured, condition: joinWith(configured.condition, match) };
}

/** Those of the objects of `query` that have these ids: `(<query>) and Id in ("...")`, in any order. */
export function combineWithObjectIds(query: Query, objectIds: readonly string[]): Query {
  return { condition: joinWith(query.condition, isOneOf(objectIds)), orderBy: [] };
}

/** The objects with these ids: `Id in ("...", "...")`. Without ids it matches nothing. */
export function matchObjectIds(objectIds: readonly string[]): Query {
  return { condition: isOneOf(objectIds), orderBy: [] };
}

/** What isn't written in any text has no location. */
const location: Location = { start: 0, end: 0 };

function joinWith(configured: Condition | undefined, condition: Condition): Condition {
  if (!configured) return condition;
  const operands = configured.kind === 'and' ? configured.operands : [configured];
  return { kind: 'and', operands: [...operands, condition], location };
}

function isOneOf(objectIds: readonly string[]): Condition {
  const path = pathOf('Id', false);
  return objectIds.length > 0
    ? { kind: 'membership', path, isNegated: false, operands: objectIds.map(stringOf), location }
    : { kind: 'emptiness', path, isNegated: false, location };
}

function matchText(path: Path, operator: '~' | '*=', text: string): Condition {
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
