/** Finds a Chromium for the browser tests, or installs one. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** Without windows to draw, it takes half the time of a whole browser for each page. */
const headlessShell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** For apt, where there is no network. */
const impatience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * As `findOrInstallBrowser`, but Debian's headless shell also where there is only a whole browser.
 * @throws {Error} with what to do, where none can be had.
 */
export function findOrInstallFastBrowser() {
  if (!process.env.CHROMIUM && findOnPath([headlessShell]) === undefined)
    installDebianPackage(headlessShell);
  return findOrInstallBrowser();
}

/**
 * The path of a browser: `CHROMIUM` if set, else the system's, else Playwright's own download,
 * else Debian's package.
 * @returns {string}
 * @throws {Error} with what to do, where none can be had.
 */
export function findOrInstallBrowser() {
  const found = process.env.CHROMIUM || findOnSystem() || findPlaywrightDownload();
  if (found !== undefined) return found;
  downloadByPlaywright();
  if (findPlaywrightDownload() === undefined) installDebianPackage('chromium');
  const installed = findPlaywrightDownload() ?? findOnSystem();
  if (installed !== undefined) return installed;
  throw new Error(
    'The browser tests need Chromium, and none could be found or installed. ' +
      'Install Chromium or Chrome, or set CHROMIUM to its path, and run the tests again.',
  );
}

function findOnSystem() {
  return findOnPath([headlessShell, ...names]) ?? fixedPlaces.find((path) => existsSync(path));
}

function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path));
}

function findPlaywrightDownload() {
  const path = chromium.executablePath();
  return path !== '' && existsSync(path) ? path : undefined;
}

function downloadByPlaywright() {
  console.error('No browser found: trying the download of Playwright.');
  tryRun(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
}

function installDebianPackage(name) {
  const isRootOnDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!isRootOnDebian) return;
  console.error(`Trying Debian's package ${name}.`);
  tryRun('apt-get', ['update', '-qq', ...impatience]);
  tryRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...impatience, name]);
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
