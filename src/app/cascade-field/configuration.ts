import * as z from 'zod/mini';
import {
  templateLimits,
  foldText,
  isBuiltIn,
  kindOfObjects,
  levelKey,
  operandsOf,
  parseTemplate,
  placeholdersOf,
  type Condition,
  type LeafCondition,
  type Operand,
  type Query,
} from '../../query';
import {
  configuredAttributes,
  type AttributeLists,
} from '../field-configuration/configured-attributes';
import { isVisible } from '../../api/visible-text';
import { isFilled, onlyIf } from '../objects/stored-value';
import { portalUse } from '../portal/portal-contract';
import { maximumLevelNameLength, maximumLevels } from './cascade-value';
import type { LevelFacts } from './cascade-field-contract';

const level = z.object({
  /** Made once and kept through every rename: stored values name levels by it. */
  levelId: z.guid(),
  name: z.string().check(z.trim(), onlyIf(isFilled), z.maxLength(maximumLevelNameLength)),
  /** A template of the query language, which may refer to earlier levels. */
  query: z.string().check(z.maxLength(templateLimits.maximumLength)),
  isMultiple: z.boolean(),
});
export type CascadeLevel = z.infer<typeof level>;

/** The first level first; what is selected on the last one is what the field holds. */
const levels = z
  .array(level)
  .check(onlyIf(isFilled), z.maxLength(maximumLevels), onlyIf(haveUsableNames), onlyIf(haveOwnIds));

/** What an admin chose for one context of the field; stored by Jira with that context. */
export const cascadeConfiguration = z.object({
  version: z.literal(1),
  workspaceId: z.guid(),
  levels,
  /** Shown with every object that has them. Absent in configurations of earlier versions. */
  attributes: z.optional(configuredAttributes),
  /** The pickers search them beside the label. Absent in configurations of earlier versions. */
  searchedAttributes: z.optional(configuredAttributes),
  /** Absent in configurations of earlier versions. */
  portal: z.optional(portalUse),
});
export type CascadeConfiguration = z.infer<typeof cascadeConfiguration>;
/** What decides which objects the levels offer. */
export type CascadeSource = Pick<CascadeConfiguration, 'workspaceId' | 'levels'>;
/** With what is shown beside the labels of what is found: what a check is asked about. */
export type CheckedSource = CascadeSource & Pick<AttributeLists, 'attributes'>;

function haveUsableNames(checked: readonly CascadeLevel[]): boolean {
  const names = checked.map(({ name }) => name);
  return names.every((name, index) => {
    const fault = findLevelNameFault(name, names.slice(0, index));
    // A name that shows nothing was accepted once.
    return fault === undefined || fault === 'EMPTY';
  });
}

function haveOwnIds(checked: readonly CascadeLevel[]): boolean {
  return new Set(checked.map(({ levelId }) => levelId)).size === checked.length;
}

export type LevelNameFault =
  | 'EMPTY'
  | 'TOO_LONG'
  /** `{{@...}}` mentions a person in the service's texts. */
  | 'BEGINS_WITH_AT'
  /** A brace, an angle bracket, or a character that is not seen. */
  | 'UNUSABLE_CHARACTER'
  /** `{{City.label}}` means the label of what is selected on the level "City". */
  | 'ENDS_WITH_LABEL'
  | 'REPEATED';

/** Returns undefined where a query can refer to the level by this name, and to no other. */
export function findLevelNameFault(
  name: string,
  otherNames: readonly string[],
): LevelNameFault | undefined {
  const trimmed = name.trim();
  if (!isVisible(trimmed)) return 'EMPTY';
  if (trimmed.length > maximumLevelNameLength) return 'TOO_LONG';
  if (trimmed.startsWith('@')) return 'BEGINS_WITH_AT';
  if (unusable.test(trimmed)) return 'UNUSABLE_CHARACTER';
  if (/\.label$/i.test(trimmed)) return 'ENDS_WITH_LABEL';
  const key = levelKey(trimmed);
  return otherNames.some((other) => levelKey(other) === key) ? 'REPEATED' : undefined;
}

const unusable = /[{}<>\p{Cc}\p{Zl}\p{Zp}]/u;

export const levelNameTexts: Readonly<Record<LevelNameFault, string>> = {
  EMPTY: 'Give this level a name.',
  TOO_LONG: `Use up to ${maximumLevelNameLength} characters for the name.`,
  BEGINS_WITH_AT: 'A name can’t begin with “@”. Use another first character.',
  UNUSABLE_CHARACTER:
    'A name can’t contain braces, angle brackets or line breaks. Remove them from the name.',
  ENDS_WITH_LABEL: 'A name can’t end with “.label”, because queries use it to refer to labels.',
  REPEATED: 'Another level has this name. Give each level a different name.',
};

/**
 * The levels with what each needs: the earlier levels that its query refers to. A query that cannot
 * be read needs none; it is refused as soon as it is used.
 */
