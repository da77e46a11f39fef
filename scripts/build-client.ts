/** Builds the typed client into a package, `dist/client`: one module, its types, and the example that its README shows. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

const folder = 'dist/client';
const entry = 'src/api/index.ts';
const formatHost = {
  getCanonicalFileName: (path: string) => path,
  getCurrentDirectory: () => '.',
  getNewLine: () => '\n',
};

const { version, license, engines, dependencies } = JSON.parse(
  await readFile('package.json', 'utf8'),
) as Record<'version' | 'license', string> &
  Record<'engines' | 'dependencies', Record<string, string>>;

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
await writeFile(
  `${folder}/package.json`,
  `${JSON.stringify(
    {
      name: 'workspace-data-client',
      version,
      description: 'The typed client of the Workspace Data Service.',
      license,
      type: 'module',
      main: './index.js',
      types: './types/index.d.ts',
      exports: { '.': { types: './types/index.d.ts', default: './index.js' } },
      files: ['index.js', 'index.js.map', 'types', 'example.mjs'],
      sideEffects: false,
      engines,
      dependencies: { zod: dependencies['zod'] },
    },
    null,
    2,
  )}\n`,
);
await cp('docs/client', folder, { recursive: true });
await cp('LICENSE', `${folder}/LICENSE`);
console.log(`Built the client: ${folder}`);

/** @throws Error if a type can't be written */
function writeTypes(): void {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
  const program = ts.createProgram([entry], {
    ...options,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: 'src/api',
    outDir: `${folder}/types`,
  });
  const { diagnostics } = program.emit();
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
