import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const vitePackage = createRequire(import.meta.url).resolve('vite/package.json');

/**
 * Builds a Custom UI resource with the Vite project around the directory that the manifest names:
 * `static/project-page` for `static/project-page/build`. In a process of its own, for Vite goes by
 * the `NODE_ENV` of the one that it runs in.
 * @param resourceDirectory absolute path of what the manifest names
 * @param outputDirectory absolute; emptied first
 * @throws {Error} with what Vite said
 */
export async function buildCustomUi(
  resourceDirectory: string,
  outputDirectory: string,
): Promise<void> {
  const vite = join(dirname(vitePackage), 'bin/vite.js');
  const project = dirname(resourceDirectory);
  // Relative addresses: the platform serves the files below a path that nobody knows before.
  const options = ['--base', './', '--outDir', outputDirectory, '--emptyOutDir'];
  await run(process.execPath, [vite, 'build', project, ...options, '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
