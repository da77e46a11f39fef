/** Finds a Chromium for the browser tests, or installs one. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of a browser: `CHROMIUM` if set, else the system's, else Playwright's own download,
 * else Debian's package.
 * @throws {Error} with what to do, where none can be had.
 */
export function findOrInstallBrowser() {
  const found = process.env.CHROMIUM || findOnSystem() || findPlaywrightDownload();
  if (found !== undefined) return found;
  downloadByPlaywright();
  if (findPlaywrightDownload() === undefined) installDebianPackage();
  const installed = findPlaywrightDownload() ?? findOnSystem();
  if (installed !== undefined) return installed;
  throw new Error(
    'The browser tests need Chromium, and none could be found or installed. ' +
      'Install Chromium or Chrome, or set CHROMIUM to its path, and run the tests again.',
  );
}

function findOnSystem() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...fixedPlaces].find((path) => existsSync(path));
}

function findPlaywrightDownload() {
  const path = chromium.executablePath();
  return path !== '' && existsSync(path) ? path : undefined;
}

function downloadByPlaywright() {
  console.error('No browser found: trying the download of Playwright.');
  tryRun(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
}

function installDebianPackage() {
  const isRootOnDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!isRootOnDebian) return;
  console.error('Trying the package of Debian.');
  tryRun('apt-get', ['update', '-qq']);
  tryRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
}

/** A failed attempt is not the end: the caller looks for the result and tries the next way. */
function tryRun(command, commandArguments) {
  try {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync(command, commandArguments, {
      stdio: ['ignore', 2, 2],
      timeout: 300_000,
      env: environment,
    });
  } catch (error) {
    console.error(`${command} did not succeed: ${error.message.split('\n')[0]}`);
  }
}
