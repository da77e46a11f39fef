import { useState } from 'react';
import ModalDialog, { ModalTransition } from '@atlaskit/modal-dialog';
import { CreateForm } from './create-form';
import { DiscardDialog } from './discard-dialog';

interface CreateDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The create dialog; asks before it throws away what was typed. */
export function CreateDialog({ isOpen, onClose }: CreateDialogProps) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setDirty(false);
    setAsking(false);
    onClose();
  };
  const askToClose = () => (isDirty ? setAsking(true) : close());
  return (
    <ModalTransition>
      {isOpen && (
        <ModalDialog
          width="large"
          label="Create work item"
          shouldCloseOnOverlayClick={false}
          onClose={askToClose}
        >
          <CreateForm onDirty={() => setDirty(true)} onCancel={askToClose} onCreated={close} />
        </ModalDialog>
      )}
      {isOpen && isAsking && (
        <DiscardDialog
          title="Discard this work item?"
          onKeep={() => setAsking(false)}
          onDiscard={close}
        >
          What you have filled in will be lost.
        </DiscardDialog>
      )}
    </ModalTransition>
  );
}
