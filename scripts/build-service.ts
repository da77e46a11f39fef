/**
 * Builds the service into plain JavaScript, `dist/service`: one program, the files that it reads beside it, and a
 * package with a lock of its own. There, run `npm ci --omit=dev` and `node service.mjs`.
 */
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { build } from 'esbuild';
import type { Loader, Metafile, Plugin } from 'esbuild';

const folder = 'dist/service';
const sources = 'src/service';
/** What isn't compiled and is read at runtime, also by a thread; and the packages that only those need. */
const assets = ['.sql', '.css', '.js', '.mjs'];
const packagesOfAssets = ['@electric-sql/pglite', 'swagger-ui-dist', 'wasm-vips'];
/** The demo's, which production never has. */
const demoFolder = 'src/service/run/demo';

interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, unknown>>;
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const { metafile } = await build({
  entryPoints: [`${sources}/run/main.ts`],
  outfile: `${folder}/service.mjs`,
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  metafile: true,
  plugins: [inOwnPlaces()],
});
await copyAssets();
await writePackage(importedPackages(metafile));
console.log(`Built the service: ${folder}. There, run: npm ci --omit=dev && node service.mjs`);

/** A source looks for the files beside itself: below the program, they are in the same places. */
function inOwnPlaces(): Plugin {
  const loaders: Readonly<Record<string, Loader>> = { '.ts': 'ts', '.mjs': 'js' };
  return {
    name: 'in-own-places',
    setup(bundling) {
      bundling.onLoad({ filter: /[/\\]src[/\\].*\.(ts|mjs)$/ }, async ({ path }) => {
        const place = JSON.stringify(`./${relative('.', path).replaceAll('\\', '/')}`);
        const text = await readFile(path, 'utf8');
        const contents = text.replaceAll(
          'import.meta.url',
          `new URL(${place}, import.meta.url).href`,
        );
        return { contents, loader: loaders[extname(path)] ?? 'ts' };
      });
    },
  };
}

async function copyAssets(): Promise<void> {
  for (const entry of await readdir(sources, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !assets.includes(extname(path)) || path.startsWith(demoFolder)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(path, join(folder, path));
  }
}

/** The packages that the program imports, and those whose files it serves. */
function importedPackages({ inputs }: Metafile): string[] {
  const imported = Object.values(inputs).flatMap(({ imports }) => imports);
  const names = imported
    .filter(({ external, path }) => external === true && !isBuiltin(path))
    .map(({ path }) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set([...names, ...packagesOfAssets])].toSorted();
}

function isBuiltin(path: string): boolean {
  return path.startsWith('node:') || builtinModules.includes(path);
}

async function writePackage(names: readonly string[]): Promise<void> {
  const { version, license, engines, overrides } = await readJson<Manifest>('package.json');
  const { lockfileVersion, packages } = await readJson<Lock>('package-lock.json');
  const own = {
    name: 'workspace-data-service',
    version,
    private: true,
    description: 'The Workspace Data Service.',
    license,
    type: 'module',
    engines,
    scripts: { start: 'node service.mjs' },
    dependencies: Object.fromEntries(
      names.map((name) => [name, packages[`node_modules/${name}`]?.version ?? '*']),
    ),
    overrides: Object.fromEntries(
      Object.entries(overrides).filter(([name]) => names.includes(name)),
    ),
  };
  const { name, dependencies } = own;
  const locked = lockedPackages(packages, names);
  await writeJson('package.json', own);
  await writeJson('package-lock.json', {
    ...{ name, version, lockfileVersion, requires: true },
    packages: { '': { name, version, license, engines, dependencies }, ...locked },
  });
  await cp('LICENSE', `${folder}/LICENSE`);
}

/** What these packages need, in the versions and the places that this repository has them in. */
function lockedPackages(
  packages: Lock['packages'],
  names: readonly string[],
): Record<string, LockedPackage> {
  const found: Record<string, LockedPackage> = {};
  const visit = (from: string, name: string): void => {
    const place = findPlace(packages, from, name);
    const locked = place === undefined ? undefined : packages[place];
    if (place === undefined || locked === undefined || Object.hasOwn(found, place)) return;
    found[place] = { ...locked, dev: false };
    const needed = { ...locked.dependencies, ...locked.optionalDependencies };
    for (const each of Object.keys(needed)) visit(place, each);
  };
  for (const name of names) visit('', name);
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** As Node looks for a package: from a folder upward. */
function findPlace(packages: Lock['packages'], from: string, name: string): string | undefined {
  const here = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (Object.hasOwn(packages, here)) return here;
  if (from === '') return undefined;
  return findPlace(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(path, 'utf8')) as Content;
}

function writeJson(name: string, content: unknown): Promise<void> {
  return writeFile(`${folder}/${name}`, `${JSON.stringify(content, null, 2)}\n`);
}
