import type { PlatformCall } from './forge-runtime';

interface ConfiguredContext {
  readonly projectId: string;
  readonly workTypeId: string;
  /** Undefined: the context exists and was never configured. */
  readonly configuration?: unknown;
}

const projectPermissions = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'ADMINISTER_PROJECTS',
] as const;
type ProjectPermission = (typeof projectPermissions)[number];

export interface JiraSite extends ServiceDesks {
  /** In which projects a person holds which permission, by account. */
  readonly allowed: Map<string, Partial<Record<ProjectPermission, number[]>>>;
  readonly administrators: Set<string>;
  /** Null or absent where the profile hides it. */
  readonly emailAddresses: Map<string, string | null | undefined>;
  readonly workTypes: Map<string, string[]>;
  /** The name of a project's lead. */
  readonly leads: Map<string, string>;
  readonly contexts: ConfiguredContext[];
  /** The project and the work type of an issue. */
  readonly issues: Map<string, { projectId: string; workTypeId: string }>;
  answer: (call: PlatformCall, accountId: string | undefined) => Response;
}

/** As much of Jira's REST as the resolver asks for, with its rules of permission. */
export function createJiraSite(): JiraSite {
  const site: JiraSite = {
    allowed: new Map(),
    administrators: new Set(),
    emailAddresses: new Map(),
    workTypes: new Map(),
    leads: new Map(),
    contexts: [],
    issues: new Map(),
    desks: new Map(),
    requests: new Map(),
    answer: (call, accountId) => answer(site, call, accountId ?? ''),
  };
  return site;
}

function answer(site: JiraSite, call: PlatformCall, account: string): Response {
  const url = new URL(call.path, 'https://site.example');
  if (url.pathname === '/rest/api/3/permissions/check') return permissions(site, call, account);
  if (url.pathname === '/rest/api/3/myself') {
    return Response.json({ accountId: account, emailAddress: site.emailAddresses.get(account) });
  }
  if (url.pathname === '/rest/api/3/search/approximate-count') return countIssues(call);
  const projectId = /^\/rest\/api\/3\/project\/(\d+)$/.exec(url.pathname)?.[1];
  if (projectId !== undefined) {
    const ids = site.workTypes.get(projectId) ?? [];
    const name = site.leads.get(projectId);
    const lead = name === undefined ? undefined : { displayName: name };
    return Response.json({ id: projectId, issueTypes: ids.map((id) => ({ id, name: id })), lead });
  }
  if (
    /^\/rest\/api\/3\/app\/field\/customfield_10010\/context\/configuration$/.test(url.pathname)
  ) {
    return call.as === 'app' || site.administrators.has(account)
      ? configurations(site, url.searchParams)
      : new Response(null, { status: 403 });
  }
  if (url.pathname === '/rest/api/3/jql/parse') return parseQueries(call);
  if (url.pathname === '/rest/api/3/issue/bulkfetch') return fetchIssues(site, call);
  const ofServiceDesks = answerOfServiceDesks(site, call, account);
  if (ofServiceDesks) return ofServiceDesks;
  if (url.pathname === '/rest/api/3/field') return Response.json(fields);
  return Response.json({ errorMessages: ['not found'], errors: {} }, { status: 404 });
}

/** The spelling by a field's id is the only one that it reads. */
function parseQueries({ body }: PlatformCall): Response {
  const { queries } = body as { queries: string[] };
  const errorsOf = (query: string) => (query.startsWith('"cf[') ? [] : ['unreadable']);
  return Response.json({ queries: queries.map((query) => ({ errors: errorsOf(query) })) });
}

