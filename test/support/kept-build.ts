import { join } from 'node:path';
import { buildSandbox, type SandboxBuild } from '../../src/sandbox/server/build-sandbox';
import { areOfSameSources, bringKept, keepFolder } from './kept-folder';

const kept = 'test-results/sandbox-build';

/** Builds into a data directory what an earlier start has not built from the same sources. */
export async function buildWithKept(dataDirectory: string): Promise<SandboxBuild> {
  await bringKeptBuild(dataDirectory);
  const build = await buildSandbox(buildIn(dataDirectory));
  await keepBuild(dataDirectory);
  return build;
}

/** Gives a data directory the bundles of an earlier start: a sandbox builds anew what has changed. */
export async function bringKeptBuild(dataDirectory: string): Promise<void> {
  await bringKept(kept, buildIn(dataDirectory));
}

/** Keeps the bundles of a sandbox that is ready for the next one, where they are not the same. */
export async function keepBuild(dataDirectory: string): Promise<void> {
  const built = buildIn(dataDirectory);
  if (!(await areOfSameSources(built, kept))) await keepFolder(built, kept);
}

const buildIn = (dataDirectory: string) => join(dataDirectory, 'build');
