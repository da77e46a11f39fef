import type { Page } from 'playwright-core';
import { SandboxControl } from '../support/sandbox-control';
import { told, type Row } from './row';
import type { MeasuredSandbox } from './sandbox';

interface Screen {
  readonly name: string;
  readonly account: 'admin' | 'customer';
  readonly path: string;
  /** Does what comes after the page has loaded. */
  readonly open?: (page: Page) => Promise<void>;
}

const screens: readonly Screen[] = [
  { name: 'view', account: 'admin', path: '/browse/DEMO-1' },
  {
    ...{ name: 'view and edit', account: 'admin', path: '/browse/DEMO-1' },
    open: async (page) => page.getByRole('button', { name: 'Edit Asset' }).click(),
  },
  {
    ...{ name: 'create, with a list of objects', account: 'admin', path: '/projects/DEMO' },
    open: async (page) => {
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('group', { name: 'Asset' }).getByRole('combobox').click();
    },
  },
  { name: 'form of the portal', account: 'customer', path: '/portal/1/create/1' },
  { name: 'project tabs', account: 'admin', path: '/projects/DEMO/apps/project-pages' },
  { name: 'admin page', account: 'admin', path: '/settings/apps/admin' },
];

/** What each screen takes of Jira's 65,000 points an hour, when nothing of it is remembered. */
export async function measureScreenPoints({
  trackerUrl,
  browser,
}: MeasuredSandbox): Promise<Row[]> {
  const control = new SandboxControl({ trackerUrl });
  const rows: Row[] = [];
  for (const { name, account, path, open } of screens) {
    // What functions remember, they forget within a minute.
    await control.advanceClock('2m');
    const context = await browser.newContext();
    await context.addInitScript((user) => {
      // Frames inside of the tracker's page have storage of their own, or none.
      if (window.top === window) localStorage.setItem('sandbox-user', user);
    }, account);
    await control.clearCalls();
    const page = await context.newPage();
    await page.goto(trackerUrl + path);
    await page.waitForLoadState('networkidle');
    await open?.(page);
    await page.waitForLoadState('networkidle');
    const calls = await control.calls();
    const points = calls.reduce((sum, call) => sum + call.points, 0);
    rows.push(told(`Jira's hour, of one ${name}`, points, 'points'));
    await context.close();
  }
  return rows;
}
