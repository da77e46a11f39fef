import type { PlatformCall } from './forge-runtime';

interface ConfiguredContext {
  readonly projectId: string;
  readonly workTypeId: string;
  /** Undefined: the context exists and was never configured. */
  readonly configuration?: unknown;
}

export interface JiraSite {
  /** The issues and projects that a person may see or create in, by account. */
  readonly allowed: Map<string, { projects: number[]; issues: number[] }>;
  readonly administrators: Set<string>;
  /** Null or absent where the profile hides it. */
  readonly emailAddresses: Map<string, string | null | undefined>;
  readonly workTypes: Map<string, string[]>;
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
    contexts: [],
    issues: new Map(),
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
  const projectId = /^\/rest\/api\/3\/project\/(\d+)$/.exec(url.pathname)?.[1];
  if (projectId !== undefined) {
    const ids = site.workTypes.get(projectId) ?? [];
    return Response.json({ id: projectId, issueTypes: ids.map((id) => ({ id, name: id })) });
  }
  if (
    /^\/rest\/api\/3\/app\/field\/customfield_10010\/context\/configuration$/.test(url.pathname)
  ) {
    return call.as === 'app'
      ? configurations(site, url.searchParams)
      : new Response(null, { status: 403 });
  }
  return Response.json({ errorMessages: ['not found'], errors: {} }, { status: 404 });
}

interface CheckedPermissions {
  globalPermissions?: string[];
  projectPermissions?: { permissions: string[]; projects?: number[]; issues?: number[] }[];
}

function permissions(site: JiraSite, call: PlatformCall, account: string): Response {
  const { globalPermissions = [], projectPermissions = [] } = call.body as CheckedPermissions;
  const allowed = site.allowed.get(account) ?? { projects: [], issues: [] };
  return Response.json({
    globalPermissions: site.administrators.has(account) ? globalPermissions : [],
    projectPermissions: projectPermissions.flatMap((asked) =>
      asked.permissions.map((permission) => ({
        permission,
        projects: (asked.projects ?? []).filter((id) => allowed.projects.includes(id)),
        issues: (asked.issues ?? []).filter((id) => allowed.issues.includes(id)),
      })),
    ),
  });
}

function configurations(site: JiraSite, parameters: URLSearchParams): Response {
  const issue = site.issues.get(parameters.get('issueId') ?? '');
  const projectId = issue?.projectId ?? parameters.get('projectKeyOrId');
  const workTypeId = issue?.workTypeId ?? parameters.get('issueTypeId');
  const values = site.contexts
    .filter((context) => context.projectId === projectId && context.workTypeId === workTypeId)
    .map(({ configuration }, index) => ({
      id: `${index}`,
      fieldContextId: `${index}`,
      configuration,
    }));
  return Response.json({ values });
}
