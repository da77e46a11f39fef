import type { ForgeNode } from '../host/forge-document';
import { RenderNode, UiKitContext } from './component';
import { labelledIds, LabelledIdsContext } from './labels';
import { uiKit } from './ui-kit';

/** Draws what an app reconciled, with Atlaskit. */
export function RenderDocument({ document }: { document: ForgeNode }) {
  return (
    <UiKitContext.Provider value={uiKit}>
      <LabelledIdsContext.Provider value={labelledIds(document)}>
        <RenderNode node={document} />
      </LabelledIdsContext.Provider>
    </UiKitContext.Provider>
  );
}
