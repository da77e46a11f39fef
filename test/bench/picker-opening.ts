import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Locator, Page } from 'playwright-core';
import { defaultImports } from '../../src/sandbox/bundling/default-imports';
import { besideAt, countedAlone, type Row } from './row';
import type { MeasuredSandbox } from './sandbox';
import { timeInTurns, timeMs } from './timing';

const rounds = 9;
const issuePath = '/browse/DEMO-9';
const comparedPath = '/async-select';

/**
 * From the click on an empty field until its objects can be picked, beside a plain Atlaskit
 * AsyncSelect that asks the same function of the app for the same objects.
 */
export async function measurePickerOpening({
  trackerUrl,
  browser,
}: MeasuredSandbox): Promise<Row[]> {
  const [load = 0] = loadavg();
  const [issue, plain] = [await browser.newPage(), await browser.newPage()];
  await issue.goto(trackerUrl + issuePath);
  await serveAsyncSelect(plain, trackerUrl);
  const [fieldMs, plainMs] = await timeInTurns(rounds, [
    () => openingMs(issue, openField),
    () => openingMs(plain, openAsyncSelect),
  ]);
  await Promise.all([issue.close(), plain.close()]);
  const name = 'click to usable picker, beside an Atlaskit AsyncSelect';
  return [countedAlone(besideAt(0.5, name, fieldMs, plainMs, 1.5), load)];
}

/** Of a page that was just loaded, and has nothing left to do. */
async function openingMs(page: Page, open: (page: Page) => Promise<void>): Promise<number> {
  await page.reload();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Edit Asset' }).waitFor();
  await page.waitForLoadState('networkidle');
  return timeMs(() => open(page));
}

function openField(page: Page): Promise<void> {
  return openPicker(page, page.getByRole('group', { name: 'Asset' }).getByRole('combobox'));
}

function openAsyncSelect(page: Page): Promise<void> {
  return openPicker(page, page.getByRole('combobox'));
}

async function openPicker(page: Page, picker: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Edit Asset' }).click();
  // A click on what isn't there yet would look for it again only after a while.
  await picker.waitFor();
  await picker.click();
  // A list that is loading or empty says so in an option of its own.
  await page.getByRole('option').nth(1).waitFor();
}

/** Answers one address of the tracker with a page that holds nothing but the select. */
async function serveAsyncSelect(page: Page, trackerUrl: string): Promise<void> {
  const script = await bundleAsyncSelect();
  await page.route(trackerUrl + comparedPath, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<div id="root"></div><script src="/async-select.js"></script>',
    }),
  );
  await page.route(`${trackerUrl}/async-select.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.goto(trackerUrl + comparedPath);
}

async function bundleAsyncSelect(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('async-select-page.tsx', import.meta.url))],
    outdir: 'build',
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    minify: true,
    loader: { '.css': 'empty' },
    plugins: [defaultImports(import.meta.dirname)],
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
  });
  const [script] = result.outputFiles;
  if (script === undefined) throw new Error('The bundler wrote no file.');
  return script.text;
}
