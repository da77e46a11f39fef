import { listAppFields, listConfigurations, listContexts } from '../server/jira-fields';
import type { ScopedContext } from '../server/jira-fields';
import { listProjects, readProject } from '../server/jira-issues';
import type { ContextConfiguration, Field, Project, WorkType } from '../server/jira-records';
import { ServerError, type Connection } from '../server/request';

/** A field with all that its administration shows. */
export interface FieldConfiguration {
  field: Field;
  contexts: ScopedContext[];
  configurations: ContextConfiguration[];
  projects: Project[];
  /** The work types of all projects, each once. */
  workTypes: WorkType[];
}

/** @throws ServerError with status 404 when there is no such field of an app */
export async function readFieldConfiguration(
  connection: Connection,
  fieldId: string,
): Promise<FieldConfiguration> {
  const [field, contexts, configurations, projects] = await Promise.all([
    readField(connection, fieldId),
    listContexts(connection, fieldId),
    listConfigurations(connection, fieldId),
    listProjects(connection),
  ]);
  const workTypes = await listAllWorkTypes(connection, projects);
  return { field, contexts, configurations, projects, workTypes };
}

async function readField(connection: Connection, fieldId: string): Promise<Field> {
  const fields = await listAppFields(connection);
  const field = fields.find(({ id }) => id === fieldId);
  if (field === undefined) throw new ServerError(404, ['There is no such custom field.'], {});
  return field;
}

async function listAllWorkTypes(
  connection: Connection,
  projects: readonly Project[],
): Promise<WorkType[]> {
  const details = await Promise.all(projects.map(({ key }) => readProject(connection, key)));
  const byId = new Map(
    details.flatMap(({ issueTypes }) => issueTypes).map((workType) => [workType.id, workType]),
  );
  return [...byId.values()];
}
