import { view } from '@forge/bridge';
import { Icon, Inline, Pressable, xcss } from '@forge/react';

/** As high and as wide as the buttons below Jira's own fields, and above what is around them. */
const look = xcss({
  width: '32px',
  height: '32px',
  padding: 'space.0',
  borderRadius: 'radius.medium',
  boxShadow: 'elevation.shadow.overlay',
  backgroundColor: 'elevation.surface.overlay',
  ':hover': { backgroundColor: 'elevation.surface.overlay.hovered' },
  ':active': { backgroundColor: 'elevation.surface.overlay.pressed' },
});

/**
 * The buttons of an editor on an issue. The host's own Confirm can't be told from leaving the editor,
 * and only one of them stores new names.
 */
export function ConfirmButtons({ onConfirm }: { onConfirm: () => void }) {
  return (
    <Inline space="space.050" alignInline="end">
      <Pressable xcss={look} onClick={onConfirm}>
        <Icon glyph="check-mark" label="Confirm" size="small" />
      </Pressable>
      <Pressable xcss={look} onClick={() => void view.close()}>
        <Icon glyph="cross" label="Cancel" size="small" />
      </Pressable>
    </Inline>
  );
}
