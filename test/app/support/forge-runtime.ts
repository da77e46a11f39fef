import { AsyncLocalStorage } from 'node:async_hooks';

/** Who calls, from where, and with what, as the platform would tell the app. */
export interface Invocation {
  readonly functionKey: string;
  readonly payload?: unknown;
  readonly accountId?: string;
  readonly accountType?: string;
  readonly moduleKey?: string;
  readonly installationId?: string;
  readonly extension?: Record<string, unknown>;
}

/** One request that the app made through the platform. */
export interface PlatformCall {
  readonly target: 'jira' | 'service';
  readonly as: string;
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly redirect: RequestRedirect | undefined;
}

type Answer = (call: PlatformCall, accountId: string | undefined) => Response | Promise<Response>;
type Handler = (request: never, backend: never) => Promise<unknown>;

export interface ForgeRuntime {
  readonly calls: PlatformCall[];
  readonly grants: Set<string>;
  jira: Answer;
  service: Answer;
  invoke(handler: Handler, invocation: Invocation): Promise<unknown>;
}

interface Target {
  readonly type: string;
  readonly provider: string;
  readonly accountId?: string;
}

/**
 * One for all hosts: Node asks every storage that was ever used at every promise, so that one for
 * each of thousands of hosts makes them slower and slower.
 */
const storage = new AsyncLocalStorage<
  ReturnType<typeof runtimeOf> & { readonly isAskable: boolean }
>();

/**
 * The two globals that the unmodified `@forge/*` packages look for, answered by the test. Each
 * invocation has a runtime of its own, as on the platform.
 */
export function installForgeRuntime(): ForgeRuntime {
  const host: ForgeRuntime = {
    calls: [],
    grants: new Set(),
    jira: () => new Response(null, { status: 501 }),
    service: () => new Response(null, { status: 501 }),
    invoke(handler, invocation) {
      const { accountId, functionKey, payload, accountType, moduleKey, extension } = invocation;
      const request = {
        call: { functionKey, payload },
        context: { accountType, moduleKey, extension, cloudId: 'the-site' },
      };
      const isAskable = !cannotBeAskedAs.includes(accountType ?? '');
      const backend = { principal: accountId === undefined ? undefined : { accountId } };
      return storage.run({ ...runtimeOf(host, invocation), isAskable }, () =>
        handler(request as never, backend as never),
      );
    },
  };
  Object.defineProperties(globalThis, {
    __forge_runtime__: { configurable: true, get: () => storage.getStore() },
    __forge_fetch__: {
      configurable: true,
      value: (target: Target, path: string, init: RequestInit = {}) =>
        answer(host, target, path, {
          init,
          accountId: storage.getStore()?.isAskable ? storage.getStore()?.aaid : undefined,
        }),
    },
  });
  return host;
}

/** The platform lets the app ask as people with a license and as customers only. */
const cannotBeAskedAs = ['unlicensed', 'anonymous'];

async function answer(
  host: ForgeRuntime,
  target: Target,
  path: string,
  { init, accountId }: { init: RequestInit; accountId: string | undefined },
): Promise<Response> {
  const call: PlatformCall = {
    target: target.type === 'tpp' ? 'service' : 'jira',
    as: target.provider,
    method: init.method ?? 'GET',
    path,
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    redirect: init.redirect,
  };
  host.calls.push(call);
  if (target.type === 'tpp') return host.service(call, accountId);
  if (target.provider === 'user' && accountId === undefined) return proxyError(401);
  return host.jira(call, accountId);
}

/** How the platform says that a person has to agree (again). */
export function proxyError(status: number): Response {
  return new Response(null, {
    status,
    headers: { 'forge-proxy-error': 'NEEDS_AUTHENTICATION_ERR' },
  });
}

const metrics = {
  counter: () => ({ incr() {}, incrBy() {}, decr() {}, decrBy() {} }),
  timing: () => ({ measure: () => ({ stop() {} }) }),
  gauge: () => ({ set() {} }),
};

function runtimeOf(host: ForgeRuntime, { accountId, installationId, moduleKey }: Invocation) {
  const account = {
    id: `grant-of-${accountId ?? ''}`,
    externalAccountId: 'x',
    displayName: 'x',
    scopes: [],
  };
  return {
    aaid: accountId,
    metrics,
    appContext: {
      appId: 'the-app',
      environmentId: 'the-environment',
      installationId: installationId ?? 'installation-1',
      moduleKey: moduleKey ?? '',
    },
    lambdaContext: { getRemainingTimeInMillis: () => 25_000 },
    externalAuth: [
      {
        service: 'wds',
        remotes: [{ key: 'wds', baseUrl: 'https://wds.example.com' }],
        accounts: accountId !== undefined && host.grants.has(accountId) ? [account] : [],
      },
    ],
  };
}
