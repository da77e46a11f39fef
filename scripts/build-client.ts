/** Builds the typed client into a package, `dist/client`: one module, its types, and the example that its README shows. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { wholePackage, writePackage } from './write-package';

const folder = 'dist/client';
const entry = 'src/api/index.ts';
const formatHost = {
  getCanonicalFileName: (path: string) => path,
  getCurrentDirectory: () => '.',
  getNewLine: () => '\n',
};

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await build({
  entryPoints: [entry],
  outfile: `${folder}/index.js`,
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
});
writeTypes();
await addExtensions();
await writePackage(folder, {
  name: 'workspace-data-client',
  description: 'The typed client of the Workspace Data Service.',
  main: './index.js',
  types: './types/api/index.d.ts',
  exports: { '.': { types: './types/api/index.d.ts', default: './index.js' } },
  files: ['index.js', 'index.js.map', 'types', 'example.mjs'],
  sideEffects: false,
  dependencies: { zod: wholePackage.dependencies['zod'] },
});
await cp('docs/client', folder, { recursive: true });
console.log(`Built the client: ${folder}`);

/** @throws Error if a type can't be written */
function writeTypes(): void {
  const own = {
    declaration: true,
    emitDeclarationOnly: true,
    // With what the API takes from the query language.
    rootDir: 'src',
    outDir: `${folder}/types`,
  };
  const read = ts.getParsedCommandLineOfConfigFile('tsconfig.json', own, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => refuse([diagnostic]),
  });
  refuse(ts.createProgram([entry], read?.options ?? own).emit().diagnostics);
}

function refuse(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, formatHost));
}

/** Node looks for a file only under its whole name; the sources leave out what a bundler finds by itself. */
async function addExtensions(): Promise<void> {
  const written = await readdir(`${folder}/types`, { recursive: true });
  const files = written
    .filter((path) => path.endsWith('.d.ts'))
    .map((path) => join(`${folder}/types`, path));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    const whole = text.replaceAll(
      /(["'])(\.{1,2}\/[^"']+)\1/g,
      (_, quote: string, path: string) => {
        const isFile = files.includes(join(dirname(file), `${path}.d.ts`));
        return `${quote}${path}${isFile ? '.js' : '/index.js'}${quote}`;
      },
    );
    await writeFile(file, whole);
  }
}
