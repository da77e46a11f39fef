import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context, type BuildOptions } from 'esbuild';
import { defaultImports } from './default-imports';

export interface BuildWebOptions {
  /** Folder that the finished page is written to; emptied first. */
  outdir: string;
  /** Rebuild when a source file changes, until the answer's `stop` is called. */
  watch?: boolean;
}

export interface WebBuild {
  /** Ends watching; does nothing after a single build. */
  stop(): Promise<void>;
}

/**
 * Bundles the sandbox's browser page: `index.html` at the top of the folder, scripts and styles
 * under `assets/`.
 *
 * @throws esbuild's BuildFailure when a source file does not compile
 */
export async function buildWeb({ outdir, watch = false }: BuildWebOptions): Promise<WebBuild> {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  await copyFile(join(import.meta.dirname, 'index.html'), join(outdir, 'index.html'));
  const options = bundleOptions(outdir);
  if (!watch) {
    await build(options);
    return { stop: () => Promise.resolve() };
  }
  const watching = await context(options);
  await watching.rebuild();
  await watching.watch();
  return { stop: () => watching.dispose() };
}

function bundleOptions(outdir: string): BuildOptions {
  return {
    entryPoints: { main: join(import.meta.dirname, 'main.tsx') },
    outdir: join(outdir, 'assets'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    jsx: 'automatic',
    minify: true,
    sourcemap: true,
    chunkNames: 'chunk-[hash]',
    logLevel: 'warning',
    // Atlaskit's untranspiled build: half the helpers of its default one.
    mainFields: ['module:es2019', 'module', 'main'],
    plugins: [defaultImports(import.meta.dirname)],
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
  };
}
