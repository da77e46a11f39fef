import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { defaultImports } from '../bundling/default-imports';

interface BuildWebOptions {
  /** Folder that the finished page is written to; emptied first. */
  outdir: string;
}

/**
 * Bundles the sandbox's browser page: `index.html` at the top of the folder, scripts and styles
 * under `assets/`.
 *
 * @throws esbuild's BuildFailure when a source file does not compile
 */
export async function buildWeb({ outdir }: BuildWebOptions): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  await copyFile(join(import.meta.dirname, 'index.html'), join(outdir, 'index.html'));
  await build({
    entryPoints: { main: join(import.meta.dirname, 'start-page.tsx') },
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
  });
}
