import { useState, type FormEvent, type ReactNode } from 'react';
import Button from '@atlaskit/button/new';
import ModalDialog, {
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalTitle,
} from '@atlaskit/modal-dialog';
import { Label, RequiredAsterisk } from '@atlaskit/form';
import SectionMessage from '@atlaskit/section-message';
import Select from '@atlaskit/select';
import { errorText } from '../shell/page-states';

interface DialogFormProps {
  title: string;
  submitLabel: string;
  appearance?: 'primary' | 'danger';
  canSubmit?: boolean;
  isUnderWay: boolean;
  /** Keeps what is filled in for when the person comes back. */
  isHidden?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The content of a dialog that sends a form. */
export function DialogForm(props: DialogFormProps) {
  const { appearance = 'primary', canSubmit = true, isUnderWay, isHidden = false } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit && !isUnderWay) props.onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className="dialog-form" hidden={isHidden}>
      {!isHidden && (
        <ModalHeader hasCloseButton>
          <ModalTitle appearance={appearance === 'danger' ? 'danger' : undefined}>
            {props.title}
          </ModalTitle>
        </ModalHeader>
      )}
      <ModalBody>{props.children}</ModalBody>
      <ModalFooter>
        <Button appearance="subtle" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button
          appearance={appearance}
          type="submit"
          isDisabled={!canSubmit}
          isLoading={isUnderWay}
        >
          {props.submitLabel}
        </Button>
      </ModalFooter>
    </form>
  );
}

type SettingsDialogProps = Pick<
  DialogFormProps,
  'title' | 'submitLabel' | 'appearance' | 'canSubmit' | 'children'
> & {
  /** Rejects with what the person should read; the dialog stays open then. */
  onSubmit: () => Promise<void>;
  onClose: () => void;
};

/** A dialog with a form that is kept until the server has taken it. */
export function SettingsDialog({ onSubmit, onClose, children, ...form }: SettingsDialogProps) {
  const [isUnderWay, setUnderWay] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    setUnderWay(true);
    onSubmit().then(onClose, (error: unknown) => {
      setProblem(errorText(error));
      setUnderWay(false);
    });
  };
  return (
    <ModalDialog onClose={onClose} shouldCloseOnOverlayClick={false}>
      <DialogForm {...{ ...form, isUnderWay }} onSubmit={submit} onCancel={onClose}>
        {problem !== undefined && (
          <div role="alert">
            <SectionMessage appearance="error" title="Your changes weren’t saved">
              <p>{problem}</p>
            </SectionMessage>
          </div>
        )}
        {children}
      </DialogForm>
    </ModalDialog>
  );
}

interface SelectFieldProps<Item> {
  id: string;
  label: string;
  items: readonly Item[];
  /** Tells items apart, also after they were loaded again. */
  idOf: (item: Item) => string;
  textOf: (item: Item) => string;
  chosen: Item | undefined;
  onChange: (item: Item) => void;
  isRequired?: boolean;
  placeholder?: string;
}

/** A choice of one, below its label. */
export function SelectField<Item>(props: SelectFieldProps<Item>) {
  const { id, label, items, idOf, textOf, chosen, onChange, isRequired = false, ...rest } = props;
  const chosenId = chosen === undefined ? undefined : idOf(chosen);
  const options = items.map((value) => ({ value, label: textOf(value) }));
  return (
    <>
      <Label htmlFor={id}>
        {label}
        {isRequired && <RequiredAsterisk />}
      </Label>
      <Select
        {...rest}
        inputId={id}
        shouldPreventEscapePropagation
        options={options}
        menuPosition="fixed"
        value={options.find(({ value }) => idOf(value) === chosenId) ?? null}
        onChange={(option) => option && onChange(option.value)}
      />
    </>
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
