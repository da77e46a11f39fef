import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { connectBrowser } from '../support/browser';
import { keepEvidenceOfFailure } from '../support/evidence';
import { SiteContext } from '../support/site-context';
import { answers } from './app-functions';
import { startTestSandbox, type TestSandbox } from './test-sandbox';

export interface SandboxPages {
  /** What is behind the pages; in its demo state before each test. */
  server: () => TestSandbox;
  /** Opens a path of the page in a tab that ends with the test. */
  visit: (path: string) => Promise<Page>;
}

/** A sandbox and a browser for all tests of a file; nothing is remembered between them. */
export function useSandboxPages(): SandboxPages {
  let running: { server: TestSandbox; browser: Browser; site: SiteContext } | undefined;
  const get = () => {
    if (running === undefined) throw new Error('Nothing is running yet.');
    return running;
  };
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startTestSandbox(), connectBrowser()]);
    const viewport = { width: 1280, height: 800 };
    const site = await SiteContext.open(browser, server.url, { viewport, colorScheme: 'light' });
    running = { server, browser, site };
  });
  afterAll(async () => {
    await running?.browser.close();
    await running?.server.close();
  });
  beforeEach(async () => {
    Object.assign(answers, { isConnected: true, labelsDelayMs: 0 });
    await get().server.sandbox.reset();
  });
  afterEach(async ({ task }) => {
    const { server, site } = get();
    const { calls } = server.sandbox.host;
    const output = () => server.printed.join('\n');
    const { pages } = site;
    await keepEvidenceOfFailure(task, { pages, problems: [], output, calls: () => calls.list() });
    await site.forget();
  });
  return {
    server: () => get().server,
    async visit(path) {
      const page = await get().site.context.newPage();
      await page.goto(get().server.url + path);
      return page;
    },
  };
}

/** Opens the inline edit of the object field, which takes the focus after it is drawn. */
export async function editAsset(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Asset' }).click();
  const picker = page.getByRole('group', { name: 'Asset', exact: true }).getByRole('combobox');
  await picker.and(page.locator(':focus')).waitFor();
}

interface Refusal {
  status?: number;
  errorMessages?: string[];
  /** Text by field id. */
  errors?: Record<string, string>;
}

/** Lets Jira answer calls of this method and path with a refusal. */
export async function refuse(
  page: Page,
  method: string,
  path: string,
  { status = 400, errorMessages = [], errors = {} }: Refusal,
): Promise<void> {
  await page
    .context()
    .route(path, (route) =>
      route.request().method() === method
        ? route.fulfill({ status, json: { errorMessages, errors } })
        : route.continue(),
    );
}
