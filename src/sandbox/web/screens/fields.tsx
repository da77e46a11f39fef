import { useState } from 'react';
import Button from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import { ModalTransition } from '@atlaskit/modal-dialog';
import { HelperMessage, Label, RequiredAsterisk } from '@atlaskit/form';
import Textfield from '@atlaskit/textfield';
import { listAppFields, createField } from '../calls/jira-calls';
import type { FieldBean } from '../../rest/representations';
import { useReply, useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { navigate, RouteLink, usePageTitle } from '../shell/routing';
import { findFieldType } from '../calls/sandbox-calls';
import { SettingsFrame } from './settings-frame';
import type { AppFieldType } from '../calls/sandbox-calls';
import { SelectField, SettingsDialog } from './dialogs';

/** The custom fields that were created from the app's types. */
export function FieldsScreen() {
  usePageTitle('Custom fields');
  const loading = useReply(listAppFields);
  const [isCreating, setCreating] = useState(false);
  return (
    <SettingsFrame
      title="Custom fields"
      actions={
        <Button appearance="primary" onClick={() => setCreating(true)}>
          Create new field
        </Button>
      }
    >
      <WhenLoaded loading={loading} what="custom fields">
        {(fields) => <FieldTable fields={fields} />}
      </WhenLoaded>
      <ModalTransition>
        {isCreating && (
          <CreateFieldDialog
            onClose={() => setCreating(false)}
            onCreated={({ id }) => navigate(`/settings/fields/${id}`)}
          />
        )}
      </ModalTransition>
    </SettingsFrame>
  );
}

function FieldTable({ fields }: { fields: readonly FieldBean[] }) {
  const { state } = useSession();
  if (fields.length === 0) {
    return (
      <EmptyState
        header="No custom fields yet"
        headingLevel={2}
        description="Create a field of one of the app’s types, then configure where it applies."
      />
    );
  }
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Custom fields">
      <table className="settings-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Id</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.id}>
              <td>
                <RouteLink to={`/settings/fields/${field.id}`}>{field.name}</RouteLink>
                {field.description && <div className="subtle small">{field.description}</div>}
              </td>
              <td>{findFieldType(state.fieldTypes, field.schema)?.name ?? 'Another app’s type'}</td>
              <td className="subtle">{field.id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CreateFieldDialogProps {
  onClose: () => void;
  onCreated: (field: FieldBean) => void;
}

function CreateFieldDialog({ onClose, onCreated }: CreateFieldDialogProps) {
  const { tracker, state } = useSession();
  const [fieldType, setFieldType] = useState<AppFieldType | undefined>(state.fieldTypes[0]);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const submit = async () => {
    const type = fieldType?.ari ?? '';
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
      <SelectField
        id="field-type"
        label="Field type"
        isRequired
        items={state.fieldTypes}
        idOf={({ ari }) => ari}
        textOf={(type) => type.name}
        chosen={fieldType}
        onChange={setFieldType}
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