export function levelFacts(levels: readonly CascadeLevel[]): LevelFacts[] {
  return levels.map(({ levelId, name, isMultiple, query }, index) => {
    const parsed = parseTemplate(query);
    const condition = parsed.ok ? parsed.query.condition : undefined;
    const needed = levels.slice(0, index).filter((earlier) => refersTo(condition, earlier.name));
    const growing = needed.filter((earlier) => growsWith(condition, earlier.name));
    return { levelId, name, isMultiple, needs: idsOf(needed), growsWith: idsOf(growing) };
  });
}

/**
 * Returns the kind of the objects of each level, by its id, since a level has no type of its own. A level whose query
 * can't be read is left out: it offers nothing.
 */
export function kindsOfLevels(levels: readonly CascadeLevel[]): ReadonlyMap<string, Query> {
  return new Map(
    levels.flatMap(({ levelId, query }) => {
      const parsed = parseTemplate(query);
      return parsed.ok ? [[levelId, kindOfObjects(parsed.query)] as const] : [];
    }),
  );
}

function idsOf(levels: readonly CascadeLevel[]): string[] {
  return levels.map(({ levelId }) => levelId);
}

function refersTo(condition: Condition | undefined, levelName: string): boolean {
  return placeholdersOf({ condition, orderBy: [] }).some(
    (placeholder) =>
      placeholder.kind === 'levelPlaceholder' &&
      levelKey(placeholder.levelName) === levelKey(levelName),
  );
}

/** Whether the level is named only where one more value can make nothing else fail to match. */
function growsWith(condition: Condition | undefined, levelName: string): boolean {
  switch (condition?.kind) {
    case 'and':
    case 'or':
      return condition.operands.every((operand) => growsWith(operand, levelName));
    case 'comparison':
      return condition.operator === '=' || !refersTo(condition, levelName);
    case 'membership':
      return !condition.isNegated || !refersTo(condition, levelName);
    case 'not':
    case 'emptiness':
    case undefined:
      return !refersTo(condition, levelName);
  }
}

interface TypeWithAttributes {
  readonly id: string;
  readonly name: string;
  readonly attributes: readonly { readonly name: string }[];
}

/**
 * Returns the types whose objects a level's query can find: those that it names and those that have what it compares.
 * Returns all types if the query can't be read, or if it finds none of them.
 */
export function typesOfLevel<Type extends TypeWithAttributes>(
  query: string,
  types: readonly Type[],
): readonly Type[] {
  const parsed = parseTemplate(query);
  const condition = parsed.ok ? parsed.query.condition : undefined;
  if (!condition) return types;
  const possible = types.filter((type) => holdsFor(condition, type) !== false);
  return possible.length > 0 ? possible : types;
}

/** Whether a condition holds for every object of a type, or for none; undefined where that depends on the object. */
function holdsFor(condition: Condition, type: TypeWithAttributes): boolean | undefined {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const decisive = condition.kind === 'or';
      const parts = condition.operands.map((operand) => holdsFor(operand, type));
      if (parts.includes(decisive)) return decisive;
      return parts.includes(undefined) ? undefined : !decisive;
    }
    case 'not': {
      const inner = holdsFor(condition.operand, type);
      return inner === undefined ? undefined : !inner;
    }
    case 'comparison':
    case 'membership':
    case 'emptiness':
      return leafHoldsFor(condition, type);
  }
}

function leafHoldsFor(leaf: LeafCondition, type: TypeWithAttributes): boolean | undefined {
  const [first, ...further] = leaf.path.names;
  if (!first) return undefined;
  const isOwn = !first.isQuoted && isBuiltIn(first.text);
  if (!isOwn) {
    const hasIt = type.attributes.some(({ name }) => foldText(name) === foldText(first.text));
    return hasIt ? undefined : holdsWithoutValue(leaf);
  }
  const isType = first.text.toLowerCase() === 'type' && further.length === 0;
  return isType ? typeComparison(leaf, type) : undefined;
}

/** Whether it holds for an object that doesn't have what it is about. */
function holdsWithoutValue(leaf: LeafCondition): boolean {
  if (leaf.kind === 'comparison') return leaf.operator.startsWith('!');
  return leaf.kind === 'membership' ? leaf.isNegated : !leaf.isNegated;
}

function typeComparison(leaf: LeafCondition, type: TypeWithAttributes): boolean | undefined {
  if (leaf.kind === 'emptiness') return leaf.isNegated;
  const isWhole = leaf.kind === 'membership' || ['=', '==', '!='].includes(leaf.operator);
  const names = operandsOf(leaf).flatMap(writtenIn);
  if (!isWhole || names.length < operandsOf(leaf).length) return undefined;
  const isNamed = names.some((name) => name === type.id || foldText(name) === foldText(type.name));
  const isNegated = leaf.kind === 'membership' ? leaf.isNegated : leaf.operator === '!=';
  return isNamed !== isNegated;
}

/** None where what is compared with is known only once the query is bound. */
function writtenIn(operand: Operand): string[] {
  switch (operand.kind) {
    case 'string':
      return [operand.value];
    case 'word':
    case 'number':
      return [operand.text];
    case 'call':
    case 'levelPlaceholder':
    case 'emailPlaceholder':
      return [];
  }
}
