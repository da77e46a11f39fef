import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { defaultImports } from '../bundling/default-imports';
import { readManifest } from './manifest';
import type { Manifest } from './manifest';

export interface BuildAppOptions {
  /** Where manifest.yml and src stand; the working directory by default. */
  root?: string;
  /** `build` of the working directory by default. */
  outputDirectory?: string;
}

/** All paths are absolute. */
export interface AppBuild {
  functionsDirectory: string;
  uiDirectory: string;
  /** Every file that was made, with its size. */
  files: readonly { path: string; bytes: number }[];
}

/**
 * Bundles what the manifest names, as the platform's own bundler would: each file with handlers
 * into `functions/<file>.cjs` beside its metafile, each UI Kit resource into
 * `ui/<resource>/<resource>.js` with the page that loads it.
 * @throws {Error} of the bundler, with file and line.
 */
export async function buildApp({
  root = '.',
  outputDirectory = 'build',
}: BuildAppOptions = {}): Promise<AppBuild> {
  const manifest = await readManifest(join(root, 'manifest.yml'));
  const functionsDirectory = resolve(outputDirectory, 'functions');
  const uiDirectory = resolve(outputDirectory, 'ui');
  const paths = await Promise.all([
    bundleFunctions(root, functionsDirectory, manifest),
    ...nativeResources(manifest).map((resource) => bundleResource(root, uiDirectory, resource)),
  ]);
  const files = paths.flat().map(async (path) => ({ path, bytes: (await stat(path)).size }));
  return { functionsDirectory, uiDirectory, files: await Promise.all(files) };
}

async function bundleFunctions(root: string, directory: string, manifest: Manifest) {
  const modules = new Set(
    manifest.modules.function.map(({ handler }) => handler.slice(0, handler.lastIndexOf('.'))),
  );
  const result = await build({
    entryPoints: Object.fromEntries([...modules].map((name) => [name, resolve(root, 'src', name)])),
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
    metafile: true,
    logLevel: 'silent',
    absWorkingDir: resolve(root),
    plugins: [defaultImports(resolve(root, 'src'))],
  });
  await writeFile(join(directory, 'metafile.json'), JSON.stringify(result.metafile));
  return [...modules].map((name) => join(directory, `${name}.cjs`));
}

interface Resource {
  key: string;
  path: string;
}

function nativeResources(manifest: Manifest): readonly Resource[] {
  const { modules } = manifest;
  const used = new Set([
    ...modules['jira:customFieldType'].flatMap(({ view, edit, contextConfig }) => [
      view.resource,
      edit.resource,
      contextConfig.resource,
    ]),
    ...modules['jira:personalSettingsPage'].map(({ resource }) => resource),
  ]);
  return manifest.resources.filter(({ key }) => used.has(key));
}

async function bundleResource(root: string, uiDirectory: string, resource: Resource) {
  const directory = join(uiDirectory, resource.key);
  await build({
    entryPoints: { [resource.key]: resolve(root, resource.path) },
    outdir: directory,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'silent',
    absWorkingDir: resolve(root),
    plugins: [defaultImports(resolve(root, 'src'))],
  });
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'index.html'), pageOf(resource.key));
  return [join(directory, `${resource.key}.js`), join(directory, 'index.html')];
}

function pageOf(resourceKey: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${resourceKey}</title>
    <script>window.__bridge = parent.__bridgeFor(window);</script>
  </head>
  <body><script src="${resourceKey}.js"></script></body>
</html>
`;
}
