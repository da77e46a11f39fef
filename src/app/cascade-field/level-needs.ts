import { levelKey, parseTemplate, placeholdersOf } from '../../query';
import type { CascadeLevel } from './configuration';
import type { LevelFacts } from './replies';

/**
 * The levels with what each needs: the earlier levels that its query refers to. A query that cannot
 * be read needs none; it is refused as soon as it is used.
 */
export function levelFacts(levels: readonly CascadeLevel[]): LevelFacts[] {
  return levels.map(({ levelId, name, isMultiple, query }, index) => {
    const referred = referredKeys(query);
    const needs = levels
      .slice(0, index)
      .filter((earlier) => referred.has(levelKey(earlier.name)))
      .map((earlier) => earlier.levelId);
    return { levelId, name, isMultiple, needs };
  });
}

function referredKeys(query: string): Set<string> {
  const parsed = parseTemplate(query);
  const placeholders = parsed.ok ? placeholdersOf(parsed.query) : [];
  return new Set(
    placeholders.flatMap((placeholder) =>
      placeholder.kind === 'levelPlaceholder' ? [levelKey(placeholder.levelName)] : [],
    ),
  );
}
