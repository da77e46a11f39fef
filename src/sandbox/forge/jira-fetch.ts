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
  return platform.calls.record(callOf(platform, scope, 'jira', as, path, init), async () => {
    const { status, body } = await platform.jira(request);
    scope.signal.throwIfAborted();
    return body === undefined
      ? new Response(null, { status })
      : Response.json(body, { status, headers: { 'content-type': 'application/json' } });
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
