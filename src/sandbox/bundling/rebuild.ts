import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const stampFile = 'sources.sha256';

const sources = ['src', 'static', 'manifest.yml', 'package-lock.json'];
/** Below a source, what was built from it. */
const built = /[\\/](build|node_modules)[\\/]/;

/**
 * Runs `build` unless what stands in the directory was built from the very same sources. A build
 * that fails leaves no mark, so that the next one runs.
 */
export async function rebuildIfChanged(
  directory: string,
  build: () => Promise<unknown>,
  root = '.',
): Promise<void> {
  const stamp = await hashSources(root);
  const path = join(directory, stampFile);
  if ((await readIfThere(path)) === stamp) return;
  await rm(path, { force: true });
  await build();
  await writeFile(path, stamp);
}

async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of await filesUnder(join(root, source)))
      hash.update(path).update(await readFile(path));
  }
  return hash.digest('hex');
}

/** The path itself if it is a file, nothing if there is none. */
async function filesUnder(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !built.test(file.slice(path.length)))
    .sort();
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
