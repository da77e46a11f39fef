import { resolve } from 'node:path';
import { appBuildIn, buildApp } from '../forge/build-app';
import type { AppBuild } from '../forge/build-app';
import { buildWeb } from '../web/build-web';
import { rebuildIfChanged } from './rebuild';

/** Absolute paths of the app's bundles and of the sandbox's own pages. */
export type SandboxBuild = AppBuild & { webDirectory: string };

/** Builds the app and the sandbox's pages, unless the directory holds what the same sources gave. */
export async function buildSandbox(outputDirectory: string): Promise<SandboxBuild> {
  const webDirectory = resolve(outputDirectory, 'sandbox-web');
  await rebuildIfChanged(outputDirectory, () =>
    Promise.all([buildApp({ outputDirectory }), buildWeb({ outdir: webDirectory })]),
  );
  return { ...appBuildIn(outputDirectory), webDirectory };
}
