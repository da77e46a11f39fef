import type { Client } from '../../api/client';
import { chunksOf } from '../objects/chunks';
import { idsPerSearch } from '../objects/look-up-objects';
import type { LevelSelection } from './cascade-value';
import type { CascadeLevel } from './configuration';
import { findOffered } from './find-allowed';
import { levelFacts } from './level-needs';
import type { LevelChoice } from './level-query';
import { dependentsOf, selectedOn } from './selection';

/** The earlier levels that this one depends on, directly or through others. */
export function levelsAbove(levels: readonly CascadeLevel[], levelId: string): string[] {
  const facts = levelFacts(levels);
  return facts
    .map((level) => level.levelId)
    .filter((above) => dependentsOf(facts, above).includes(levelId));
}

/** How many calls of the service say what of the selections on these levels is offered. */
export function callsToCheck(
  selections: readonly LevelSelection[],
  levelIds: readonly string[],
): number {
  return levelIds.flatMap((levelId) => chunksOf(selectedOn(selections, levelId), idsPerSearch))
    .length;
}

/**
 * Of what someone says is selected on these levels, what the levels really offer one after the other,
 * with the service's labels: what they made up is left out.
 */
export async function offeredSelections(
  choice: LevelChoice & { readonly client: Client; readonly workspaceId: string },
  levelIds: readonly string[],
): Promise<LevelSelection[]> {
  const facts = levelFacts(choice.levels);
  const offered: LevelSelection[] = [];
  for (const levelId of levelIds) {
    const needs = facts.find((level) => level.levelId === levelId)?.needs ?? [];
    const isWaiting = needs.some((needed) => selectedOn(offered, needed).length === 0);
    const selected = selectedOn(choice.selections, levelId);
    const objects = isWaiting
      ? []
      : await findOffered({ ...choice, selections: offered }, levelId, selected);
    offered.push({ levelId, objects });
  }
  return offered;
}
