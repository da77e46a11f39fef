import {
  listAppFields,
  listConfigurations,
  listContexts,
  listProjects,
  readProject,
  type ScopedContext,
} from '../calls/jira-calls';
import type { ConfigurationBean } from '../../rest/field-configuration-routes';
import type { FieldBean, ProjectBean, WorkTypeBean } from '../../rest/representations';
import { ServerError, type TrackerClient } from '../calls/tracker-client';

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
  const workTypes = await listAllWorkTypes(tracker, projects);
  return { field, contexts, configurations, projects, workTypes };
}

async function readField(tracker: TrackerClient, fieldId: string): Promise<FieldBean> {
  const fields = await listAppFields(tracker);
  const field = fields.find(({ id }) => id === fieldId);
  if (field === undefined) throw new ServerError(404, ['This custom field doesn’t exist.'], {});
  return field;
}

async function listAllWorkTypes(
  tracker: TrackerClient,
  projects: readonly ProjectBean[],
): Promise<WorkTypeBean[]> {
  const details = await Promise.all(projects.map(({ key }) => readProject(tracker, key)));
  const byId = new Map(
    details.flatMap(({ issueTypes }) => issueTypes).map((workType) => [workType.id, workType]),
  );
  return [...byId.values()];
}
