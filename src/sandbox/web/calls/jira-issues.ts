import * as z from 'zod';
import type { TrackerClient } from './request';
import {
  changeSchema,
  issueSchema,
  projectDetailsSchema,
  projectSchema,
  screenFieldSchema,
  transitionSchema,
  workTypeSchema,
  type Change,
  type IssueRecord,
  type ProjectRecord,
  type ProjectDetails,
  type ScreenField,
  type TransitionRecord,
  type WorkTypeRecord,
} from './jira-records';

const api = '/rest/api/3';
const nothing = z.unknown().transform(() => undefined);

export function listProjects(tracker: TrackerClient): Promise<ProjectRecord[]> {
  return tracker.request(z.array(projectSchema), 'GET', `${api}/project`);
}

export function readProject(tracker: TrackerClient, key: string): Promise<ProjectDetails> {
  const path = `${api}/project/${encodeURIComponent(key)}`;
  return tracker.request(projectDetailsSchema, 'GET', path);
}

/** An issue with every field that its project and work type have, empty ones as null. */
export function readIssue(tracker: TrackerClient, key: string): Promise<IssueRecord> {
  const path = `${api}/issue/${encodeURIComponent(key)}?expand=names,schema,renderedFields`;
  return tracker.request(issueSchema, 'GET', path);
}

export function editIssue(
  tracker: TrackerClient,
  key: string,
  fields: Record<string, unknown>,
): Promise<undefined> {
  const path = `${api}/issue/${encodeURIComponent(key)}`;
  return tracker.request(nothing, 'PUT', path, { fields });
}

export function createIssue(
  tracker: TrackerClient,
  fields: Record<string, unknown>,
): Promise<{ id: string; key: string }> {
  const created = z.object({ id: z.string(), key: z.string() });
  return tracker.request(created, 'POST', `${api}/issue`, { fields });
}

export async function listWorkTypes(
  tracker: TrackerClient,
  projectKey: string,
): Promise<WorkTypeRecord[]> {
  const path = `${api}/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes`;
  const page = z.object({ issueTypes: z.array(workTypeSchema) });
  return (await tracker.request(page, 'GET', path)).issueTypes;
}

/** The fields of the create screen, in its order. */
export async function listCreateFields(
  tracker: TrackerClient,
  projectKey: string,
  workTypeId: string,
): Promise<ScreenField[]> {
  const workTypes = `${api}/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes`;
  const path = `${workTypes}/${encodeURIComponent(workTypeId)}`;
  const page = z.object({ fields: z.array(screenFieldSchema) });
  return (await tracker.request(page, 'GET', path)).fields;
}

/** Where an issue may go from its status, each with the fields of its screen. */
export async function listTransitions(
  tracker: TrackerClient,
  key: string,
): Promise<TransitionRecord[]> {
  const path = `${api}/issue/${encodeURIComponent(key)}/transitions?expand=transitions.fields`;
  const found = z.object({ transitions: z.array(transitionSchema) });
  return (await tracker.request(found, 'GET', path)).transitions;
}

export function transitionIssue(
  tracker: TrackerClient,
  key: string,
  transitionId: string,
  fields: Record<string, unknown>,
): Promise<undefined> {
  const path = `${api}/issue/${encodeURIComponent(key)}/transitions`;
  return tracker.request(nothing, 'POST', path, { transition: { id: transitionId }, fields });
}

/** The last hundred changes of an issue, the latest first. */
export async function listChanges(tracker: TrackerClient, key: string): Promise<Change[]> {
  const path = `${api}/issue/${encodeURIComponent(key)}/changelog`;
  const page = z.object({ values: z.array(changeSchema), total: z.number() });
  const count = 100;
  const first = await tracker.request(page, 'GET', `${path}?maxResults=${count}`);
  if (first.total <= count) return first.values.reverse();
  const startAt = first.total - count;
  const last = `${path}?startAt=${startAt}&maxResults=${count}`;
  return (await tracker.request(page, 'GET', last)).values.reverse();
}
