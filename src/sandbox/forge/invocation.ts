import { randomUUID } from 'node:crypto';
import { appIdOf, getFunction, getRemote } from './modules';
import type { Manifest } from './manifest';
import type { AppModule } from './modules';
import type { Grant } from './grants';

/** Facts about where the app is installed that never change in the sandbox. */
export const installation = {
  cloudId: 'a1b2c3d4-0000-4000-8000-5a6d0b0c0001',
  installationId: 'a1b2c3d4-0000-4000-8000-5a6d0b0c0002',
  environmentId: 'a1b2c3d4-0000-4000-8000-5a6d0b0c0003',
  environmentType: 'DEVELOPMENT',
} as const;

const site = `ari:cloud:jira::site/${installation.cloudId}`;

export interface InvocationRequest {
  moduleKey: string;
  /** The resolver function, as the user interface names it. */
  functionKey: string;
  payload: unknown;
  /** Absent for a function that runs on its own. */
  accountId?: string;
  /** What the platform tells the function about where it was called from. */
  context: Readonly<Record<string, unknown>>;
}

interface RuntimeFacts {
  manifest: Manifest;
  module: AppModule;
  accountId: string | undefined;
  /** The person's grant; handed on only where the function lists the provider. */
  grant: Grant | undefined;
  remainingTimeMs: () => number;
}

/**
 * What the SDKs read as `__forge_runtime__`.
 * @see `ForgeRuntime` in \@forge/api
 */
export function runtimeOf({ manifest, module, accountId, grant, remainingTimeMs }: RuntimeFacts) {
  return {
    proxy: { token: '', url: 'https://forge.invalid' },
    contextAri: site,
    container: { runtime: 'nodejs22.x', region: 'local', appCodeDir: process.cwd() },
    appContext: {
      appId: appIdOf(manifest),
      appVersion: '1.0.0',
      environmentId: installation.environmentId,
      environmentType: installation.environmentType,
      invocationId: randomUUID(),
      installationId: installation.installationId,
      functionKey: module.functionKey,
      moduleType: module.type,
      moduleKey: module.key,
      permissions: { scopes: manifest.permissions.scopes, external: egressOf(manifest) },
    },
    aaid: accountId,
    lambdaContext: { awsRequestId: randomUUID(), getRemainingTimeInMillis: remainingTimeMs },
    tracing: { traceId: randomUUID().replaceAll('-', ''), spanId: '0' },
    realtime: {},
    metrics: noMetrics,
    externalAuth: externalAuthOf(manifest, module, grant),
    featureFlags: () => false,
  };
}

/** The second argument of a resolver's definitions: what the browser has no part in. */
export function backendPayloadOf(accountId: string | undefined) {
  return {
    installContext: site,
    ...(accountId && { principal: { accountId } }),
    installation: {
      ari: { installationId: installation.installationId },
      contexts: [{ cloudId: installation.cloudId }],
    },
  };
}

/** The origins that functions may fetch from: those of the remotes under `external.fetch.backend`. */
export function egressOriginsOf(manifest: Manifest): ReadonlySet<string> {
  const remotes = manifest.permissions.external.fetch?.backend ?? [];
  return new Set(remotes.map(({ remote }) => new URL(getRemote(manifest, remote).baseUrl).origin));
}

function egressOf(manifest: Manifest) {
  return { fetch: { backend: [...egressOriginsOf(manifest)] } };
}

/** Absent for a function that lists no provider: the SDKs then know none. */
function externalAuthOf(manifest: Manifest, module: AppModule, grant: Grant | undefined) {
  const listed = getFunction(manifest, module.functionKey).providers?.auth;
  return listed?.flatMap((key) =>
    manifest.providers.auth
      .filter((provider) => provider.key === key)
      .map((provider) => ({
        service: provider.key,
        remotes: provider.remotes.map((remote) => {
          const { baseUrl } = getRemote(manifest, remote);
          return { key: remote, baseUrl };
        }),
        accounts: grant ? [accountOf(grant)] : [],
      })),
  );
}

function accountOf({ id, externalAccountId, displayName, scopes }: Grant) {
  return { id, externalAccountId, displayName, scopes };
}

const ignore = () => undefined;
const noMetrics = {
  counter: () => ({ incr: ignore, incrBy: ignore, decr: ignore, decrBy: ignore }),
  timing: () => ({ measure: () => ({ stop: ignore }) }),
  gauge: () => ({ set: ignore }),
};

type InvocationErrorCode =
  /** The function asks for the person's consent; `serviceKey` names the provider. */
  | 'NEEDS_AUTHENTICATION_ERR'
  | 'FUNCTION_ERR'
  | 'FUNCTION_TIMED_OUT'
  | 'RATE_LIMITED'
  | 'PAYLOAD_TOO_LARGE'
  | 'RESPONSE_TOO_LARGE'
  | 'MODULE_NOT_FOUND'
  /** The module is not offered to people without a Jira license. */
  | 'ACCESS_DENIED';

/** Why an invocation has no value, in the platform's words. */
export class InvocationError extends Error {
  override readonly name = 'InvocationError';

  constructor(
    readonly code: InvocationErrorCode,
    message: string,
    readonly details: { serviceKey?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
  }
}

/** Whatever ended an invocation, as the platform tells it. */
export function asInvocationError(error: unknown): InvocationError {
  if (error instanceof InvocationError) return error;
  if (!(error instanceof Error)) {
    return new InvocationError('FUNCTION_ERR', String(error), { cause: error });
  }
  if (error.name === 'NEEDS_AUTHENTICATION_ERR' && 'serviceKey' in error) {
    const serviceKey = String(error.serviceKey);
    return new InvocationError('NEEDS_AUTHENTICATION_ERR', error.message, { serviceKey });
  }
  const message = `There was an error invoking the function - ${error.message}`;
  return new InvocationError('FUNCTION_ERR', message, { cause: error });
}

/** The most that a user interface may send to a function, and get back, in bytes of JSON. */
export const requestLimitBytes = 500_000;
export const responseLimitBytes = 5_000_000;

/**
 * Returns what is left of a value after its way as JSON.
 * @throws {InvocationError} if it is larger than the limit
 */
export function jsonCopy(
  value: unknown,
  limitBytes: number,
  code: 'PAYLOAD_TOO_LARGE' | 'RESPONSE_TOO_LARGE',
): unknown {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return undefined;
  const bytes = Buffer.byteLength(text);
  if (bytes > limitBytes) {
    throw new InvocationError(code, `${bytes} bytes are more than the limit of ${limitBytes}.`);
  }
  return JSON.parse(text) as unknown;
}
