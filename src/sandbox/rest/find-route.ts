import { JiraError } from '../jira/jira-error';
import type { JiraRequest } from './jira-request';
import type { Route } from './route';

/** One of the REST APIs of a site. */
export interface Api {
  prefix: string;
  /** A fixed path stands before one with a placeholder in its place. */
  routes: readonly Route[];
  bodyOf: (error: JiraError) => unknown;
}

interface Match {
  route: Route;
  /** Of the API and the route. */
  path: string;
  parameters: Readonly<Record<string, string>>;
}

/** @throws {JiraError} 501 naming a call that is not modelled */
export function findRoute(api: Api | undefined, { method, path }: JiraRequest): Match {
  for (const route of api?.routes ?? []) {
    if (route.method !== method) continue;
    const pattern = `${api?.prefix ?? ''}${route.path}`;
    const parameters = matchPath(pattern, path);
    if (parameters) return { route, path: pattern, parameters };
  }
  throw new JiraError(501, [`The sandbox does not model ${method} ${path}.`]);
}

/** Returns the values of the placeholders, `undefined` where the path is another. */
function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith('{')) parameters[name.slice(1, -1)] = decode(part);
    else if (name !== part) return undefined;
  }
  return parameters;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new JiraError(400, [`The path has a malformed part: ${part}`]);
  }
}

/** @throws {JiraError} 403 naming the scope that an app lacks */
export function requireScope(
  { route: { scopes, method }, path }: Match,
  { grantedScopes }: JiraRequest,
): void {
  if (!grantedScopes || scopes.length === 0) return;
  if (scopes.some((needed) => needed.every((scope) => grantedScopes.includes(scope)))) return;
  const alternatives = scopes.map((needed) => needed.join(' and ')).join(', or ');
  throw new JiraError(403, [
    `Unauthorized; scope does not match: ${method} ${path} needs ${alternatives}.`,
  ]);
}
