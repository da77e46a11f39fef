/**
 * Bundles the app as the platform would, and the sandbox's pages, into `build/`; Custom UI also to
 * where the manifest says that a deployment finds it.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from '../src/sandbox/forge/build-app';
import { readManifest } from '../src/sandbox/forge/manifest';
import { customUiResources } from '../src/sandbox/forge/modules';
import { buildWeb } from '../src/sandbox/web/build-web';

const [{ customUiDirectory }, manifest] = await Promise.all([
  buildApp(),
  readManifest('manifest.yml'),
  buildWeb({ outdir: 'build/sandbox-web' }),
]);
for (const { key, path } of customUiResources(manifest)) {
  await rm(path, { recursive: true, force: true });
  await cp(join(customUiDirectory, key), path, { recursive: true });
}
console.log('Built the app and the sandbox pages into build/.');
