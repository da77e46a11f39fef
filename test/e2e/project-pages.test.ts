import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createClient, fetchTransport } from '../../src/api/client';
import { demoSiteId, demoWorkspaceId } from '../../src/service';
import { keepPicture } from './support/browser-session';
import { useSharedSandbox } from './support/use-shared-sandbox';

const { control, lease, session } = useSharedSandbox();

const path = '/projects/DEMO/apps/project-pages';

/** The page of the app, in its frame, and the service's page in the frame inside of it. */
function framesOf(page: Page): { app: FrameLocator; embedded: FrameLocator } {
  const app = page.frameLocator('iframe.custom-ui-frame');
  return { app, embedded: app.frameLocator('iframe') };
}

describe('Workspace pages of a project', () => {
  test('shows a member the pages of sites that they may open, live, and none of the others', async () => {
    await control.connect('member');
    const page = await session.openAs('member', path);
    const { app, embedded } = framesOf(page);
    await embedded.getByRole('table').first().waitFor();
    expect(await app.getByRole('tab').allInnerTexts()).toEqual(['Laptops', 'Dashboard']);
    expect(await app.getByRole('button', { name: 'Add tab' }).count()).toBe(0);
    await keepPicture(page, 'project-pages-member');

    await app.getByRole('tab', { name: 'Dashboard' }).click();
    await embedded.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/project-pages\/tab\/[0-9a-f-]{36}$/);
    await page.reload();
    await embedded.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.goBack();
    await embedded.getByRole('heading', { name: 'Laptops', exact: true }).waitFor();
  });

  test('lets a project admin add, rename and remove a tab', async () => {
    await control.connect('lead');
    const page = await session.openAs('lead', path);
    const { app, embedded } = framesOf(page);
    await app.getByRole('button', { name: 'Add tab' }).click();
    for (const [step, name] of [
      ['Workspace', 'IT'],
      ['Site', 'Handbook'],
      ['Page', 'Where we are'],
    ] as const) {
      await app.getByRole('combobox', { name: step }).fill(name);
      await app.getByRole('option', { name }).click();
    }
    await keepPicture(page, 'project-pages-add');
    await app.getByRole('button', { name: 'Save' }).click();
    await embedded.getByRole('heading', { name: 'Where we are' }).waitFor();

    await app.getByRole('button', { name: 'Actions for Where we are' }).click();
    await app.getByRole('menuitem', { name: 'Edit tab' }).click();
    await app.getByRole('textbox', { name: 'Name of the tab' }).fill('Offices');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByRole('tab', { name: 'Offices' }).waitFor();

    await app.getByRole('button', { name: 'Actions for Offices' }).click();
    await app.getByRole('menuitem', { name: 'Remove tab' }).click();
    await app.getByRole('button', { name: 'Remove tab' }).click();
    await app.getByRole('tab', { name: 'Offices' }).waitFor({ state: 'detached' });
  });

  test('shows a Jira admin without the site the tab all the same, marked', async () => {
    await control.connect('admin');
    const siteId = demoSiteId('IT', 'Purchasing');
    await control.setAccess({ account: 'admin', siteId, read: false });
    const page = await session.openAs('admin', path);
    const { app } = framesOf(page);
    await app.getByRole('tab', { name: 'Contracts No access' }).click();
    await app.getByText('You don’t have access to this site').waitFor();
    const namesBegin = () =>
      app
        .locator('.tab-name')
        .evaluateAll((names) => names.map((one) => one.getBoundingClientRect().top));
    expect(new Set(await namesBegin()).size).toBe(1);
    await keepPicture(page, 'project-pages-admin');
  });

  const purchasing = demoSiteId('IT', 'Purchasing');
  test.each([
    ['loses access', () => control.setAccess({ account: 'lead', siteId: purchasing, read: false })],
    ['had it open when its site was deleted', () => deleteSite(lease.serviceUrl, purchasing)],
  ])('takes the open page away from whoever %s, by the next renewal', async (_, end) => {
    await control.connect('lead');
    const page = await session.openAs('lead', '/projects');
    await page.clock.install();
    await page.goto(new URL(path, page.url()).href);
    const { app, embedded } = framesOf(page);
    await app.getByRole('tab', { name: 'Contracts' }).click();
    await embedded.getByRole('heading', { name: 'Contracts that end soon' }).waitFor();
    await end();
    await page.clock.fastForward('06:00');
    await app.getByText('You don’t have access to this site').waitFor();
    expect(await app.locator('iframe').count()).toBe(0);
  });

  test('leaves no token in an address, in the page or in what the browser keeps', async () => {
    await control.connect('member');
    const page = await session.openAs('member', '/projects');
    const tokens: string[] = [];
    const addresses: string[] = [];
    page.on('request', (request) => {
      addresses.push(request.url(), request.headers()['referer'] ?? '');
      const body = request.postData() ?? '';
      if (request.url().endsWith('/embed/session')) tokens.push(tokenIn(body));
    });
    await page.goto(new URL(path, page.url()).href);
    await framesOf(page).embedded.getByRole('table').first().waitFor();
    expect(tokens).toHaveLength(1);
    const kept: string[][] = [];
    for (const frame of page.frames()) kept.push(await frame.evaluate(everythingKept));
    expect(kept).toHaveLength(3);
    const calls = await control.calls();
    expect(JSON.stringify([kept, addresses, calls])).not.toContain(tokens[0]);
    expect(calls.filter((call) => call.path.endsWith('/embed-token'))).toHaveLength(1);
    expect(calls.filter((call) => /\/site(\?|$)/.test(call.path))).toHaveLength(1);
  });

  test('looks as Jira does, light and dark, wide and narrow', async () => {
    await control.connect('lead');
    const page = await session.openAs('lead', path);
    const { app, embedded } = framesOf(page);
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['dark', 320],
      ['light', 320],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await embedded.getByRole('table').first().waitFor();
      const html = app.locator('html');
      await expect.poll(() => html.getAttribute('data-color-mode')).toBe(colorScheme);
      await expect
        .poll(() => html.evaluate(({ scrollWidth }) => scrollWidth))
        .toBeLessThanOrEqual(width);
      const frameHeight = () => app.locator('iframe').evaluate((element) => element.clientHeight);
      const pageHeight = () =>
        embedded.locator('body').evaluate(({ clientHeight }) => clientHeight);
      await expect.poll(async () => (await frameHeight()) - (await pageHeight())).toBe(0);
      const outer = page.locator('iframe.custom-ui-frame');
      const outerHeight = () => outer.evaluate((element) => element.clientHeight);
      await expect.poll(outerHeight).toBeGreaterThan(await frameHeight());
      await keepPicture(page, `project-pages-${colorScheme}-${width}`);
    }
  });
});

async function deleteSite(serviceUrl: string, siteId: string): Promise<void> {
  const transport = fetchTransport(serviceUrl, { token: 'demo-admin-token' });
  await createClient({ transport }).inWorkspace(demoWorkspaceId('IT')).sites.delete(siteId);
}

/** In one frame; storage that the frame may not have at all keeps nothing. */
function everythingKept(): string[] {
  const written = [location.href, document.referrer, document.documentElement.outerHTML];
  try {
    const stored = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
    return [...written, JSON.stringify(stored)];
  } catch {
    return written;
  }
}

function tokenIn(body: string): string {
  const { token } = JSON.parse(body) as { token: string };
  return token;
}
