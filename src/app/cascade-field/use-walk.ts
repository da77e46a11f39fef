import { callResolver } from '../screen/call-resolver';
import { useLatestDraft } from '../field-screen/use-latest-draft';
import type { CascadeSource } from './configuration';
import { previewAllowed } from './config-functions';
import type { LevelFacts } from './cascade-field-contract';
import { selectedOn } from './selection';
import { useCascadeChoice, type CascadeChoice, type ChoiceDraft } from './use-cascade-choice';
import type { CascadeContent } from './use-level-check';

/** What is chosen in a preview, which is kept nowhere; a change of workspace begins anew. */
export function useWalk(source: CascadeSource, levels: readonly LevelFacts[]): CascadeChoice {
  const { workspaceId } = source;
  const { content, isChanged, latest, show } = useLatestDraft<Walk>({ workspaceId, ...nothing });
  const draft: ChoiceDraft = {
    content: onLevels(content, workspaceId, levels),
    isChanged,
    newest: () => onLevels(latest.current.content, workspaceId, levels),
    change(changed) {
      show({ content: { ...changed, workspaceId }, isChanged: true });
      return Promise.resolve();
    },
  };
  return useCascadeChoice(draft, levels, (changed) =>
    callResolver(previewAllowed, { ...source, levels: [...source.levels], ...changed }),
  );
}

interface Walk extends CascadeContent {
  readonly workspaceId: string;
}
const nothing: CascadeContent = { selections: [], uncheckedLevelIds: [], offerlessLevelIds: [] };

/** What is chosen on the levels that there are now. */
function onLevels(walk: Walk, workspaceId: string, levels: readonly LevelFacts[]): CascadeContent {
  const { selections, uncheckedLevelIds, offerlessLevelIds } =
    walk.workspaceId === workspaceId ? walk : nothing;
  const chosen = levels.map(({ levelId }) => ({
    levelId,
    objects: selectedOn(selections, levelId),
  }));
  return { selections: chosen, uncheckedLevelIds, offerlessLevelIds };
}
