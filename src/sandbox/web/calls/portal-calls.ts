import type {
  PortalRequestBean,
  FormFieldBean,
  RequestTypeBean,
  ServiceDeskBean,
} from '../../rest/portal-routes';
import type { TrackerClient } from './tracker-client';

const api = '/rest/servicedeskapi';

export async function readPortal(tracker: TrackerClient, deskId: string) {
  const path = deskPath(deskId);
  const [portal, { values: requestTypes }] = await Promise.all([
    tracker.request<ServiceDeskBean>('GET', path),
    tracker.request<{ values: RequestTypeBean[] }>('GET', `${path}/requesttype`),
  ]);
  return { portal, requestTypes };
}

export async function readRequestForm(tracker: TrackerClient, deskId: string, typeId: string) {
  const desk = deskPath(deskId);
  const path = `${desk}/requesttype/${encodeURIComponent(typeId)}`;
  const [portal, requestType, { requestTypeFields: fields }] = await Promise.all([
    tracker.request<ServiceDeskBean>('GET', desk),
    tracker.request<RequestTypeBean>('GET', path),
    tracker.request<{ requestTypeFields: FormFieldBean[] }>('GET', `${path}/field`),
  ]);
  return { portal, requestType, fields };
}

/** The latest hundred requests that the person raised. */
export async function listRequests(tracker: TrackerClient): Promise<PortalRequestBean[]> {
  const path = `${api}/request?limit=100`;
  return (await tracker.request<{ values: PortalRequestBean[] }>('GET', path)).values;
}

export function readRequest(tracker: TrackerClient, key: string): Promise<PortalRequestBean> {
  return tracker.request('GET', `${api}/request/${encodeURIComponent(key)}`);
}

export function raiseRequest(
  tracker: TrackerClient,
  deskId: string,
  requestTypeId: string,
  requestFieldValues: Record<string, unknown>,
): Promise<PortalRequestBean> {
  const body = { serviceDeskId: deskId, requestTypeId, requestFieldValues };
  return tracker.request('POST', `${api}/request`, body);
}

function deskPath(deskId: string): string {
  return `${api}/servicedesk/${encodeURIComponent(deskId)}`;
}
