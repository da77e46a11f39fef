import { Box, Button, Popup, xcss } from '@forge/react';
import { useState, type ReactNode } from 'react';

interface PopupButtonProps {
  readonly text: string;
  /** Names the popup. */
  readonly label: string;
  readonly widthPx: number;
  readonly placement: 'bottom-end' | 'top-start';
  readonly spacing: 'default' | 'compact';
  /** Decides whether to close the popup after Escape or a click elsewhere. Without it, the popup closes. */
  readonly onDismiss?: (close: () => void) => void;
  readonly children: (close: () => void) => ReactNode;
}

/** A subtle button that opens a popup, and closes it again. An input in the popup takes the focus. */
export function PopupButton({ text, label, widthPx, placement, ...props }: PopupButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const { spacing, onDismiss = close, children } = props;
  const box = xcss({ width: `min(${widthPx}px, 90vw)`, padding: 'space.200' });
  return (
    <Popup
      isOpen={isOpen}
      // oxlint-disable-next-line typescript/no-deprecated -- else the popup takes the focus from its input
      autoFocus={false}
      placement={placement}
      role="dialog"
      label={label}
      onClose={() => onDismiss(close)}
      content={() => isOpen && <Box xcss={box}>{children(close)}</Box>}
      trigger={() => (
        <Button appearance="subtle" spacing={spacing} onClick={() => setIsOpen(!isOpen)}>
          {text}
        </Button>
      )}
    />
  );
}
