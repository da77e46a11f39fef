import * as z from 'zod';
import type { JiraApi } from '../jira/request';
import type { Call, CallLog } from './call-log';
import { egressOriginsOf } from './invocation';
import { getFunction, getRemote } from './modules';
import type { Manifest } from './manifest';
import type { AppModule } from './modules';
import { resolveAddress } from './origins';
import type { OriginMap } from './origins';
import { needsAuthentication } from './provider-fetch';
import type { ProviderFetch } from './provider-fetch';

/** What the platform calls of every invocation go through. */
export interface Platform {
  manifest: Manifest;
  jira: JiraApi;
  origins: OriginMap;
  providerFetch: ProviderFetch;
  calls: CallLog;
  accountName: (accountId: string) => string;
}

/** On whose behalf the calls of one invocation are made. */
export interface CallScope {
  /** The resolver function, `null` for a call of the user interface. */
  functionKey: string | null;
  accountId: string | undefined;
  /** Aborted when the invocation ends. */
  signal: AbortSignal;
}

/** As {@link CallScope}, of a function; its module says which providers it may use. */
export interface FunctionScope extends CallScope {
  module: AppModule;
}

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
const modelledTarget = z.union([jiraTarget, providerTarget]);

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
  if (target?.type === 'tpp') return fetchProvider(platform, scope, target, path, init);
  if (!target) return notModelled(rawTarget, path);
  if (target.provider === 'app') return fetchJira(platform, scope, 'app', path, init);
  if (target.accountId !== undefined && target.accountId !== scope.accountId) {
    return notModelled(rawTarget, path);
  }
  return fetchJira(platform, scope, 'user', path, init);
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
  if (as === 'user' && accountId === undefined) return needsAuthentication();
  const address = new URL(path, 'https://jira.invalid');
  const request = {
    method: init.method ?? 'GET',
    path: address.pathname,
    query: address.searchParams,
    body: parseBody(init.body),
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

async function fetchProvider(
  platform: Platform,
  scope: FunctionScope,
  target: z.infer<typeof providerTarget>,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const refusal = refuseProvider(platform, scope, target, path);
  if (refusal) return refusal;
  const { accountId } = scope;
  if (accountId === undefined) return needsAuthentication();
  const { baseUrl } = getRemote(platform.manifest, target.remote);
  const address = resolveAddress(new URL(path, baseUrl), platform.origins);
  return platform.calls.record(callOf(platform, scope, 'service', 'user', path, init), () =>
    platform.providerFetch.fetch(accountId, target.accountId, address, {
      ...init,
      signal: signalOf(scope, init),
    }),
  );
}

function refuseProvider(
  { manifest }: Platform,
  scope: FunctionScope,
  target: z.infer<typeof providerTarget>,
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
  scope: CallScope,
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
  const path = address.pathname + address.search;
  const call = callOf(platform, scope, 'service', 'app', path, { method: request.method });
  return platform.calls.record(call, () =>
    fetch(new Request(resolveAddress(address, platform.origins), request), {
      signal: signalOf(scope, init),
      redirect: 'manual',
    }),
  );
}

function callOf(
  platform: Platform,
  { accountId, functionKey }: CallScope,
  target: Call['target'],
  as: Call['as'],
  path: string,
  { method = 'GET' }: RequestInit,
): Omit<Call, 'at' | 'status'> {
  const account = accountId === undefined ? null : platform.accountName(accountId);
  return { target, as, account, method, path, functionKey };
}

function signalOf(scope: CallScope, { signal }: RequestInit): AbortSignal {
  return signal ? AbortSignal.any([signal, scope.signal]) : scope.signal;
}

function parseBody(body: RequestInit['body']): unknown {
  if (body === undefined || body === null || body === '') return undefined;
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

function proxyError(status: number, reason: string): Response {
  return new Response(null, { status, headers: { 'forge-proxy-error': reason } });
}

function notModelled(target: unknown, path: string): Response {
  const message = `The sandbox does not model ${JSON.stringify(target)} ${path}`;
  return Response.json({ message }, { status: 501 });
}