/** Without a value in any field. */
function fetchIssues({ issues }: JiraSite, { body }: PlatformCall): Response {
  const { issueIdsOrKeys, expand = [] } = body as { issueIdsOrKeys: string[]; expand?: string[] };
  const found = issueIdsOrKeys.flatMap((id) => {
    const place = issues.get(id);
    if (!place) return [];
    const fields = { project: { id: place.projectId }, issuetype: { id: place.workTypeId } };
    const editmeta = { fields: { customfield_10010: { required: false } } };
    return [{ id, key: `DEMO-${id}`, fields, ...(expand.includes('editmeta') && { editmeta }) }];
  });
  return Response.json({ issues: found, issueErrors: [] });
}

/** Twelve issues have a value in every field, and as many hold any object. */
function countIssues({ body }: PlatformCall): Response {
  const { jql } = body as { jql: string };
  return /^(cf\[\d+\] is not EMPTY|"cf\[\d+\]\.\w+" in \("[^"]+"\))$/.test(jql)
    ? Response.json({ count: 12 })
    : Response.json({ errorMessages: ['unreadable'], errors: {} }, { status: 400 });
}

/** One of this app, and two that are not. */
const fields = [
  { id: 'summary', name: 'Summary', custom: false },
  { id: 'customfield_10009', name: 'Sprint', custom: true, schema: { custom: 'x:sprint' } },
  {
    id: 'customfield_10010',
    name: 'Asset',
    custom: true,
    schema: {
      custom: 'ari:cloud:ecosystem::extension/the-app/the-environment/static/workspace-object',
    },
  },
];

interface CheckedPermissions {
  globalPermissions?: string[];
  projectPermissions?: { permissions: string[]; projects?: number[]; issues?: number[] }[];
}

/** Jira refuses a request that names a permission it does not know. */
function permissions(site: JiraSite, call: PlatformCall, account: string): Response {
  const { globalPermissions = [], projectPermissions = [] } = call.body as CheckedPermissions;
  const isKnown =
    globalPermissions.every((name) => ['ADMINISTER', 'BULK_CHANGE'].includes(name)) &&
    projectPermissions.every((asked) => asked.permissions.every(isProjectPermission));
  if (!isKnown) return Response.json({ errorMessages: ['unknown'], errors: {} }, { status: 400 });
  return Response.json({
    globalPermissions: globalPermissions.filter(
      (name) => name === 'BULK_CHANGE' || site.administrators.has(account),
    ),
    projectPermissions: projectPermissions.flatMap(({ permissions, projects = [], issues = [] }) =>
      permissions.filter(isProjectPermission).map((permission) => {
        const allowed = site.allowed.get(account)?.[permission] ?? [];
        return {
          permission,
          projects: projects.filter((id) => allowed.includes(id)),
          issues: issues.filter((id) => allowed.includes(projectOf(site, id))),
        };
      }),
    ),
  });
}

function isProjectPermission(name: string): name is ProjectPermission {
  return projectPermissions.some((permission) => permission === name);
}

function projectOf(site: JiraSite, issueId: number): number {
  return Number(site.issues.get(`${issueId}`)?.projectId);
}

function configurations(site: JiraSite, parameters: URLSearchParams): Response {
  const issue = site.issues.get(parameters.get('issueId') ?? '');
  const projectId = issue?.projectId ?? parameters.get('projectKeyOrId');
  const workTypeId = issue?.workTypeId ?? parameters.get('issueTypeId');
  const isFiltered = issue !== undefined || projectId !== null;
  const values = site.contexts
    .filter(
      (context) =>
        !isFiltered || (context.projectId === projectId && context.workTypeId === workTypeId),
    )
    .map(({ configuration }, index) => ({
      id: `${index}`,
      fieldContextId: `${index}`,
      configuration,
    }));
  return Response.json({ values });
}

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
interface ServiceDesks {
  readonly desks: Map<string, ServiceDesk>;
  /** By the id of the issue. */
  readonly requests: Map<string, CustomerRequest>;
}

const address = /^\/rest\/servicedeskapi\/servicedesk\/(\d+)(?:\/requesttype\/(\d+)(\/field)?)?$/;

/** Answers as Service Management would; undefined for every other path. */
function answerOfServiceDesks(
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
