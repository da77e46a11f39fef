import { useState } from 'react';
import Button from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import Lozenge from '@atlaskit/lozenge';
import { ModalTransition } from '@atlaskit/modal-dialog';
import { HelperMessage, Label, RequiredAsterisk } from '@atlaskit/form';
import Select from '@atlaskit/select';
import Textfield from '@atlaskit/textfield';
import {
  deleteContext,
  type ScopedContext,
  createContext,
  updateContext,
  type ContextDetails,
} from '../calls/jira-calls';
import { useReply, useSession } from '../session/session';
import { WhenLoaded, RouteButton } from '../shell/page-states';
import { usePageTitle } from '../shell/routing';
import { readFieldConfiguration, type FieldConfiguration } from './context-configuration';
import { findFieldType } from '../calls/sandbox-calls';
import { SettingsDialog } from './dialogs';
import { SettingsFrame } from './settings-frame';

/** One custom field: its contexts, where each applies, and whether the app is configured there. */
export function FieldContextsScreen({ fieldId }: { fieldId: string }) {
  usePageTitle('Field contexts');
  const loading = useReply(readFieldConfiguration, fieldId);
  return (
    <WhenLoaded loading={loading} what="contexts">
      {(found) => <FieldContexts found={found} onChanged={loading.reload} />}
    </WhenLoaded>
  );
}

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'edit'; context: ScopedContext }
  | { kind: 'delete'; context: ScopedContext };

interface FieldContextsProps {
  found: FieldConfiguration;
  onChanged: () => void;
}

function FieldContexts({ found, onChanged }: FieldContextsProps) {
  const { field, contexts } = found;
  const [dialog, setDialog] = useState<OpenDialog>();
  usePageTitle(`${field.name}: contexts`);
  return (
    <SettingsFrame
      title={field.name}
      above={[{ text: 'Custom fields', href: '/settings/fields' }]}
      actions={<Button onClick={() => setDialog({ kind: 'add' })}>Add context</Button>}
    >
      {field.description && <p className="subtle">{field.description}</p>}
      {contexts.length === 0 ? (
        <EmptyState
          header="This field has no context"
          headingLevel={2}
          description="Without a context, the field isn’t on any work item. Add one to choose projects and work types."
        />
      ) : (
        <ul className="card-list">
          {contexts.map((context) => (
            <ContextCard key={context.id} {...{ context, found }} onOpen={setDialog} />
          ))}
        </ul>
      )}
      <ContextDialogs {...{ dialog, found, onChanged }} onClose={() => setDialog(undefined)} />
    </SettingsFrame>
  );
}

interface ContextCardProps {
  context: ScopedContext;
  found: FieldConfiguration;
  onOpen: (dialog: OpenDialog) => void;
}

function ContextCard({ context, found, onOpen }: ContextCardProps) {
  const { id, name, description, projectIds, workTypeIds } = context;
  return (
    <li className="card">
      <div className="card-heading">
        <Heading size="small" as="h2">
          {name}
        </Heading>
        <ConfigurationState context={context} found={found} />
      </div>
      {description !== '' && <p className="subtle">{description}</p>}
      <dl className="facts">
        <dt>Projects</dt>
        <dd>{namesOf(projectIds, found.projects, 'All projects')}</dd>
        <dt>Work types</dt>
        <dd>{namesOf(workTypeIds, found.workTypes, 'All work types')}</dd>
      </dl>
      <div className="card-actions">
        <ConfigurationLink fieldContextId={id} found={found} />
        <Button onClick={() => onOpen({ kind: 'edit', context })}>Edit context</Button>
        <Button appearance="subtle" onClick={() => onOpen({ kind: 'delete', context })}>
          Delete
        </Button>
      </div>
    </li>
  );
}

function ConfigurationState({ context, found }: Omit<ContextCardProps, 'onOpen'>) {
  const entry = found.configurations.find(({ fieldContextId }) => fieldContextId === context.id);
  const isConfigured = entry?.configuration !== undefined && entry.configuration !== null;
  return isConfigured ? (
    <Lozenge appearance="success">Configured</Lozenge>
  ) : (
    <Lozenge>Not configured</Lozenge>
  );
}

interface ConfigurationLinkProps {
  fieldContextId: string;
  found: FieldConfiguration;
}

