import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const lockFile = 'package-lock.json';
const installedMark = 'node_modules/.installed-lock-hash';

/** Runs `npm ci` unless the packages of the lock file are in place already. */
export function installMissingPackages() {
  const lockHash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(installedMark) && readFileSync(installedMark, 'utf8') === lockHash) return;
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
  writeFileSync(installedMark, lockHash);
}

function npm(...npmArguments) {
  // On Windows npm is a command script, which only a shell can start.
  const isWindows = process.platform === 'win32';
  execFileSync('npm', npmArguments, { stdio: ['ignore', 2, 2], shell: isWindows });
}
