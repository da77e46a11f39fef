import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Loader, type Plugin } from 'esbuild';

/** Below the repository's own packages, which a bundle imports. */
const folder = 'test-results/programs';
const bundles = new Map<string, Promise<string>>();

/**
 * The path of one JavaScript file that does what a program of `src` does: a process that reads each
 * source by itself takes a second more to start.
 */
export function bundleProgram(source: string): Promise<string> {
  const bundle = bundles.get(source) ?? writeBundle(source);
  bundles.set(source, bundle);
  return bundle;
}

async function writeBundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
    plugins: [ownPlaces],
  });
  const bundle = outputFiles[0]!.contents;
  const name = createHash('sha256').update(bundle).digest('hex');
  const path = resolve(folder, `${name}.mjs`);
  // Whole or not at all: other workers write the same one.
  const draft = join(folder, randomUUID());
  await mkdir(folder, { recursive: true });
  await writeFile(draft, bundle);
  await rename(draft, path);
  return path;
}

const loaders: Readonly<Record<string, Loader>> = { '.ts': 'ts', '.tsx': 'tsx', '.mjs': 'js' };

/** A source looks for other files beside itself, not beside the bundle. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup(bundling) {
    bundling.onLoad({ filter: /\.(ts|tsx|mjs)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: loaders[extname(path)]! };
    });
  },
};
