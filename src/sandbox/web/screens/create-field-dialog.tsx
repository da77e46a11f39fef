import { useState } from 'react';
import { HelperMessage, Label, RequiredAsterisk } from '@atlaskit/form';
import Select from '@atlaskit/select';
import Textfield from '@atlaskit/textfield';
import { createField } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import type { AppFieldType } from '../calls/sandbox-calls';
import { useSession } from '../session/session';
import { SettingsDialog } from './settings-dialog';

interface CreateFieldDialogProps {
  onClose: () => void;
  onCreated: (field: FieldBean) => void;
}

/** Creates a field of one of the app's types. */
export function CreateFieldDialog({ onClose, onCreated }: CreateFieldDialogProps) {
  const { tracker, state } = useSession();
  const [fieldType, setFieldType] = useState<AppFieldType | undefined>(state.fieldTypes[0]);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const options = state.fieldTypes.map((value) => ({ value, label: value.name }));
  const submit = async () => {
    const type = fieldType?.type ?? '';
    onCreated(await createField(tracker, { name: name.trim(), description, type }));
  };
  return (
    <SettingsDialog
      title="Create new field"
      submitLabel="Create"
      canSubmit={fieldType !== undefined && name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Label htmlFor="field-type">
        Field type
        <RequiredAsterisk />
      </Label>
      <Select
        inputId="field-type"
        shouldPreventEscapePropagation
        options={options}
        menuPosition="fixed"
        value={options.find(({ value }) => value.key === fieldType?.key) ?? null}
        onChange={(option) => setFieldType(option?.value)}
      />
      {fieldType && <HelperMessage>{fieldType.description}</HelperMessage>}
      <Label htmlFor="field-name">
        Name
        <RequiredAsterisk />
      </Label>
      <Textfield
        id="field-name"
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Label htmlFor="field-description">Description</Label>
      <Textfield
        id="field-description"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </SettingsDialog>
  );
}
