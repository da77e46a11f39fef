import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { findOrInstallBrowser } from '../../scripts/browser.mjs';

/**
 * Chromium heeds the last list of these alone, so that what Playwright disables for its own sake is
 * repeated. Script streaming compiles each script once more, also where a page before compiled it.
 */
const disabledFeatures = [
  'ScriptStreaming',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Keeps the browser from calling its maker's hosts, lets it run as root in containers, and lets
 * pages of one site share what was compiled for the first of them. Pages end before what they run
 * often enough to be optimized would repay the compiler's work.
 */
const launchArguments = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--process-per-site',
  '--js-flags=--max-opt=1',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws {Error} saying what to install, where there is no browser. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(findLaunchOptions());
}

/** A browser that {@link connectBrowser} can use from other processes. @throws as `launchBrowser` */
export function launchSharedBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...findLaunchOptions(), host: '127.0.0.1' });
}

/**
 * The browser of the run. What is opened in it is the caller's own, and ends when the caller closes
 * it. Where none could be launched for the run, the caller's own attempt says why.
 * @throws as `launchBrowser`
 */
export function connectBrowser(): Promise<Browser> {
  const address = inject('browserAddress');
  return address === undefined ? launchBrowser() : chromium.connect(address);
}

function findLaunchOptions() {
  return { executablePath: findOrInstallBrowser(), args: launchArguments };
}