function ConfigurationLink({ fieldContextId, found: { field } }: ConfigurationLinkProps) {
  const { state } = useSession();
  if (!findFieldType(state.fieldTypes, field.schema)?.contextConfig.resource) return null;
  const href = `/settings/fields/${field.id}/contexts/${fieldContextId}/configuration`;
  return <RouteButton to={href}>Edit context configuration</RouteButton>;
}

function namesOf(
  ids: readonly string[],
  named: readonly { id: string; name: string }[],
  all: string,
): string {
  if (ids.length === 0) return all;
  return ids.map((id) => named.find((one) => one.id === id)?.name ?? id).join(', ');
}

interface ContextDialogsProps extends FieldContextsProps {
  dialog: OpenDialog | undefined;
  onClose: () => void;
}

function ContextDialogs({ dialog, found, onChanged, onClose }: ContextDialogsProps) {
  return (
    <ModalTransition>
      {dialog !== undefined &&
        (dialog.kind === 'delete' ? (
          <DeleteContextDialog
            fieldId={found.field.id}
            context={dialog.context}
            {...{ onChanged, onClose }}
          />
        ) : (
          <ContextDialog
            context={dialog.kind === 'edit' ? dialog.context : undefined}
            {...{ found, onChanged, onClose }}
          />
        ))}
    </ModalTransition>
  );
}

interface DeleteContextDialogProps {
  fieldId: string;
  context: ScopedContext;
  onChanged: () => void;
  onClose: () => void;
}

function DeleteContextDialog({ fieldId, context, onChanged, onClose }: DeleteContextDialogProps) {
  const { tracker } = useSession();
  return (
    <SettingsDialog
      title={`Delete ${context.name}?`}
      submitLabel="Delete"
      appearance="danger"
      onClose={onClose}
      onSubmit={async () => {
        await deleteContext(tracker, fieldId, context.id);
        onChanged();
      }}
    >
      <p>The field and its configuration disappear from the work items that this context covers.</p>
    </SettingsDialog>
  );
}

interface ContextDialogProps {
  found: FieldConfiguration;
  /** The context to change; a new one when absent. */
  context: ScopedContext | undefined;
  onChanged: () => void;
  onClose: () => void;
}

/** Names a context and chooses the projects and work types it covers. */
function ContextDialog({ found, context, onChanged, onClose }: ContextDialogProps) {
  const { tracker } = useSession();
  const [details, setDetails] = useState<ContextDetails>(() => ({
    name: context?.name ?? '',
    description: context?.description ?? '',
    projectIds: context?.projectIds ?? [],
    workTypeIds: context?.workTypeIds ?? [],
  }));
  const change = (part: Partial<ContextDetails>) => setDetails({ ...details, ...part });
  const submit = async () => {
    if (context === undefined) await createContext(tracker, found.field.id, details);
    else await updateContext(tracker, found.field.id, context, details);
    onChanged();
  };
  return (
    <SettingsDialog
      title={context === undefined ? 'Add context' : `Edit ${context.name}`}
      submitLabel={context === undefined ? 'Add' : 'Save'}
      canSubmit={details.name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Label htmlFor="context-name">
        Name
        <RequiredAsterisk />
      </Label>
      <Textfield
        id="context-name"
        autoFocus
        value={details.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Label htmlFor="context-description">Description</Label>
      <Textfield
        id="context-description"
        value={details.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <IdsSelect
        id="context-projects"
        label="Projects"
        all="All projects"
        named={found.projects}
        ids={details.projectIds}
        onChange={(projectIds) => change({ projectIds })}
      />
      <IdsSelect
        id="context-work-types"
        label="Work types"
        all="All work types"
        named={found.workTypes}
        ids={details.workTypeIds}
        onChange={(workTypeIds) => change({ workTypeIds })}
      />
    </SettingsDialog>
  );
}

interface IdsSelectProps {
  id: string;
  label: string;
  /** What an empty choice means. */
  all: string;
  named: readonly { id: string; name: string }[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

function IdsSelect({ id, label, all, named, ids, onChange }: IdsSelectProps) {
  const options = named.map(({ id: value, name }) => ({ value, label: name }));
  return (
    <>
      <Label htmlFor={id}>{label}</Label>
      <Select
        inputId={id}
        shouldPreventEscapePropagation
        isMulti
        options={options}
        menuPosition="fixed"
        placeholder={all}
        value={options.filter(({ value }) => ids.includes(value))}
        onChange={(chosen) => onChange(chosen.map(({ value }) => value))}
      />
      <HelperMessage>{`Leave empty for ${all.toLowerCase()}.`}</HelperMessage>
    </>
  );
}
