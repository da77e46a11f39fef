import { useState } from 'react';
import type { PickedObject } from '../object-picker/picked-object';
import type { CascadeSource } from './configuration';
import type { LevelFacts } from './replies';
import { dependentsOf, select, selectedOn, type Selections } from './selection';

/** What is chosen so far; a change of workspace begins anew. */
export function useWalk({ workspaceId }: CascadeSource, levels: readonly LevelFacts[]) {
  const [walk, setWalk] = useState<Progress>({ workspaceId, selections: [], cleared: [] });
  const { selections: chosen, cleared } = walk.workspaceId === workspaceId ? walk : noProgress;
  const selections = levels.map(({ levelId }) => ({
    levelId,
    objects: selectedOn(chosen, levelId),
  }));

  /** Clears below all that depends on it: the service answers for saved configurations only. */
  function pick(levelId: string, objects: readonly PickedObject[]) {
    const dependents = dependentsOf(levels, levelId);
    const isCleared = (id: string) =>
      dependents.includes(id) && selectedOn(selections, id).length > 0;
    const changed = dependents.reduce<Selections<PickedObject>>(
      (current, dependent) => select(current, levels, dependent, []).selections,
      select(selections, levels, levelId, objects).selections,
    );
    const names = levels.filter((level) => isCleared(level.levelId)).map(({ name }) => name);
    setWalk({ workspaceId, selections: changed, cleared: names });
  }

  return { selections, cleared, pick };
}

interface Progress {
  readonly workspaceId: string;
  readonly selections: Selections<PickedObject>;
  /** Names of the levels that the last change cleared. */
  readonly cleared: readonly string[];
}
const noProgress: Pick<Progress, 'selections' | 'cleared'> = { selections: [], cleared: [] };
