import { useState, type FormEvent, type ReactNode } from 'react';
import Button from '@atlaskit/button/new';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
} from '@atlaskit/modal-dialog';
import SectionMessage from '@atlaskit/section-message';
import { errorText } from '../shell/page-states';

interface SettingsDialogProps {
  title: string;
  submitLabel: string;
  appearance?: 'primary' | 'danger';
  canSubmit: boolean;
  /** Rejects with what the person should read; the dialog stays open then. */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form that is kept until the server has taken it. */
export function SettingsDialog(props: SettingsDialogProps) {
  const { title, submitLabel, appearance = 'primary', canSubmit, onSubmit, onClose } = props;
  const [isUnderWay, setUnderWay] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSubmit || isUnderWay) return;
    setUnderWay(true);
    onSubmit().then(onClose, (error: unknown) => {
      setProblem(errorText(error));
      setUnderWay(false);
    });
  };
  return (
    <ModalDialog onClose={onClose} shouldCloseOnOverlayClick={false}>
      <form onSubmit={submit} noValidate className="dialog-form">
        <ModalHeader hasCloseButton>
          <ModalTitle appearance={appearance === 'danger' ? 'danger' : undefined}>
            {title}
          </ModalTitle>
        </ModalHeader>
        <ModalBody>
          {problem !== undefined && (
            <div role="alert">
              <SectionMessage appearance="error" title="Your changes weren’t saved">
                <p>{problem}</p>
              </SectionMessage>
            </div>
          )}
          {props.children}
        </ModalBody>
        <ModalFooter>
          <Button appearance="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            appearance={appearance}
            type="submit"
            isDisabled={!canSubmit}
            isLoading={isUnderWay}
          >
            {submitLabel}
          </Button>
        </ModalFooter>
      </form>
    </ModalDialog>
  );
}

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
      <ModalHeader hasCloseButton>
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
