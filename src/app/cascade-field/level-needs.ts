import { levelKey, parseTemplate, placeholdersOf, type Condition } from '../../query';
import type { CascadeLevel } from './configuration';
import type { LevelFacts } from './cascade-field-contract';

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
