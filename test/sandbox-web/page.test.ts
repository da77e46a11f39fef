import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, openPage, seriousFindings } from './browser-page';
import { createMockJira } from './mock-jira';
import { startMockServer, type MockServer } from './mock-server';

let server: MockServer;
let browser: Browser;
const opened: Page[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startMockServer(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

beforeEach(() => {
  Object.assign(server.jira, createMockJira());
  Object.assign(server, { contexts: [], isConnected: true, labelsDelayMs: 0 });
});

afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});

async function visit(path: string, options?: Parameters<typeof openPage>[2]): Promise<Page> {
  const page = await openPage(browser, server.url + path, options);
  opened.push(page);
  return page;
}

const objectOf = (key: string) => server.jira.issues.get(key)?.object ?? null;
const labelsOf = (key: string) => objectOf(key)?.objects.map(({ label }) => label);

async function editAsset(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Asset' }).click();
  await page.getByRole('group', { name: 'Asset' }).getByRole('combobox').waitFor();
}

async function pick(page: Page, text: string, label: string): Promise<void> {
  await page.keyboard.type(text);
  await page.getByRole('option', { name: label }).click();
}

describe('the issue list', () => {
  it("shows the formatter's text of an object field, and leads to the issue", async () => {
    const page = await visit('/projects/DEMO');
    await page.getByRole('cell', { name: 'MacBook Pro 14' }).waitFor();
    await page.getByRole('link', { name: 'Order a laptop' }).click();
    await page.getByRole('heading', { level: 1, name: 'Order a laptop' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/browse/DEMO-1');
    await expect.poll(() => page.title()).toBe('[DEMO-1] Order a laptop - Jira sandbox');
  });

  it('says what Jira answered when it fails, and tries again', async () => {
    server.jira.failWith = 500;
    const page = await visit('/projects/DEMO');
    await page.getByText('Jira said no.').waitFor();
    server.jira.failWith = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Order a laptop').waitFor();
  });

  it('says so when the account may not see the project', async () => {
    server.jira.failWith = 403;
    const page = await visit('/projects/DEMO');
    await page.getByRole('heading', { name: "You don't have permission to see this" }).waitFor();
  });
});

describe('an object field on an issue', () => {
  it("is drawn by the app's own view, with its value in the context", async () => {
    const page = await visit('/browse/DEMO-1');
    const field = page.getByRole('group', { name: 'Asset' });
    await field.getByRole('link', { name: 'MacBook Pro 14' }).waitFor();
    await field.getByText('In use').waitFor();
    expect(server.contexts[0]).toMatchObject({
      entryPoint: 'view',
      extensionHint: { issueKey: 'DEMO-1', renderContext: 'issue-view' },
    });
  });

  it('is edited in place, stored on confirm, and shown again with focus where it was', async () => {
    const page = await visit('/browse/DEMO-2');
    await editAsset(page);
    await pick(page, 'think', 'ThinkPad X1 Carbon');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: 'ThinkPad X1 Carbon' }).waitFor();
    expect(labelsOf('DEMO-2')).toEqual(['ThinkPad X1 Carbon']);
    const edit = page.getByRole('button', { name: 'Edit Asset' });
    await expect
      .poll(() => edit.evaluate((button) => button === document.activeElement))
      .toBe(true);
  });

  it('opens from its value by a click beside a link', async () => {
    const page = await visit('/browse/DEMO-1');
    await page.getByText('In use').click();
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
  });

  it('stores on leaving', async () => {
    const page = await visit('/browse/DEMO-2');
    await editAsset(page);
    await pick(page, 'dell', 'Dell XPS 13');
    await page.getByText('Description').first().click();
    await expect.poll(() => labelsOf('DEMO-2')).toEqual(['Dell XPS 13']);
  });

  it('stores on Enter once no menu is open', async () => {
    const page = await visit('/browse/DEMO-2');
    await editAsset(page);
    await page.keyboard.type('dell');
    await page.getByRole('option', { name: 'Dell XPS 13' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Dell XPS 13').waitFor();
    expect(objectOf('DEMO-2')).toBeNull();
    await page.keyboard.press('Enter');
    await expect.poll(() => labelsOf('DEMO-2')).toEqual(['Dell XPS 13']);
  });

  it('closes its menu on the first Escape and cancels on the second', async () => {
    const page = await visit('/browse/DEMO-1');
    await editAsset(page);
    await page.keyboard.type('think');
    await page.getByRole('option', { name: 'ThinkPad X1 Carbon' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit Asset' }).waitFor();
    expect(labelsOf('DEMO-1')).toEqual(['MacBook Pro 14']);
  });

  it('keeps what was picked and says why when Jira refuses it', async () => {
    server.jira.objectProblem = 'Pick between 1 and 100 objects, or clear the field.';
    const page = await visit('/browse/DEMO-2');
    await editAsset(page);
    await pick(page, 'dell', 'Dell XPS 13');
    await page.getByRole('button', { name: 'Confirm' }).click();
    const field = page.getByRole('group', { name: 'Asset' });
    await expect.poll(() => field.getByText('Pick between 1 and 100').count()).toBe(2);
    await field.getByText('Dell XPS 13').waitFor();
  });
});

describe('the create dialog', () => {
  async function openDialog(path = '/projects/DEMO') {
    const page = await visit(path);
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: 'Asset' }).getByRole('combobox').waitFor();
    return { page, dialog };
  }

  it("creates with the value that the app's editor submits late", async () => {
    server.labelsDelayMs = 1_000;
    const { page, dialog } = await openDialog();
    await dialog.getByLabel('Summary').fill('New laptop');
    await dialog.getByRole('group', { name: 'Asset' }).getByRole('combobox').click();
    await pick(page, 'dell', 'Dell XPS 13');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText("You've created DEMO-3").waitFor();
    expect(labelsOf('DEMO-3')).toEqual(['Dell XPS 13']);
    await page.getByRole('cell', { name: 'Dell XPS 13' }).waitFor();
  });

  it('shows each refusal at its field and keeps everything typed', async () => {
    server.jira.objectProblem = 'Too many objects.';
    const { page, dialog } = await openDialog();
    await dialog.getByLabel('Description').fill('For Grace.');
    await dialog.getByRole('group', { name: 'Asset' }).getByRole('combobox').click();
    await pick(page, 'dell', 'Dell XPS 13');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('You must specify a summary of the issue.').waitFor();
    await dialog.getByRole('group', { name: 'Asset' }).getByText('Too many objects.').waitFor();
    expect(await dialog.getByLabel('Description').inputValue()).toBe('For Grace.');
    await dialog.getByText('Dell XPS 13').waitFor();
  });

  it('hands a submitted value to the editor again when the work type changes', async () => {
    const { page, dialog } = await openDialog();
    await dialog.getByRole('group', { name: 'Asset' }).getByRole('combobox').click();
    await pick(page, 'dell', 'Dell XPS 13');
    await dialog.getByLabel('Summary').fill('New laptop');
    await dialog.getByLabel('Work type').click();
    await page.getByRole('option', { name: 'Bug' }).click();
    await dialog.getByText('Dell XPS 13').waitFor();
    expect(server.contexts.at(-1)?.extensionHint).toMatchObject({
      issueTypeId: '10002',
      renderContext: 'issue-create',
    });
  });

  it('asks before it throws away what was typed', async () => {
    const { page, dialog } = await openDialog();
    await dialog.getByLabel('Summary').fill('New laptop');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Discard this work item?' }).waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Summary').inputValue()).toBe('New laptop');
  });
});

