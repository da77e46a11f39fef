/** Builds the command-line client into one file, `dist/cli/wds.mjs`, with what a package of it needs. */
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';

const folder = 'dist/cli';
const file = `${folder}/wds.mjs`;

const { version, license, engines } = JSON.parse(await readFile('package.json', 'utf8')) as {
  version: string;
  license: string;
  engines: Record<string, string>;
};

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
  define: { 'process.env.NODE_ENV': '"production"', clientVersion: JSON.stringify(version) },
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
await writeFile(
  `${folder}/package.json`,
  `${JSON.stringify(
    {
      name: 'wds-cli',
      version,
      description: 'The command-line client of the Workspace Data Service.',
      license,
      type: 'module',
      bin: { wds: 'wds.mjs' },
      files: ['wds.mjs'],
      engines,
    },
    null,
    2,
  )}\n`,
);
await copyFile('docs/command-line.md', `${folder}/README.md`);
await copyFile('LICENSE', `${folder}/LICENSE`);
console.log(`Built the command-line client: ${file}`);
