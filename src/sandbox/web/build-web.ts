import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import * as z from 'zod';
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
  await orderStyles(join(outdir, 'assets'));
}

/** What sets a whole `font`, by the class that Atlaskit's compiler gives it. */
const wholeFont = /\._11c8\w+\{font:[^{}]*\}/g;

/**
 * Atlaskit counts on whole fonts before their parts, such as the weight of a button, in all of a
 * page's styles; bundled, they stand in the order of the components.
 */
async function orderStyles(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.css'));
  for (const file of files) {
    const styles = await readFile(join(folder, file), 'utf8');
    const fonts = styles.match(wholeFont) ?? [];
    await writeFile(join(folder, file), fonts.join('') + styles.replaceAll(wholeFont, ''));
  }
}

const themes = ['light', 'dark', 'spacing', 'typography', 'shape'];
const themeModule = z.object({ default: z.string() });

/** Writes what the platform puts into pages of Custom UI: `bridge.js` and `theme.css`. */
export async function buildFramePlatform({ outdir }: { outdir: string }): Promise<void> {
  await mkdir(outdir, { recursive: true });
  await writeFile(join(outdir, 'theme.css'), themes.map(stylesOf).join('\n'));
  await build({
    entryPoints: { bridge: join(import.meta.dirname, 'frame/bridge-script.ts') },
    outdir,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    minify: true,
    logLevel: 'warning',
  });
}

function stylesOf(theme: string): string {
  const require = createRequire(import.meta.url);
  const path = `@atlaskit/tokens/dist/cjs/artifacts/themes/atlassian-${theme}`;
  return themeModule.parse(require(path)).default;
}
