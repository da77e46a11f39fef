import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { TestContext } from 'vitest';

type Task = TestContext['task'];

interface Scene {
  readonly pages: readonly Page[];
  /** Script errors of the pages: a test fails with them. */
  readonly problems: readonly string[];
  /** What the sandbox printed. */
  readonly output: () => string | Promise<string>;
  /** The sandbox's call log, as it tells it. */
  readonly calls: () => unknown;
}

/** Where each failed test has a folder; begun anew by `npm test`. */
const failures = 'test-results/failures';
const patienceMs = 5_000;

/**
 * Keeps what there is to see of a browser test that failed: a picture and the text of each page,
 * their script errors, what the sandbox printed, and what the app called. What can't be had is left
 * out: the test's own error is the one to read.
 */
export async function keepEvidenceOfFailure(task: Task, scene: Scene): Promise<void> {
  if (task.result?.state !== 'fail' && scene.problems.length === 0) return;
  const folder = join(failures, nameOf(task));
  await mkdir(folder, { recursive: true });
  await Promise.allSettled([
    ...scene.pages.map((page, index) => keepPage(page, join(folder, `page-${index + 1}`))),
    keepText(folder, 'script-errors.txt', () => scene.problems.join('\n')),
    keepText(folder, 'sandbox.log', scene.output),
    keepText(folder, 'calls.json', async () => JSON.stringify(await scene.calls(), null, 2)),
  ]);
  console.error(`What there was to see of the failed test is in ${folder}`);
}

async function keepPage(page: Page, place: string): Promise<void> {
  const text = await page.locator('body').innerText({ timeout: patienceMs });
  await writeFile(`${place}.txt`, `${page.url()}\n\n${text}\n`);
  await page.screenshot({ path: `${place}.png`, fullPage: true, timeout: patienceMs });
}

async function keepText(folder: string, file: string, read: () => string | Promise<string>) {
  await writeFile(join(folder, file), await read());
}

/** Of its file and its title, as a folder can be named. */
function nameOf({ file, name }: Task): string {
  return `${file.name} ${name}`.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 120);
}
