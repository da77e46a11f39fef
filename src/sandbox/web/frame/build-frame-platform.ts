import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';

const themes = ['light', 'dark', 'spacing', 'typography', 'shape'];
const themeModule = z.object({ default: z.string() });

/** Writes what the platform puts into pages of Custom UI: `bridge.js` and `theme.css`. */
export async function buildFramePlatform({ outdir }: { outdir: string }): Promise<void> {
  await mkdir(outdir, { recursive: true });
  await writeFile(join(outdir, 'theme.css'), themes.map(stylesOf).join('\n'));
  await build({
    entryPoints: { bridge: join(import.meta.dirname, 'bridge-script.ts') },
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
