import type { ForgeNode } from '../host/forge-document';
import { RenderNode, UiKitContext } from './component';
import { uiKit } from './ui-kit';

/** Draws what an app reconciled, with Atlaskit. */
export function RenderDocument({ document }: { document: ForgeNode }) {
  return (
    <UiKitContext.Provider value={uiKit}>
      <RenderNode node={document} />
    </UiKitContext.Provider>
  );
}
