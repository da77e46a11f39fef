import { resolve } from 'node:path';
import { bundledAppCode } from '../../src/sandbox/forge/app-code';
import { readManifest } from '../../src/sandbox/forge/manifest';
import { getAccount } from '../../src/sandbox/server/caller';
import { demoFacts } from '../../src/sandbox/server/demo-facts';
import { Sandbox } from '../../src/sandbox/server/sandbox';

/** The built app on the sandbox's host, with a service to ask; the admin is connected. */
export async function hostApp(serviceUrl: string): Promise<Sandbox> {
  const sandbox = await Sandbox.create({
    manifest: await readManifest('manifest.yml'),
    code: bundledAppCode(resolve('build/functions')),
    serviceUrl,
    siteUrl: 'http://127.0.0.1',
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
