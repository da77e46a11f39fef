import { view } from '@forge/bridge';
import { Button, Inline } from '@forge/react';

/**
 * The buttons of an editor on an issue. The host's own Confirm can't be told from leaving the editor,
 * and only one of them stores new names.
 */
export function ConfirmButtons({ onConfirm }: { onConfirm: () => void }) {
  return (
    <Inline space="space.050" alignInline="end">
      <Button spacing="compact" onClick={onConfirm}>
        Confirm
      </Button>
      <Button spacing="compact" appearance="subtle" onClick={() => void view.close()}>
        Cancel
      </Button>
    </Inline>
  );
}
