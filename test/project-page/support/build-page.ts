import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { defaultImports } from '../../../src/sandbox/bundling/default-imports';
import { rebuildIfChanged } from '../../../src/sandbox/bundling/rebuild';
import { areOfSameSources, bringKept, keepFolder } from '../../support/kept-folder';

const kept = 'test-results/project-page';

/**
 * The files of the page by their name, bundled quicker than for a deployment. What the first one
 * bundles is kept for all that come after it with the same sources.
 */
export async function buildPage(): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'project-page-'));
  await bringKept(kept, folder);
  await rebuildIfChanged(folder, () => bundleInto(folder));
  if (!(await areOfSameSources(folder, kept))) await keepFolder(folder, kept);
  const names = await readdir(folder);
  const files = names.map(
    async (name) => [`/${name}`, await readFile(join(folder, name), 'utf8')] as const,
  );
  const page = new Map(await Promise.all(files));
  await rm(folder, { recursive: true });
  return page;
}

function bundleInto(folder: string) {
  return build({
    entryPoints: { page: resolve('static/project-page/src/main.tsx') },
    bundle: true,
    outdir: folder,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    mainFields: ['module:es2019', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
    logLevel: 'silent',
    plugins: [defaultImports(resolve('static'))],
  });
}
