/**
 * Makes the pictures of the documentation, `docs/pictures`, from a sandbox: `npm run pictures`, or
 * `npm run pictures -- picker` for some of them. Each one is taken in light and dark.
 */
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { comeToRest } from '../support/accessibility';
import { launchBrowser } from '../support/browser';
import { SandboxControl, type Account } from '../support/sandbox-control';
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox-process';
import { writeAnimation } from './animation';
import { animated, scenes, type Scene, type Stage } from './scenes';

const folder = 'docs/pictures';
const colorSchemes = ['light', 'dark'] as const;
type ColorScheme = (typeof colorSchemes)[number];

const names = process.argv.slice(2);
const chosen = scenes.filter(({ name }) => names.length === 0 || names.includes(name));
await mkdir(folder, { recursive: true });
const sandbox = await startSandboxProcess();
const browser = await launchBrowser();
try {
  for (const scene of chosen) for (const scheme of colorSchemes) await take(scene, scheme);
  if (names.length === 0 || names.includes('pick-and-search')) await animate();
} finally {
  await browser.close();
  await sandbox.stop();
}

async function take(scene: Scene, scheme: ColorScheme): Promise<void> {
  const stage = await setStage(sandbox, browser, scene, scheme);
  await scene.play(stage);
  await rest(stage.page);
  await stage.page.screenshot({ path: `${folder}/${scene.name}-${scheme}.png` });
  await stage.page.context().close();
  console.log(`${folder}/${scene.name}-${scheme}.png`);
}

/** A picture of each step, one after the other in one file. */
async function animate(): Promise<void> {
  const stage = await setStage(sandbox, browser, animated, 'light');
  const frames: Buffer[] = [];
  for (const step of animated.steps) {
    await step(stage);
    await rest(stage.page);
    frames.push(await stage.page.screenshot());
  }
  await writeAnimation(`${folder}/pick-and-search.svg`, frames, animated.size);
  await stage.page.context().close();
  console.log(`${folder}/pick-and-search.svg`);
}

async function setStage(
  { trackerUrl, serviceUrl }: SandboxProcess,
  inBrowser: Browser,
  { account, size }: { readonly account: Account; readonly size: Stage['size'] },
  colorScheme: ColorScheme,
): Promise<Stage> {
  const control = new SandboxControl({ trackerUrl });
  await control.reset();
  const context = await inBrowser.newContext({ viewport: size, colorScheme, deviceScaleFactor: 1 });
  await context.addInitScript((name) => {
    if (window.top === window) localStorage.setItem('sandbox-user', name);
  }, account);
  const page = await context.newPage();
  return { page, control, size, trackerUrl, serviceUrl };
}

/** Nothing moves, and no cursor blinks. */
async function rest(page: Page): Promise<void> {
  await comeToRest(page);
  await page.evaluate(() => document.fonts.ready);
}
