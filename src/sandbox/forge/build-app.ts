import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve, dirname } from 'node:path';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { defaultImports } from '../bundling/default-imports';
import { readManifest } from './manifest';
import type { Manifest } from './manifest';
import { customUiResources, uiKitResources } from './modules';

interface BuildAppOptions {
  /** Where manifest.yml and src stand; the working directory by default. */
  root?: string;
  /** `build` of the working directory by default. */
  outputDirectory?: string;
}

export interface AppBuild {
  functionsDirectory: string;
  uiDirectory: string;
  customUiDirectory: string;
}

/** Where a build into this directory puts its files. */
export function appBuildIn(outputDirectory: string): AppBuild {
  return {
    functionsDirectory: resolve(outputDirectory, 'functions'),
    uiDirectory: resolve(outputDirectory, 'ui'),
    customUiDirectory: resolve(outputDirectory, 'custom-ui'),
  };
}

/**
 * Bundles what the manifest names, as the platform's own bundler would: each file with handlers
 * into `functions/<file>.cjs` beside its metafile, each UI Kit resource into
 * `ui/<resource>/<resource>.js` with the page that loads it, each Custom UI resource into
 * `custom-ui/<resource>/`.
 * @throws {Error} of the bundler, with file and line.
 */
export async function buildApp({
  root = '.',
  outputDirectory = 'build',
}: BuildAppOptions = {}): Promise<AppBuild> {
  const manifest = await readManifest(join(root, 'manifest.yml'));
  const directories = appBuildIn(outputDirectory);
  await Promise.all([
    bundleFunctions(root, directories.functionsDirectory, manifest),
    ...uiKitResources(manifest).map((resource) =>
      bundleResource(root, directories.uiDirectory, resource),
    ),
    ...customUiResources(manifest).map(({ key, path }) =>
      buildCustomUi(resolve(root, path), join(directories.customUiDirectory, key)),
    ),
  ]);
  return directories;
}

/** Bundles each file with handlers into `<directory>/<file>.cjs`, with their metafile beside them. */
export async function bundleFunctions(root: string, directory: string, manifest: Manifest) {
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
}

/** Bundles one screen of UI Kit into `<uiDirectory>/<key>`. */
export async function bundleResource(
  root: string,
  uiDirectory: string,
  resource: { key: string; path: string },
) {
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
  const script = await readFile(join(directory, `${resource.key}.js`));
  const version = createHash('sha256').update(script).digest('hex').slice(0, 16);
  await writeFile(join(directory, 'index.html'), indexPageOf(resource.key, version));
}

/**
 * The page that loads a resource's script once the page around it has given it a bridge.
 * @param version of the script: browsers keep it under an address that names it
 */
export function indexPageOf(resourceKey: string, version: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${resourceKey}</title>
    <script>window.__bridge = parent.__bridgeFor(window);</script>
  </head>
  <body><script src="${resourceKey}.js?version=${version}"></script></body>
</html>
`;
}

const run = promisify(execFile);
const vitePackage = createRequire(import.meta.url).resolve('vite/package.json');

/**
 * Builds a Custom UI resource with the Vite project around the directory that the manifest names:
 * `static/project-page` for `static/project-page/build`. In a process of its own, for Vite goes by
 * the `NODE_ENV` of the one that it runs in.
 * @param resourceDirectory absolute path of what the manifest names
 * @param outputDirectory absolute; emptied first
 * @throws {Error} with what Vite said
 */
export async function buildCustomUi(
  resourceDirectory: string,
  outputDirectory: string,
): Promise<void> {
  const vite = join(dirname(vitePackage), 'bin/vite.js');
  const project = dirname(resourceDirectory);
  // Relative addresses: the platform serves the files below a path that nobody knows before.
  const options = ['--base', './', '--outDir', outputDirectory, '--emptyOutDir'];
  await run(process.execPath, [vite, 'build', project, ...options, '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
