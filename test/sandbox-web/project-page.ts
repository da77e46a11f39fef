import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { answers } from './app-functions';
import type { SandboxPages } from './sandbox-pages';

const address = '/projects/DEMO/apps/pages';

/** What the page is to an app's Custom UI in a project. */
export function describeProjectPage({ server, visit }: SandboxPages): void {
  const appOf = (page: Page) => page.frameLocator('iframe[title="Workspace pages"]');
  const press = (app: FrameLocator, name: string) =>
    app.getByRole('button', { name, exact: true }).click();
  const line = (app: FrameLocator, name: string) => app.getByTestId(name);

  async function open(path = address): Promise<{ page: Page; app: FrameLocator }> {
    const page = await visit(path);
    const app = appOf(page);
    await line(app, 'path').waitFor();
    return { page, app };
  }

  describe("an app's page in a project", () => {
    test('is an entry of the navigation of each project', async () => {
      for (const key of ['DEMO', 'HELP']) {
        const page = await visit(`/projects/${key}`);
        const navigation = page.getByRole('navigation', { name: 'Project' });
        await navigation.getByRole('link', { name: 'Workspace pages' }).click();
        await line(appOf(page), 'extension').getByText(`"key":"${key}"`).waitFor();
        await page.waitForURL(`**/projects/${key}/apps/pages`);
        expect(await navigation.locator('[aria-current=page]').innerText()).toBe('Workspace pages');
      }
    });

    test('stands below its project, to which the breadcrumbs lead, and tells the app that and its address', async () => {
      const { page, app } = await open(`${address}/tab/one`);
      const [, text = ''] = (await line(app, 'extension').innerText()).split('extension: ');
      expect(JSON.parse(text)).toEqual({
        type: 'jira:projectPage',
        project: { id: '10000', key: 'DEMO', type: 'software' },
        location: `${server().url}${address}/tab/one`,
      });
      expect(await line(app, 'path').innerText()).toBe('path: /tab/one');
      const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
      const names = ['Projects', 'Demo', 'Workspace pages'];
      await expect.poll(() => breadcrumbs.getByRole('link').allInnerTexts()).toEqual(names);
      await breadcrumbs.getByRole('link', { name: 'Demo' }).click();
      await page.getByRole('heading', { level: 1, name: 'Demo' }).waitFor();
    });

    test('is not there for people without a license, nor without the project', async () => {
      const page = await visit('/projects');
      await page.evaluate(() => localStorage.setItem('sandbox-user', 'customer'));
      await page.goto(server().url + address);
      await page.getByRole('heading', { name: 'You don’t have access to Jira' }).waitFor();
      await page.evaluate(() => localStorage.setItem('sandbox-user', 'newcomer'));
      await page.goto(`${server().url}/projects/HELP/apps/pages`);
      await page.getByRole('heading', { name: 'We can’t find that page' }).waitFor();
    });

    test('keeps the address of the app below its own, back and forward and after a reload', async () => {
      const { page, app } = await open();
      await press(app, 'Open tab');
      await line(app, 'path').getByText('/tab/one PUSH').waitFor();
      await expect.poll(() => page.url()).toBe(`${server().url}${address}/tab/one?x=1`);
      await press(app, 'Replace tab');
      await line(app, 'path').getByText('/tab/two REPLACE').waitFor();
      await page.goBack();
      await line(app, 'path').getByText('/ POP').waitFor();
      await page.goForward();
      await line(app, 'path').getByText('/tab/two POP').waitFor();
      await page.reload();
      await line(app, 'path').getByText('path: /tab/two', { exact: true }).waitFor();
      await press(app, 'Leave');
      await line(app, 'Leave').getByText('refused').waitFor();
      expect(page.url()).toBe(`${server().url}${address}/tab/two`);
    });

    test('calls the functions of the app and Jira as the person, hands errors on, and refuses what it does not model', async () => {
      const { page, app } = await open();
      for (const [name, answer] of [
        ['Invoke', '{"status":"In use"}'],
        ['Throw', 'out of luck'],
        ['Ask Jira', 'admin@example.com'],
        ['Rovo', 'refused'],
      ] as const) {
        await press(app, name);
        await line(app, name).getByText(answer).waitFor();
      }
      await page
        .getByText('The sandbox doesn’t support the bridge command “isRovoEnabled”.')
        .waitFor();
    });

    test('asks for consent in place of the app', async () => {
      answers.isConnected = false;
      const { page, app } = await open();
      await press(app, 'Connection');
      await page.getByRole('button', { name: 'Allow access' }).waitFor();
    });

    test('names the tab, opens others in a new tab, and follows the theme', async () => {
      const { page, app } = await open();
      await press(app, 'Name window');
      await expect.poll(() => page.title()).toBe('Named by the app');
      await page.context().route('**/elsewhere', (route) => route.fulfill({ body: 'Elsewhere' }));
      const opened = page.waitForEvent('popup');
      await press(app, 'Open elsewhere');
      const elsewhere = await opened;
      await elsewhere.getByText('Elsewhere').waitFor();
      expect(await elsewhere.evaluate(() => window.opener === null)).toBe(true);
      await page.bringToFront();
      const background = () =>
        app.locator('body').evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      await line(app, 'color').getByText('light').waitFor();
      await expect.poll(background).toBe('light');
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      await expect.poll(background).toBe('dark');
    });

    test('keeps the app from the tab around it, from pop-ups and from scripts in addresses', async () => {
      const { page, app } = await open();
      for (const [name, answer] of [
        ['Read the tab', 'refused: SecurityError'],
        ['Take the tab', 'refused'],
        ['Pop up', 'null'],
        ['Call Jira', 'refused'],
        ['Run a script', 'http and https addresses only'],
      ] as const) {
        await press(app, name);
        await line(app, name).getByText(answer).waitFor();
      }
      expect(page.url()).toBe(server().url + address);
    });

    test("shows a frame of the service that the manifest names, and of nobody else's", async () => {
      answers.addresses = {
        service: `${server().serviceUrl}/page`,
        foreign: `${server().serviceUrl.replace('127.0.0.1', 'localhost')}/page`,
      };
      const { page, app } = await open();
      const refused = page.waitForEvent('console', (message) =>
        message.text().includes('frame-src'),
      );
      await press(app, 'Frame');
      await app.frameLocator('iframe[title=service]').getByText('A page of the service').waitFor();
      await refused;
      const foreign = app.frameLocator('iframe[title=foreign]');
      expect(await foreign.getByText('A page of the service').count()).toBe(0);
    });
  });
}
