import { sourceAppCode } from './source-app-code';
import type { Grant } from '../../../src/sandbox/forge/grants';
import type { Manifest } from '../../../src/sandbox/forge/manifest';
import { VirtualClock, type Timers } from '../../../src/sandbox/forge/clock';
import type { InvocationReply } from '../../../src/sandbox/web/calls/sandbox-calls';
import { findAccount } from '../../../src/sandbox/jira/accounts';
import { invokeApp } from '../../../src/sandbox/server/invocations';
import { getAccount } from '../../../src/sandbox/server/request-checks';
import { Sandbox, type SandboxOptions } from '../../../src/sandbox/server/sandbox';
import { demoFacts } from './demo-facts';
import { testManifest } from './test-manifest';

const fixtureAppCode = sourceAppCode({ index: () => import('./fixture-app') });

/** The fixture app on the host and the Jira stand-in, in memory. */
export async function createFixtureSandbox({
  timers,
  ...options
}: Partial<SandboxOptions> & { manifest?: Manifest; timers?: Timers } = {}): Promise<Sandbox> {
  return Sandbox.create({
    manifest: testManifest(),
    code: fixtureAppCode,
    serviceUrl: 'http://127.0.0.1:1',
    siteUrl: 'http://127.0.0.1:8080',
    customUiUrl: 'http://localhost:8083',
    clientSecret: 'secret',
    demoFacts,
    ...(timers && { clock: await VirtualClock.open(timers) }),
    ...options,
  });
}

export function accountIdOf(name: string): string {
  const account = findAccount(name);
  if (!account) throw new Error(`No account ${name}.`);
  return account.accountId;
}

/** Calls a function of the fixture app as `admin`, unless another person is named. */
export function invoke(
  sandbox: Sandbox,
  functionKey: string,
  payload: unknown = {},
  { account = 'admin', moduleKey = 'workspace-object', context = {} } = {},
): Promise<unknown> {
  const accountId = accountIdOf(account);
  return sandbox.host.invoke({ moduleKey, functionKey, payload, accountId, context });
}

/** Calls a function of the real app's resolver as `admin`, from the admin page unless another module is named. */
export function callApp(
  sandbox: Sandbox,
  functionKey: string,
  payload: object = {},
  { moduleKey = 'admin', extension = {} }: { moduleKey?: string; extension?: object } = {},
): Promise<InvocationReply> {
  const call = { account: getAccount('admin'), moduleKey, functionKey, payload };
  return invokeApp(sandbox, { ...call, extension: { ...extension } });
}

export function grantOf(more: Partial<Grant> = {}): Grant {
  return {
    id: 'grant-1',
    externalAccountId: 'service-user',
    displayName: 'admin@example.com',
    scopes: ['read'],
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    ...more,
  };
}
