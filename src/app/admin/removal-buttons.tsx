import { Button, Inline, LoadingButton } from '@forge/react';

interface RemovalButtonsProps {
  readonly cancelText: string;
  readonly removeText: string;
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

/** Ends what says what a removal means: back, which has the focus, or remove now. */
export function RemovalButtons(props: RemovalButtonsProps) {
  const { cancelText, removeText, isRunning, onCancel, onRemove } = props;
  return (
    <Inline space="space.100" alignInline="end">
      <Button appearance="subtle" autoFocus onClick={onCancel}>
        {cancelText}
      </Button>
      <LoadingButton appearance="danger" isLoading={isRunning} onClick={onRemove}>
        {removeText}
      </LoadingButton>
    </Inline>
  );
}
