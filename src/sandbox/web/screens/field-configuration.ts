import { listAppFields, listConfigurations, listContexts } from '../calls/jira-fields';
import type { ScopedContext } from '../calls/jira-fields';
import { listProjects, readProject } from '../calls/jira-issues';
import type {
  ContextConfiguration,
  Field,
  ProjectRecord,
  WorkTypeRecord,
} from '../calls/jira-records';
import { ServerError, type TrackerClient } from '../calls/request';

/** A field with all that its administration shows. */
export interface FieldConfiguration {
  field: Field;
  contexts: ScopedContext[];
  configurations: ContextConfiguration[];
  projects: ProjectRecord[];
  /** The work types of all projects, each once. */
  workTypes: WorkTypeRecord[];
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

async function readField(tracker: TrackerClient, fieldId: string): Promise<Field> {
  const fields = await listAppFields(tracker);
  const field = fields.find(({ id }) => id === fieldId);
  if (field === undefined) throw new ServerError(404, ['This custom field doesn’t exist.'], {});
  return field;
}

async function listAllWorkTypes(
  tracker: TrackerClient,
  projects: readonly ProjectRecord[],
): Promise<WorkTypeRecord[]> {
  const details = await Promise.all(projects.map(({ key }) => readProject(tracker, key)));
  const byId = new Map(
    details.flatMap(({ issueTypes }) => issueTypes).map((workType) => [workType.id, workType]),
  );
  return [...byId.values()];
}
