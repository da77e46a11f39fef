import { callOf } from './call-scope';
import type { CallScope, Platform } from './call-scope';
import { needsAuthentication } from './provider-fetch';

/** Jira's REST API with the app's scopes, as the app or as the person. */
export async function fetchJira(
  platform: Platform,
  scope: CallScope,
  as: 'app' | 'user',
  path: string,
  init: RequestInit,
): Promise<Response> {
  const { accountId } = scope;
  if (as === 'user' && !mayCallJira(platform, accountId)) return needsAuthentication();
  const address = new URL(path, 'https://jira.invalid');
  const request = {
    method: init.method ?? 'GET',
    path: address.pathname,
    query: address.searchParams,
    body: readJsonBody(init.body),
    caller:
      as === 'user' && accountId !== undefined
        ? { kind: 'person' as const, accountId }
        : { kind: 'app' as const },
    grantedScopes: platform.manifest.permissions.scopes,
  };
  const call = callOf(platform, scope, 'jira', as, path, init);
  const { calls, jira, jiraQuota } = platform;
  // The platform doesn't count what the app's user interface asks.
  const isCounted = scope.functionKey !== null;
  return calls.record(call, async (takePoints) => {
    if (isCounted && jiraQuota.isUsed) return jiraQuota.refuse();
    const { reply, points } = await jira(request);
    const { status, body } = reply;
    scope.signal.throwIfAborted();
    if (isCounted) {
      jiraQuota.add(points);
      takePoints(points);
    }
    const headers = { ...(isCounted && jiraQuota.headers()), ...reply.headers };
    return body === undefined
      ? new Response(null, { status, headers })
      : Response.json(body, { status, headers });
  });
}

/** Only people with a license, and customers of a service desk, can be called for. */
function mayCallJira({ accountTypeOf }: Platform, accountId: string | undefined): boolean {
  if (accountId === undefined) return false;
  return ['licensed', 'customer'].includes(accountTypeOf(accountId));
}

/** Returns the text itself where it is no JSON. */
export function readJsonBody(body: RequestInit['body']): unknown {
  if (body === undefined || body === null || body === '') return undefined;
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
