import { resolve } from 'node:path';
import { appBuildIn, buildApp } from '../forge/build-app';
import type { AppBuild } from '../forge/build-app';
import { buildFramePlatform, buildWeb } from '../web/build-web';
import { rebuildIfChanged } from '../bundling/rebuild';
import type { FollowStep } from './start-reports';

/** Absolute paths of the app's bundles and of the sandbox's own pages. */
export type SandboxBuild = AppBuild & {
  webDirectory: string;
  /** What the platform puts into pages of Custom UI. */
  platformDirectory: string;
};

/** Builds the app and the sandbox's pages, unless the directory holds what the same sources gave. */
export async function buildSandbox(
  outputDirectory: string,
  follow: FollowStep = (_, work) => work(),
): Promise<SandboxBuild> {
  const webDirectory = resolve(outputDirectory, 'sandbox-web');
  const platformDirectory = resolve(outputDirectory, 'platform');
  await rebuildIfChanged(outputDirectory, () =>
    Promise.all([
      follow('Building the app', () => buildApp({ outputDirectory })),
      follow('Building the pages of the sandbox', () =>
        Promise.all([
          buildWeb({ outdir: webDirectory }),
          buildFramePlatform({ outdir: platformDirectory }),
        ]),
      ),
    ]),
  );
  return { ...appBuildIn(outputDirectory), webDirectory, platformDirectory };
}
