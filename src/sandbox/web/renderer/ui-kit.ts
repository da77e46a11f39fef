import { buttonComponents } from './buttons';
import type { UiKit } from './component';
import { customFieldComponents } from './custom-field-edit';
import { formComponents } from './forms';
import { inputComponents } from './inputs';
import { layoutComponents } from './layout';
import { iconComponents } from './glyphs';
import { messageComponents } from './messages';
import { overlayComponents } from './overlays';
import { selectComponents } from './select';
import { tableComponents } from './table';
import { tabComponents } from './tabs';
import { textComponents } from './text';
import './ui-kit.css';

/** Every UI Kit component that the sandbox draws, by the name it has in a ForgeDoc. */
export const uiKit: UiKit = {
  ...layoutComponents,
  ...textComponents,
  ...messageComponents,
  ...inputComponents,
  ...selectComponents,
  ...buttonComponents,
  ...formComponents,
  ...tableComponents,
  ...tabComponents,
  ...overlayComponents,
  ...iconComponents,
  ...customFieldComponents,
};
