import { useState } from 'react';
import Button from '@atlaskit/button/new';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
  ModalTransition,
} from '@atlaskit/modal-dialog';
import { CreateForm } from './create-form';

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
      {isOpen && isAsking && <DiscardDialog onKeep={() => setAsking(false)} onDiscard={close} />}
    </ModalTransition>
  );
}

function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <ModalDialog width="small" onClose={onKeep}>
      <ModalHeader>
        <ModalTitle appearance="warning">Discard this work item?</ModalTitle>
      </ModalHeader>
      <ModalBody>What you have filled in will be lost.</ModalBody>
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
