import * as z from 'zod';
import type { TrackerClient } from './request';

const api = '/rest/servicedeskapi';

const portalSchema = z.object({ id: z.string(), projectName: z.string() });
const requestTypeSchema = z.object({ id: z.string(), name: z.string(), description: z.string() });

const formFieldSchema = z.object({
  fieldId: z.string(),
  name: z.string(),
  description: z.string(),
  required: z.boolean(),
  jiraSchema: z.object({ type: z.string(), custom: z.string().optional() }),
});

const portalRequestSchema = z.object({
  issueKey: z.string(),
  summary: z.string(),
  requestTypeId: z.string(),
  serviceDeskId: z.string(),
  createdDate: z.object({ iso8601: z.string() }),
  reporter: z.object({ displayName: z.string() }),
  requestFieldValues: z.array(
    z.object({ fieldId: z.string(), label: z.string(), value: z.unknown() }),
  ),
  currentStatus: z.object({ status: z.string(), statusCategory: z.string() }),
});

export type Portal = z.infer<typeof portalSchema>;
export type RequestTypeRecord = z.infer<typeof requestTypeSchema>;
export type FormField = z.infer<typeof formFieldSchema>;
export type PortalRequestRecord = z.infer<typeof portalRequestSchema>;

/** A portal with all its request types. */
export async function readPortal(tracker: TrackerClient, deskId: string) {
  const path = `${api}/servicedesk/${encodeURIComponent(deskId)}`;
  const page = z.object({ values: z.array(requestTypeSchema) });
  const [portal, { values: requestTypes }] = await Promise.all([
    tracker.request(portalSchema, 'GET', path),
    tracker.request(page, 'GET', `${path}/requesttype`),
  ]);
  return { portal, requestTypes };
}

/** A request type with the fields of its form. */
export async function readRequestForm(tracker: TrackerClient, deskId: string, typeId: string) {
  const desk = `${api}/servicedesk/${encodeURIComponent(deskId)}`;
  const path = `${desk}/requesttype/${encodeURIComponent(typeId)}`;
  const form = z.object({ requestTypeFields: z.array(formFieldSchema) });
  const [portal, requestType, { requestTypeFields: fields }] = await Promise.all([
    tracker.request(portalSchema, 'GET', desk),
    tracker.request(requestTypeSchema, 'GET', path),
    tracker.request(form, 'GET', `${path}/field`),
  ]);
  return { portal, requestType, fields };
}

/** The latest hundred requests that the person raised or takes part in. */
export async function listRequests(tracker: TrackerClient): Promise<PortalRequestRecord[]> {
  const page = z.object({ values: z.array(portalRequestSchema) });
  return (await tracker.request(page, 'GET', `${api}/request?limit=100`)).values;
}

export function readRequest(tracker: TrackerClient, key: string): Promise<PortalRequestRecord> {
  const path = `${api}/request/${encodeURIComponent(key)}`;
  return tracker.request(portalRequestSchema, 'GET', path);
}

export function raiseRequest(
  tracker: TrackerClient,
  deskId: string,
  requestTypeId: string,
  requestFieldValues: Record<string, unknown>,
): Promise<PortalRequestRecord> {
  const body = { serviceDeskId: deskId, requestTypeId, requestFieldValues };
  return tracker.request(portalRequestSchema, 'POST', `${api}/request`, body);
}
