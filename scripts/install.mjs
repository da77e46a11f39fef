import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is to be installed, and what npm says that is: it writes this last, whoever started it. */
const lockFile = 'package-lock.json';
const installedFile = 'node_modules/.package-lock.json';

/** Runs `npm ci` in a folder unless the packages of its lock file are in place already. */
export function installMissingPackages(folder = '.') {
  if (isInstalled(folder)) return;
  console.error('Installing packages: about a minute, once.');
  try {
    npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  } catch {
    console.error(
      'The packages could not be installed; what npm says is above. ' +
        'Check the network and npm, then run the command again.',
    );
    process.exit(1);
  }
}

/** Installs into `folder` what the package.json and the lock file of another folder name. */
export function installPackagesOf(source, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', lockFile])
    copyFileSync(join(source, name), join(folder, name));
  installMissingPackages(folder);
}

/** Packages for other systems are in the lock file alone, as optional ones. */
function isInstalled(folder) {
  const installed = readPackages(join(folder, installedFile));
  return Object.entries(readPackages(join(folder, lockFile)))
    .filter(([path]) => path !== '')
    .every(([path, { version, optional }]) =>
      Object.hasOwn(installed, path) ? installed[path].version === version : optional,
    );
}

/** By path; none where there is no such file. */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

function npm(folder, ...npmArguments) {
  // On Windows npm is a command script, which only a shell can start.
  const isWindows = process.platform === 'win32';
  execFileSync('npm', npmArguments, { cwd: folder, stdio: ['ignore', 2, 2], shell: isWindows });
}
