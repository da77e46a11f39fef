/** Builds the command-line client into one file, `dist/cli/wds.mjs`, with what a package of it needs. */
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import { wholePackage, writePackage } from './write-package';

const folder = 'dist/cli';
const file = `${folder}/wds.mjs`;

/** Ink loads its developer tools on request only; they aren't installed. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup: (bundling) => {
    bundling.onResolve({ filter: /^react-devtools-core$/ }, () => ({
      path: 'devtools',
      namespace: 'empty',
    }));
    bundling.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({
      contents: 'export default {};',
    }));
  },
};

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await build({
  entryPoints: ['src/cli/main.ts'],
  outfile: file,
  bundle: true,
  minifySyntax: true,
  platform: 'node',
  target: 'node20.18',
  format: 'esm',
  jsx: 'automatic',
  define: {
    'process.env.NODE_ENV': '"production"',
    clientVersion: JSON.stringify(wholePackage.version),
  },
  banner: {
    js: [
      '#!/usr/bin/env node',
      "import { createRequire as createRequireOfBundle } from 'node:module';",
      'const require = createRequireOfBundle(import.meta.url);',
    ].join('\n'),
  },
  plugins: [withoutDevtools],
});
await chmod(file, 0o755);
await writePackage(folder, {
  name: 'wds-cli',
  description: 'The command-line client of the Workspace Data Service.',
  bin: { wds: 'wds.mjs' },
  files: ['wds.mjs'],
});
await copyFile('docs/command-line.md', `${folder}/README.md`);
console.log(`Built the command-line client: ${file}`);
