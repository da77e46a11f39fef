import type { CascadeDraft } from './cascade-draft';
import type { CascadeConfiguration } from './configuration';

/** What a changed configuration means for values that issues hold already. */
export type ValueChange =
  | { readonly kind: 'levelsRemoved'; readonly names: readonly string[] }
  /** What a value holds is what was picked on the level that was last then. */
  | { readonly kind: 'lastLevelChanged'; readonly from: string; readonly to: string }
  | { readonly kind: 'orderChanged' }
  | { readonly kind: 'nowSingle'; readonly names: readonly string[] };

/** Empty where existing values stay what they are. A changed workspace is told apart from this. */
export function valueChangesOf(saved: CascadeConfiguration, draft: CascadeDraft): ValueChange[] {
  const kept = new Map(draft.levels.map((level) => [level.levelId, level]));
  const removed = saved.levels.filter(({ levelId }) => !kept.has(levelId));
  const nowSingle = saved.levels.filter(
    ({ levelId, isMultiple }) => isMultiple && kept.get(levelId)?.isMultiple === false,
  );
  return [
    ...(removed.length > 0 ? [{ kind: 'levelsRemoved', names: namesOf(removed) } as const] : []),
    ...lastLevelChange(saved, draft),
    ...(isReordered(saved, draft) ? [{ kind: 'orderChanged' } as const] : []),
    ...(nowSingle.length > 0 ? [{ kind: 'nowSingle', names: namesOf(nowSingle) } as const] : []),
  ];
}

function lastLevelChange(saved: CascadeConfiguration, draft: CascadeDraft): ValueChange[] {
  const from = saved.levels.at(-1);
  const to = draft.levels.at(-1);
  if (!from || !to || from.levelId === to.levelId) return [];
  return [{ kind: 'lastLevelChanged', from: from.name, to: to.name.trim() }];
}

/** Whether two levels that are still there have changed places. */
function isReordered(saved: CascadeConfiguration, draft: CascadeDraft): boolean {
  const before = saved.levels.map(({ levelId }) => levelId);
  const after = draft.levels.map(({ levelId }) => levelId);
  const keptBefore = before.filter((levelId) => after.includes(levelId));
  const keptAfter = after.filter((levelId) => before.includes(levelId));
  return keptBefore.join() !== keptAfter.join();
}

function namesOf(levels: readonly { readonly name: string }[]): string[] {
  return levels.map(({ name }) => name);
}
