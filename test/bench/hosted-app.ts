import * as z from 'zod';
import { bundledAppCode } from '../../src/sandbox/forge/app-code';
import { type AppBuild, buildApp } from '../../src/sandbox/forge/build-app';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { getAccount } from '../../src/sandbox/server/request-checks';
import { demoFacts } from '../../src/sandbox/server/demo-facts';
import { invokeApp } from '../../src/sandbox/server/invocations';
import { Sandbox, type SandboxOptions } from '../../src/sandbox/server/sandbox';

type Parts = Pick<SandboxOptions, 'clock' | 'files' | 'onConsole'>;

let built: Promise<AppBuild> | undefined;

/** The app as it is bundled for the platform, once for all that is measured. */
export function getBuiltApp(): Promise<AppBuild> {
  built ??= buildApp();
  return built;
}

/** The built app on the sandbox's host, with a service to ask; the admin is connected. */
export async function hostApp(serviceUrl: string, parts: Parts = {}): Promise<Sandbox> {
  const sandbox = await Sandbox.create({
    ...parts,
    manifest: await readManifest('manifest.yml'),
    code: bundledAppCode((await getBuiltApp()).functionsDirectory),
    serviceUrl,
    siteUrl: 'http://127.0.0.1',
    customUiUrl: 'http://localhost:8083',
    clientSecret: 'unused',
    demoFacts,
  });
  await sandbox.grants.set(getAccount('admin').accountId, {
    id: 'grant',
    externalAccountId: 'admin',
    displayName: 'admin@example.com',
    scopes: ['read'],
    accessToken: 'demo-admin-token',
  });
  return sandbox;
}

/** Sets the access token that searches by query use. */
export async function setAccessToken(sandbox: Sandbox, token: string): Promise<void> {
  const reply = await invokeApp(sandbox, {
    ...{ account: getAccount('admin'), moduleKey: 'admin', functionKey: 'saveToken' },
    ...{ payload: { token }, extension: {} },
  });
  tokenIsSet.parse(reply);
}

const tokenIsSet = z.object({ ok: z.literal(true), value: z.object({ kind: z.literal('ok') }) });
