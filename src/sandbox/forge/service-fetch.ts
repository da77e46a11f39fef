import { callOf, signalOf } from './call-scope';
import type { FunctionScope, Platform } from './call-scope';
import { egressOriginsOf } from './invocation';
import { getFunction, getRemote } from './modules';
import { resolveAddress } from './origins';
import { needsAuthentication } from './provider-fetch';

/** A remote of the manifest, under a provider that the function lists. */
interface ProviderTarget {
  provider: string;
  remote: string;
  /** Of the person's grant. */
  accountId?: string | undefined;
}

/** The service under the person's grant, or the platform's request for it. */
export async function fetchProvider(
  platform: Platform,
  scope: FunctionScope,
  target: ProviderTarget,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const refusal = refuseProvider(platform, scope, target, path);
  if (refusal) return refusal;
  const { accountId } = scope;
  if (accountId === undefined || platform.accountTypeOf(accountId) !== 'licensed') {
    return needsAuthentication();
  }
  const excess = scope.egress.take();
  if (excess) return excess;
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
  const call = callOf(platform, scope, 'service', 'app', path, { method: request.method });
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
