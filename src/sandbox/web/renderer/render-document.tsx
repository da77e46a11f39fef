import type { ForgeNode } from '../host/forge-document';
import { RenderNode, UiKitContext } from './component';
import { labelledIds, LabelledIdsContext } from './field-place';
import { buttonComponents } from './buttons';
import type { UiKit } from './component';
import { customFieldComponents } from './custom-field-edit';
import { inputComponents } from './inputs';
import { layoutComponents } from './layout';
import { messageComponents } from './messages';
import { overlayComponents } from './overlays';
import { textComponents } from './text';
import './ui-kit.css';

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

/** Every UI Kit component that the sandbox draws, by the name it has in a ForgeDoc. */
const uiKit: UiKit = {
  ...layoutComponents,
  ...textComponents,
  ...messageComponents,
  ...inputComponents,
  ...buttonComponents,
  ...overlayComponents,
  ...customFieldComponents,
};
