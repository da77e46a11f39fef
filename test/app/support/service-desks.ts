import type { PlatformCall } from './forge-runtime';

interface ServiceDesk {
  readonly projectId: string;
  readonly requestTypes: Map<string, { readonly workTypeId: string; readonly fieldIds: string[] }>;
  /** Who may open the portal, beside everyone who can't be asked about. */
  readonly people: Set<string>;
}

interface CustomerRequest {
  readonly serviceDeskId: string;
  readonly requestTypeId: string;
  /** Reporter, participants and agents. */
  readonly people: Set<string>;
}

/** What Jira Service Management knows. */
export interface ServiceDesks {
  readonly desks: Map<string, ServiceDesk>;
  /** By the id of the issue. */
  readonly requests: Map<string, CustomerRequest>;
}

const address = /^\/rest\/servicedeskapi\/servicedesk\/(\d+)(?:\/requesttype\/(\d+)(\/field)?)?$/;

/** Answers as Service Management would; undefined for every other path. */
export function answerOfServiceDesks(
  { desks, requests }: ServiceDesks,
  { as, path }: PlatformCall,
  account: string,
): Response | undefined {
  const requestId = /^\/rest\/servicedeskapi\/request\/(\d+)$/.exec(path)?.[1];
  if (requestId !== undefined) {
    const request = requests.get(requestId);
    if (!request?.people.has(account)) return notFound();
    const { serviceDeskId, requestTypeId } = request;
    return Response.json({ issueId: requestId, serviceDeskId, requestTypeId });
  }
  const found = address.exec(path);
  if (!found) return undefined;
  const [, asked = '', typeId, isForm] = found;
  // Jira takes the id of a project in the place of a service desk's.
  const entry = [...desks].find(([id, { projectId }]) => id === asked || projectId === asked);
  if (!entry || (as === 'user' && !entry[1].people.has(account))) return notFound();
  const [id, { projectId, requestTypes }] = entry;
  if (typeId === undefined) return Response.json({ id, projectId, projectKey: 'HELP' });
  const type = requestTypes.get(typeId);
  if (!type) return notFound();
  const { workTypeId: issueTypeId, fieldIds } = type;
  return Response.json(
    isForm
      ? { requestTypeFields: fieldIds.map((fieldId) => ({ fieldId, name: fieldId })) }
      : { id: typeId, serviceDeskId: id, issueTypeId, name: 'A request type' },
  );
}

function notFound(): Response {
  return Response.json({ errorMessage: 'Not found' }, { status: 404 });
}
