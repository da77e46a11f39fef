import { ErrorMessage, HelperMessage, Inline, Label, Select, Stack } from '@forge/react';
import type { ReactNode } from 'react';
import { chosenValues } from '../object-picker/picks';

interface FieldFrame {
  /** Of the input, unique on the screen. */
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * An input with its label and a button above it, and below what is to be said about it: an error takes the place
 * of the help, so that nothing moves while someone is typing.
 */
export function LabelledField({
  id,
  label,
  help,
  error,
  action,
  children,
}: FieldFrame & { readonly action?: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack space="space.050">
      <Inline spread="space-between" alignBlock="center">
        <Label labelFor={id}>{label}</Label>
        {action}
      </Inline>
      {children}
      {error !== undefined && <ErrorMessage>{error}</ErrorMessage>}
      {error === undefined && help !== undefined && <HelperMessage>{help}</HelperMessage>}
    </Stack>
  );
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

interface ChoiceFieldProps extends FieldFrame {
  readonly placeholder: string;
  readonly choices: readonly Choice[];
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}

export function ChoiceField(props: ChoiceFieldProps) {
  const { id, error, placeholder, choices, chosenId, onChoose } = props;
  const chosen = choices.find((choice) => choice.id === chosenId);
  return (
    <LabelledField {...props}>
      <Select
        inputId={id}
        testId={id}
        isSearchable
        placeholder={placeholder}
        isInvalid={error !== undefined}
        options={choices.map(optionOf)}
        value={chosen ? optionOf(chosen) : null}
        onChange={(reported) => chosenValues(reported).forEach(onChoose)}
      />
    </LabelledField>
  );
}

export function optionOf({ id, name }: Choice) {
  return { label: name, value: id };
}
