import * as z from 'zod';
import { accountTypeOf } from '../jira/accounts';
import type { FunctionScope, Platform, CallScope } from './call-scope';
import { callOf, signalOf } from './call-scope';
import { needsAuthentication } from './oauth-client';
import { egressOriginsOf } from './invocation';
import { getFunction, getRemote } from './modules';
import { resolveAddress } from './origins';

const jiraTarget = z.strictObject({
  type: z.literal('fpp'),
  provider: z.enum(['app', 'user']),
  remote: z.literal('jira'),
  accountId: z.string().optional(),
});
const providerTarget = z.strictObject({
  type: z.literal('tpp'),
  provider: z.string(),
  remote: z.string(),
  accountId: z.string().optional(),
});
const storageTarget = z.strictObject({
  type: z.literal('kvs'),
  provider: z.literal('app'),
  remote: z.literal('kvs'),
});
const platformTarget = z.object({
  type: z.literal('fpp'),
  provider: z.literal('app'),
  remote: z.literal('stargate'),
});
const modelledTarget = z.union([jiraTarget, providerTarget, storageTarget, platformTarget]);

/** Answers a call of the SDKs to the platform; a target that is not modelled gets a 501 naming it. */
export async function fetchPlatform(
  platform: Platform,
  scope: FunctionScope,
  rawTarget: unknown,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  scope.signal.throwIfAborted();
  const target = modelledTarget.safeParse(rawTarget).data;
  if (!target) return notModelled(rawTarget, path);
  switch (target.type) {
    case 'tpp':
      return fetchProvider(platform, scope, target, path, init);
    case 'kvs':
      return fetchStorage(platform, scope, path, init);
    case 'fpp':
      return target.remote === 'stargate'
        ? fetchQueue(platform, scope, path, init)
        : fetchJiraTarget(platform, scope, target, path, init);
  }
}

async function fetchJiraTarget(
  platform: Platform,
  scope: FunctionScope,
  target: z.infer<typeof jiraTarget>,
  path: string,
  init: RequestInit,
): Promise<Response> {
  if (target.provider === 'app') return fetchJira(platform, scope, 'app', path, init);
  if (target.accountId !== undefined && target.accountId !== scope.accountId) {
    return notModelled(target, path);
  }
  return fetchJira(platform, scope, 'user', path, init);
}

async function fetchStorage(
  { storage, manifest }: Platform,
  { signal }: FunctionScope,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const response = await storage.answer(path, readJsonBody(init.body), manifest.permissions.scopes);
  signal.throwIfAborted();
  return response;
}

async function fetchQueue(
  { queue, onPush }: Platform,
  { signal, chainId }: FunctionScope,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const reply = await queue.answer(path, readJsonBody(init.body), chainId);
  signal.throwIfAborted();
  if (!reply) return notModelled('the platform’s interface', path);
  onPush();
  const { status, body } = reply;
  return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
}

function notModelled(target: unknown, path: string): Response {
  const message = `The sandbox does not model ${JSON.stringify(target)} ${path}`;
  return Response.json({ message }, { status: 501 });
}

/** Jira's REST API with the app's scopes, as the app or as the person. */
export async function fetchJira(
  platform: Platform,
  scope: CallScope,
  as: 'app' | 'user',
  path: string,
  init: RequestInit,
): Promise<Response> {
  const { accountId } = scope;
  if (as === 'user' && !mayCallJira(accountId)) return needsAuthentication();
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
  const call = callOf(scope, 'jira', as, path, init);
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
function mayCallJira(accountId: string | undefined): boolean {
  if (accountId === undefined) return false;
  return ['licensed', 'customer'].includes(accountTypeOf(accountId));
}

/** Returns the text itself if it isn't JSON. */
function readJsonBody(body: RequestInit['body']): unknown {
  if (body === undefined || body === null || body === '') return undefined;
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** A remote of the manifest, under a provider that the function lists. */
interface ProviderTarget {
  provider: string;
  remote: string;
  /** Of the person's grant. */
  accountId?: string | undefined;
}

/** The service under the person's grant, or the platform's request for it. */
async function fetchProvider(
  platform: Platform,
  scope: FunctionScope,
  target: ProviderTarget,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const refusal = refuseProvider(platform, scope, target, path);
  if (refusal) return refusal;
  const { accountId } = scope;
  if (accountId === undefined || accountTypeOf(accountId) !== 'licensed') {
    return needsAuthentication();
  }
  const excess = scope.egress.take();
  if (excess) return excess;
  const { baseUrl } = getRemote(platform.manifest, target.remote);
  const address = resolveAddress(new URL(path, baseUrl), platform.origins);
  return platform.calls.record(callOf(scope, 'service', 'user', path, init), () =>
    platform.providerFetch.fetch(accountId, target.accountId, address, {
      ...init,
      signal: signalOf(scope, init),
    }),
  );
}

function refuseProvider(
  { manifest }: Platform,
  scope: FunctionScope,
  target: ProviderTarget,
  path: string,
): Response | undefined {
  const provider = manifest.providers.auth.find(({ key }) => key === target.provider);
  const listed = getFunction(manifest, scope.module.functionKey).providers?.auth ?? [];
  if (!provider || !listed.includes(target.provider)) return proxyError(400, 'INVALID_PROVIDER');
  if (!provider.remotes.includes(target.remote)) return proxyError(400, 'INVALID_REMOTE_KEY');
  return /^\/(?!\/)/.test(path) ? undefined : proxyError(400, 'INVALID_PATH');
}

/**
 * `fetch` of app code: only to origins under `permissions.external.fetch.backend`.
 * @throws an error as the SDK names it, `REQUEST_EGRESS_ALLOWLIST_ERR`, for any other.
 */
export async function fetchExternal(
  platform: Platform,
  scope: FunctionScope,
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  scope.signal.throwIfAborted();
  const request = new Request(input, init);
  const address = new URL(request.url);
  if (!egressOriginsOf(platform.manifest).has(address.origin)) {
    throw Object.assign(
      new Error(`URL not included in the external fetch backend permissions: ${address.href}`),
      { name: 'REQUEST_EGRESS_ALLOWLIST_ERR', status: 403 },
    );
  }
  const excess = scope.egress.take();
  if (excess) return excess;
  const path = address.pathname + address.search;
  const call = callOf(scope, 'service', 'app', path, { method: request.method });
  return platform.calls.record(call, () =>
    fetch(new Request(resolveAddress(address, platform.origins), request), {
      signal: signalOf(scope, init),
      redirect: 'manual',
    }),
  );
}

function proxyError(status: number, reason: string): Response {
  return new Response(null, { status, headers: { 'forge-proxy-error': reason } });
}
