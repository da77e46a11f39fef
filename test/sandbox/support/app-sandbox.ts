import { readManifest } from '../../../src/sandbox/forge/manifest';
import { demoFacts } from '../../../src/sandbox/server/demo-facts';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/server/sandbox';
import { accountIdOf, createFixtureSandbox, grantOf } from './fixture-sandbox';
import { sourceAppCode } from './source-app-code';

/** The app itself on the sandbox, whose admin has connected their account of the service. */
export async function createAppSandbox(
  options: Partial<SandboxOptions> & { serviceUrl: string },
): Promise<Sandbox> {
  const sandbox = await createFixtureSandbox({
    manifest: await readManifest('manifest.yml'),
    code: sourceAppCode({ index: () => import('../../../src/index') }),
    demoFacts,
    ...options,
  });
  await sandbox.grants.set(accountIdOf('admin'), grantOf({ accessToken: 'demo-admin-token' }));
  return sandbox;
}
