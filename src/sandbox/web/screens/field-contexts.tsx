import { useCallback, useState } from 'react';
import Button, { LinkButton } from '@atlaskit/button/new';
import EmptyState from '@atlaskit/empty-state';
import Heading from '@atlaskit/heading';
import Lozenge from '@atlaskit/lozenge';
import { ModalTransition } from '@atlaskit/modal-dialog';
import { deleteContext, type ScopedContext } from '../calls/jira-calls';
import { useSession } from '../session/session';
import { WhenLoaded } from '../shell/page-states';
import { followInPage, usePageTitle } from '../shell/routing';
import { useLoaded } from '../shell/use-loaded';
import { ContextDialog } from './context-dialog';
import { readFieldConfiguration, type FieldConfiguration } from './field-configuration';
import { findFieldType } from './app-field-type';
import { SettingsDialog } from './settings-dialog';
import { SettingsFrame } from './settings-frame';

/** One custom field: its contexts, where each applies, and whether the app is configured there. */
export function FieldContextsScreen({ fieldId }: { fieldId: string }) {
  usePageTitle('Field contexts');
  const { tracker } = useSession();
  const load = useCallback(() => readFieldConfiguration(tracker, fieldId), [tracker, fieldId]);
  const loading = useLoaded(load);
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
  if (!findFieldType(state.fieldTypes, field.schema)?.resources.contextConfig) return null;
  const href = `/settings/fields/${field.id}/contexts/${fieldContextId}/configuration`;
  return (
    <LinkButton href={href} onClick={(event) => followInPage(event, href)}>
      Edit context configuration
    </LinkButton>
  );
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
      canSubmit
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
