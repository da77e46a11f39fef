import type {
  PortalRequestBean,
  FormFieldBean,
  RequestTypeBean,
  ServiceDeskBean,
} from '../../rest/portal-routes';
import { pathOf, type TrackerClient } from './tracker-client';

export async function readPortal(tracker: TrackerClient, deskId: string) {
  const path = deskPath(deskId);
  const [portal, { values: requestTypes }] = await Promise.all([
    tracker.get<ServiceDeskBean>(path),
    tracker.get<{ values: RequestTypeBean[] }>(`${path}/requesttype`),
  ]);
  return { portal, requestTypes };
}

export async function readRequestForm(tracker: TrackerClient, deskId: string, typeId: string) {
  const desk = deskPath(deskId);
  const path = desk + pathOf`/requesttype/${typeId}`;
  const [portal, requestType, { requestTypeFields: fields }] = await Promise.all([
    tracker.get<ServiceDeskBean>(desk),
    tracker.get<RequestTypeBean>(path),
    tracker.get<{ requestTypeFields: FormFieldBean[] }>(`${path}/field`),
  ]);
  return { portal, requestType, fields };
}

/** The latest hundred requests that the person raised. */
export async function listRequests(tracker: TrackerClient) {
  const path = '/rest/servicedeskapi/request?limit=100';
  return (await tracker.get<{ values: PortalRequestBean[] }>(path)).values;
}

export const readRequest = (tracker: TrackerClient, key: string) =>
  tracker.get<PortalRequestBean>(pathOf`/rest/servicedeskapi/request/${key}`);

export function raiseRequest(
  tracker: TrackerClient,
  serviceDeskId: string,
  requestTypeId: string,
  requestFieldValues: Record<string, unknown>,
) {
  const body = { serviceDeskId, requestTypeId, requestFieldValues };
  return tracker.send<PortalRequestBean>('POST', '/rest/servicedeskapi/request', body);
}

const deskPath = (deskId: string) => pathOf`/rest/servicedeskapi/servicedesk/${deskId}`;