describe('field administration', () => {
  const fieldPage = '/settings/fields/customfield_10010';

  it('opens the configuration of a context, saves what the app submits, and says so', async () => {
    const page = await visit(fieldPage);
    await page.getByText('Not configured').waitFor();
    await page.getByRole('link', { name: 'Edit context configuration' }).click();
    await page.getByLabel('Workspace').fill('IT');
    await page.getByLabel('Query').fill('Status = "In use"');
    await page.getByRole('radio', { name: 'Several objects' }).check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Configuration of Asset saved').waitFor();
    await page.getByText('Configured', { exact: true }).waitFor();
    expect(server.jira.configurations).toEqual([
      { source: 'IT', query: 'Status = "In use"', cardinality: 'many' },
    ]);
  });

  it("goes back to the contexts on the app's cancel", async () => {
    const page = await visit(`${fieldPage}/contexts/20/configuration`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Asset' }).waitFor();
  });

  it('is closed to people who are no admins', async () => {
    const page = await visit('/projects');
    await page.getByRole('button', { name: /Switch user/ }).click();
    await page.getByRole('menuitemradio', { name: /Max Member/ }).click();
    await page.getByRole('button', { name: /Account: Max Member/ }).waitFor();
    await page.goto(server.url + fieldPage);
    await page.getByRole('heading', { name: "You don't have permission to see this" }).waitFor();
  });
});

describe('the host of the app', () => {
  it('asks for consent in place of the app and runs it again afterwards', async () => {
    server.isConnected = false;
    const page = await visit('/settings/apps/connect-page');
    const allow = page.getByRole('button', { name: 'Allow access' });
    await allow.waitFor();
    server.isConnected = true;
    await allow.click();
    await page.getByText('Connected as admin@example.com.').waitFor();
  });

  it("answers Jira's REST, shows flags and follows the app's navigation", async () => {
    const page = await visit('/settings/apps/connect-page');
    await page.getByText('admin@example.com', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Tell' }).click();
    await page.getByText('Told', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Go to DEMO-1' }).click();
    await page.getByRole('heading', { name: 'Order a laptop' }).waitFor();
  });

  it('shows a crash with a button that runs the app again', async () => {
    const page = await visit('/settings/apps/crashing-page');
    await page.getByText('There is a hole in the app.').waitFor();
    const count = server.contexts.length;
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('There is a hole in the app.').waitFor();
    expect(server.contexts.length).toBe(count);
  });

  it('says so when the files of a resource are missing', async () => {
    const page = await visit('/settings/apps/absent-page');
    await page.getByText('The sandbox has no files for this part of the app.').waitFor();
  });

  it('names a component, a prop value and a bridge command that it does not model', async () => {
    const page = await visit('/settings/apps/unmodelled-page');
    await page.getByText('The sandbox has no UI Kit component “UserPicker”.').waitFor();
    await page.getByText('doesn’t know these props of Lozenge: appearance').waitFor();
    await page.getByText('The sandbox has no bridge command “isRovoEnabled”.').waitFor();
    await page.getByText('Still here').waitFor();
  });

  it('draws every component of the gallery', async () => {
    const page = await visit('/settings/apps/gallery-page');
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    expect(await page.getByTestId('unsupported-component').allTextContents()).toEqual([]);
    await page.getByRole('button', { name: 'Open popup' }).click();
    await page.getByText('Popped up').waitFor();
    await page.getByRole('button', { name: 'Open dialog' }).click();
    await page.getByText('In a dialog').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('In a dialog').waitFor({ state: 'detached' });
  });

  it('keeps the caret of an input that the app controls', async () => {
    const page = await visit('/settings/apps/gallery-page');
    const input = page.getByLabel('Upper case');
    await input.pressSequentially('ad');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('bc');
    expect(await input.inputValue()).toBe('ABCD');
  });

  it('passes checked states to the app', async () => {
    const page = await visit('/settings/apps/gallery-page');
    await page.getByLabel('Encrypted').check();
    await page.getByLabel('Live').check({ force: true });
    await page.getByText('on checked').waitFor();
  });
});

describe('the look', () => {
  const paths = [
    '/projects',
    '/projects/DEMO',
    '/browse/DEMO-1',
    '/browse/NONE-1',
    '/settings/fields',
    '/settings/fields/customfield_10010',
    '/settings/fields/customfield_10010/contexts/20/configuration',
    '/settings/apps',
    '/settings/apps/connect-page',
    '/settings/apps/gallery-page',
    '/settings/apps/crashing-page',
  ];

  it.each(paths)('of %s has no serious accessibility problem, light or dark', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await visit(path, { colorScheme });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await expect
        .poll(() => page.locator('html').getAttribute('data-color-mode'))
        .toBe(colorScheme);
      expect(await seriousFindings(page)).toEqual([]);
    }
  });

  it('of the create dialog and an inline edit has no serious accessibility problem', async () => {
    const page = await visit('/browse/DEMO-1');
    await editAsset(page);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByRole('group', { name: 'Asset' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await seriousFindings(page)).toEqual([]);
  });

  it.each(paths)('of %s fits into 320 pixels', async (path) => {
    const page = await visit(path, { viewport: { width: 320, height: 640 } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
  });

  it('follows the theme that the person chooses', async () => {
    const page = await visit('/projects', { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const html = page.locator('html');
    await expect.poll(() => html.getAttribute('data-color-mode')).toBe('dark');
    await page.reload();
    await expect.poll(() => html.getAttribute('data-color-mode')).toBe('dark');
  });
});
