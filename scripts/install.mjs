import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What is to be installed, and what npm says that is: it writes this last, whoever started it. */
const lockFile = 'package-lock.json';
const installedFile = 'node_modules/.package-lock.json';

/** Runs `npm ci` unless the packages of the lock file are in place already. */
export function installMissingPackages() {
  if (isInstalled()) return;
  console.error('Installing packages: about a minute, once.');
  try {
    npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  } catch {
    console.error(
      'The packages could not be installed; what npm says is above. ' +
        'Check the network and npm, then run the command again.',
    );
    process.exit(1);
  }
}

/** Packages for other systems are in the lock file alone, as optional ones. */
function isInstalled() {
  const installed = readPackages(installedFile);
  return Object.entries(readPackages(lockFile))
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

function npm(...npmArguments) {
  // On Windows npm is a command script, which only a shell can start.
  const isWindows = process.platform === 'win32';
  execFileSync('npm', npmArguments, { stdio: ['ignore', 2, 2], shell: isWindows });
}
