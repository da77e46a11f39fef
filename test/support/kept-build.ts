import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSandbox } from '../../src/sandbox/server/build-sandbox';
import type { SandboxBuild } from '../../src/sandbox/server/build-sandbox';

const kept = 'test-results/sandbox-build';
const stamp = 'sources.sha256';

/** Builds into a data directory what an earlier start has not built from the same sources. */
export async function buildWithKept(dataDirectory: string): Promise<SandboxBuild> {
  await bringKeptBuild(dataDirectory);
  const build = await buildSandbox(buildIn(dataDirectory));
  await keepBuild(dataDirectory);
  return build;
}

/** Gives a data directory the bundles of an earlier start: a sandbox builds anew what has changed. */
export async function bringKeptBuild(dataDirectory: string): Promise<void> {
  if ((await stampOf(kept)) === undefined) return;
  await cp(kept, buildIn(dataDirectory), { recursive: true });
}

/** Keeps the bundles of a sandbox that is ready for the next one, where they are not the same. */
export async function keepBuild(dataDirectory: string): Promise<void> {
  const built = buildIn(dataDirectory);
  if ((await stampOf(built)) === (await stampOf(kept))) return;
  await mkdir('test-results', { recursive: true });
  const copy = await mkdtemp('test-results/build-');
  await cp(built, copy, { recursive: true });
  await rm(kept, { recursive: true, force: true });
  // Where two keep theirs at once, they are the same.
  await rename(copy, kept).catch(() => rm(copy, { recursive: true }));
}

const buildIn = (dataDirectory: string) => join(dataDirectory, 'build');

async function stampOf(directory: string): Promise<string | undefined> {
  return readFile(join(directory, stamp), 'utf8').catch(() => undefined);
}
