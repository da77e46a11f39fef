import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser, openPage } from './browser-page';
import { createMockJira } from './mock-jira';
import { startMockServer, type MockServer } from './mock-server';

export interface SandboxPages {
  /** The server behind the pages; in its first state before each test. */
  server: () => MockServer;
  /** Opens a path of the page in a tab that ends with the test. */
  visit: (path: string, options?: Parameters<typeof openPage>[2]) => Promise<Page>;
}

/** A server and a browser for all tests of a file. */
export function useSandboxPages(): SandboxPages {
  let server: MockServer | undefined;
  let browser: Browser | undefined;
  const opened: Page[] = [];
  const running = () => {
    if (server === undefined || browser === undefined) throw new Error('Nothing is running yet.');
    return { server, browser };
  };
  beforeAll(async () => {
    [server, browser] = await Promise.all([startMockServer(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(() => {
    Object.assign(running().server.jira, createMockJira());
    Object.assign(running().server, { contexts: [], isConnected: true, labelsDelayMs: 0 });
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
  });
  return {
    server: () => running().server,
    async visit(path, options) {
      const page = await openPage(running().browser, running().server.url + path, options);
      opened.push(page);
      return page;
    },
  };
}

/** Opens the inline edit of the object field. */
export async function editAsset(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Asset' }).click();
  await page.getByRole('group', { name: 'Asset' }).getByRole('combobox').waitFor();
}
