import type { ReactNode } from 'react';
import Button from '@atlaskit/button/new';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
} from '@atlaskit/modal-dialog';

interface DiscardDialogProps {
  title: string;
  onKeep: () => void;
  onDiscard: () => void;
  /** What will be lost. */
  children: ReactNode;
}

/** Asks before a dialog throws away what the person did in it. */
export function DiscardDialog({ title, onKeep, onDiscard, children }: DiscardDialogProps) {
  return (
    <ModalDialog width="small" onClose={onKeep}>
      <ModalHeader>
        <ModalTitle appearance="warning">{title}</ModalTitle>
      </ModalHeader>
      <ModalBody>{children}</ModalBody>
      <ModalFooter>
        <Button appearance="subtle" onClick={onKeep}>
          Keep editing
        </Button>
        <Button appearance="warning" onClick={onDiscard}>
          Discard
        </Button>
      </ModalFooter>
    </ModalDialog>
  );
}
