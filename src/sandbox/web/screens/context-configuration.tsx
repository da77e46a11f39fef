import * as z from 'zod';
import { AppResource } from '../host/app-resource';
import {
  saveConfiguration,
  listAppFields,
  listConfigurations,
  listContexts,
  listProjects,
  type ScopedContext,
} from '../calls/jira-calls';
import type { ExtensionPoint } from '../../forge/extension-point';
import { useReply, useSession } from '../session/session';
import { useMessages } from '../shell/flags';
import { WhenLoaded, EmptyPage } from '../shell/page-states';
import { navigate, usePageTitle } from '../shell/routing';
import { findFieldType } from '../calls/sandbox-calls';
import { SettingsFrame } from './settings-frame';
import type { ConfigurationBean } from '../../rest/app-field-routes';
import type { FieldBean, ProjectBean, WorkTypeBean } from '../../rest/representations';
import { ServerError, type TrackerClient } from '../calls/tracker-client';

interface ContextConfigurationScreenProps {
  fieldId: string;
  fieldContextId: string;
}

/** The app's own configuration of a field in one context, on a page of its own. */
export function ContextConfigurationScreen(props: ContextConfigurationScreenProps) {
  usePageTitle('Context configuration');
  const loading = useReply(readFieldConfiguration, props.fieldId);
  return (
    <WhenLoaded loading={loading} what="the configuration">
      {(found) => <ContextConfiguration {...props} found={found} />}
    </WhenLoaded>
  );
}

const submissionSchema = z.looseObject({ configuration: z.unknown() });

interface ContextConfigurationProps extends ContextConfigurationScreenProps {
  found: FieldConfiguration;
}

function ContextConfiguration({ fieldContextId, found }: ContextConfigurationProps) {
  const { tracker, state } = useSession();
  const { showSuccess } = useMessages();
  const { field } = found;
  const fieldPage = `/settings/fields/${field.id}`;
  const fieldType = findFieldType(state.fieldTypes, field.schema);
  const context = found.contexts.find(({ id }) => id === fieldContextId);
  const entry = found.configurations.find((one) => one.fieldContextId === fieldContextId);
  const point: ExtensionPoint = {
    moduleKey: fieldType?.key ?? '',
    entryPoint: 'contextConfig',
    extensionHint: { fieldId: field.id, fieldContextId, renderContext: '' },
  };
  const resource = fieldType?.contextConfig.resource;
  if (context === undefined || entry === undefined || !resource) {
    return (
      <EmptyPage
        title="Context configuration"
        header="There is nothing to configure here"
        description="The context was deleted, or its field type has no configuration."
      />
    );
  }
  const submit = async (payload: unknown) => {
    const { configuration } = submissionSchema.parse(payload);
    await saveConfiguration(tracker, field.id, entry.id, configuration);
    showSuccess({
      id: 'configuration-saved',
      title: `Configuration of ${field.name} saved`,
      description: context.name,
    });
    navigate(fieldPage);
  };
  return (
    <SettingsFrame
      title={context.name}
      above={[
        { text: 'Custom fields', href: '/settings/fields' },
        { text: field.name, href: fieldPage },
      ]}
    >
      <AppResource
        resource={resource}
        point={point}
        label={`Configuration of ${field.name}`}
        onSubmit={submit}
        onClose={() => navigate(fieldPage)}
      />
    </SettingsFrame>
  );
}

/** A field with all that its administration shows. */
export interface FieldConfiguration {
  field: FieldBean;
  contexts: ScopedContext[];
  configurations: ConfigurationBean[];
  projects: ProjectBean[];
  /** The work types of all projects, each once. */
  workTypes: WorkTypeBean[];
}

/** @throws ServerError with status 404 when there is no such field of an app */
export async function readFieldConfiguration(
  tracker: TrackerClient,
  fieldId: string,
): Promise<FieldConfiguration> {
  const [field, contexts, configurations, projects] = await Promise.all([
    readField(tracker, fieldId),
    listContexts(tracker, fieldId),
    listConfigurations(tracker, fieldId),
    listProjects(tracker),
  ]);
  const all = projects.flatMap(({ issueTypes }) => issueTypes);
  const workTypes = [...new Map(all.map((workType) => [workType.id, workType])).values()];
  return { field, contexts, configurations, projects, workTypes };
}

async function readField(tracker: TrackerClient, fieldId: string): Promise<FieldBean> {
  const fields = await listAppFields(tracker);
  const field = fields.find(({ id }) => id === fieldId);
  if (field === undefined) throw new ServerError(404, ['This custom field doesn’t exist.'], {});
  return field;
}
