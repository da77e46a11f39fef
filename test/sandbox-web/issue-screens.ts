import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { answers } from './app-functions';
import { editAsset, refuse, type SandboxPages } from './sandbox-pages';

const assetField = 'customfield_10050';
/** Has no asset. */
const empty = 'DEMO-13';

const group = (page: Page) => page.getByRole('group', { name: 'Asset', exact: true });

async function pick(page: Page, text: string, label: string): Promise<void> {
  await page.keyboard.type(text);
  await page.getByRole('option', { name: label }).click();
}

/** The screens of work items, with an object field of a small app on them. */
export function describeIssueScreens({ server, visit }: SandboxPages): void {
  const objectOf = (key: string) =>
    (server().sandbox.jira.model.findIssue(key)?.values[assetField] ?? null) as {
      objects: { label: string }[];
    } | null;
  const labelsOf = (key: string) => objectOf(key)?.objects.map(({ label }) => label);

  describe('the issue list', () => {
    test("shows the formatter's text of an object field, and leads to the issue", async () => {
      const page = await visit('/projects/DEMO');
      await page.getByRole('cell', { name: 'MacBook Pro 14' }).waitFor();
      await page.getByRole('cell', { name: 'Can’t be read' }).waitFor();
      await page.getByRole('link', { name: 'Replace the battery of a laptop that swells' }).click();
      await page
        .getByRole('heading', { level: 1, name: 'Replace the battery of a laptop that swells' })
        .waitFor();
      expect(new URL(page.url()).pathname).toBe('/browse/DEMO-1');
      await expect
        .poll(() => page.title())
        .toBe('[DEMO-1] Replace the battery of a laptop that swells - Jira sandbox');
    });

    test('says what Jira answered when it fails, and tries again', async () => {
      const page = await visit('/projects');
      await refuse(page, 'GET', '**/rest/**', { status: 500, errorMessages: ['Jira said no.'] });
      await page.goto(`${server().url}/projects/DEMO`);
      await page.getByText('Jira said no.').waitFor();
      await page.context().unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Replace the battery of a laptop that swells').waitFor();
    });

    test('says so when the account may not see the project', async () => {
      const page = await visit('/projects');
      await page.evaluate(() => localStorage.setItem('sandbox-user', 'outsider'));
      await page.goto(`${server().url}/projects/HELP`);
      await page.getByRole('heading', { name: 'We can’t find that page' }).waitFor();
    });
  });

  describe('an object field on an issue', () => {
    test("is drawn by the app's own view, with its value in the context, and opens by a click beside a link", async () => {
      const page = await visit('/browse/DEMO-1');
      const field = group(page);
      await field.getByRole('link', { name: 'MacBook Pro 14' }).waitFor();
      await field.getByText('In use').click();
      await page.getByRole('button', { name: 'Confirm' }).waitFor();
    });

    test('is edited in place, stored on confirm, and shown again with focus where it was', async () => {
      const page = await visit(`/browse/${empty}`);
      await editAsset(page);
      await pick(page, 'think', 'ThinkPad X1 Carbon');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('link', { name: 'ThinkPad X1 Carbon' }).waitFor();
      expect(labelsOf(empty)).toEqual(['ThinkPad X1 Carbon']);
      const edit = page.getByRole('button', { name: 'Edit Asset' });
      await expect
        .poll(() => edit.evaluate((button) => button === document.activeElement))
        .toBe(true);
    });

    test('stays open until the new value is there, so that the old one isn’t shown again', async () => {
      const page = await visit('/browse/DEMO-1');
      await editAsset(page);
      let answer = () => {};
      const isHeld = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/issue/DEMO-1?**', async (route) => {
        if (route.request().method() === 'GET') await isHeld;
        await route.continue();
      });
      await pick(page, 'dell', 'Dell XPS 13');
      const isReadAgain = page.waitForRequest(
        (request) => request.method() === 'GET' && request.url().includes('/issue/DEMO-1?'),
      );
      const confirm = group(page).getByRole('button', { name: 'Confirm' });
      await confirm.click();
      await isReadAgain;
      expect(await confirm.count()).toBe(1);
      answer();
      await group(page).getByRole('link', { name: 'Dell XPS 13' }).waitFor();
      expect(await confirm.count()).toBe(0);
    });

    test('stores on leaving', async () => {
      const page = await visit(`/browse/${empty}`);
      await editAsset(page);
      await pick(page, 'dell', 'Dell XPS 13');
      await page.getByText('Description').first().click();
      await expect.poll(() => labelsOf(empty)).toEqual(['Dell XPS 13']);
    });

    test('stores on Enter once no menu is open', async () => {
      const page = await visit(`/browse/${empty}`);
      await editAsset(page);
      await page.keyboard.type('dell');
      const others = page.getByRole('option').filter({ hasNotText: 'Dell' });
      await others.first().waitFor({ state: 'detached' });
      await page.getByRole('option', { name: 'Dell XPS 13' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /Dell XPS 13/ }).waitFor();
      expect(objectOf(empty)).toBeNull();
      await page.keyboard.press('Enter');
      await expect.poll(() => labelsOf(empty)).toEqual(['Dell XPS 13']);
    });

    test('closes its menu on the first Escape and cancels on the second', async () => {
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

    test('keeps what was picked and says why when Jira refuses it', async () => {
      const message = 'Pick between 1 and 100 objects, or clear the field.';
      const page = await visit(`/browse/${empty}`);
      await refuse(page, 'PUT', `**/issue/${empty}`, { errors: { [assetField]: message } });
      await editAsset(page);
      await pick(page, 'dell', 'Dell XPS 13');
      await page.getByRole('button', { name: 'Confirm' }).click();
      const field = group(page);
      await expect.poll(() => field.getByText('Pick between 1 and 100').count()).toBe(2);
      await field.getByText('Dell XPS 13').waitFor();
    });
  });

  describe('the status of an issue', () => {
    const open = async (page: Page, name: string | RegExp) => {
      await page.getByRole('button', { name: 'Change status' }).click();
      await page.getByRole('menuitem', { name }).click();
    };

    test('changes by a transition', async () => {
      const page = await visit('/browse/DEMO-1');
      await open(page, /^To Do/);
      await page.getByRole('button', { name: 'Status: To Do. Change status' }).waitFor();
    });

    test('stays, and one message says why Jira refuses the latest attempt', async () => {
      const page = await visit('/browse/DEMO-1');
      for (const reason of ['Not now.', 'Not today.']) {
        await refuse(page, 'POST', '**/transitions', { errorMessages: [reason] });
        await open(page, /^To Do/);
        await page.getByText(reason).waitFor();
      }
      await expect.poll(() => page.getByText('DEMO-1 stays in In Progress').count()).toBe(1);
      expect(await page.getByText('Not now.').count()).toBe(0);
    });

    test('asks for the fields of the transition’s screen, and changes both or neither', async () => {
      const page = await visit('/browse/DEMO-1');
      await open(page, /^Done/);
      const dialog = page.getByRole('dialog', { name: 'Move DEMO-1 to Done' });
      const asset = dialog.getByRole('group', { name: 'Asset' });
      await asset.getByText('MacBook Pro 14').waitFor();
      await asset.getByRole('combobox').click();
      await pick(page, 'dell', 'Dell XPS 13');
      const errors = { [assetField]: 'Too many objects.' };
      await refuse(page, 'POST', '**/transitions', { errors });
      await dialog.getByRole('button', { name: 'Done' }).click();
      await asset.getByText('Too many objects.').waitFor();
      await page.context().unrouteAll();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Status: Done. Change status' }).waitFor();
      expect(labelsOf('DEMO-1')).toEqual(['MacBook Pro 14', 'Dell XPS 13']);
    });
  });

  describe('the create dialog', () => {
    async function openDialog(path = '/projects/DEMO') {
      const page = await visit(path);
      await page.getByRole('button', { name: 'Create' }).click();
      const dialog = page.getByRole('dialog');
      await group(page).getByRole('combobox').waitFor();
      return { page, dialog };
    }

    test("creates with the value that the app's editor submits late", async () => {
      answers.labelsDelayMs = 1_000;
      const { page, dialog } = await openDialog();
      await dialog.getByLabel('Summary').fill('New laptop');
      await group(page).getByRole('combobox').click();
      await pick(page, 'dell', 'Dell XPS 13');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByText("You've created DEMO-21").waitFor();
      expect(labelsOf('DEMO-21')).toEqual(['Dell XPS 13']);
      await page.getByRole('cell', { name: 'Dell XPS 13' }).waitFor();
    });

    test('shows each refusal at its field, keeps everything typed, and asks before it throws that away', async () => {
      const { page, dialog } = await openDialog();
      const errors = { summary: 'Too short.', [assetField]: 'Too many objects.' };
      await refuse(page, 'POST', '**/rest/api/3/issue', { errors });
      await dialog.getByLabel('Description').fill('For Grace.');
      await group(page).getByRole('combobox').click();
      await pick(page, 'dell', 'Dell XPS 13');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('Too short.').waitFor();
      await group(page).getByText('Too many objects.').waitFor();
      await dialog.getByLabel('Summary').fill('New laptop');
      await dialog.getByText('Too short.').waitFor({ state: 'detached' });
      await group(page).getByText('Too many objects.').waitFor();
      expect(await dialog.getByLabel('Description').inputValue()).toBe('For Grace.');
      await dialog.getByText('Dell XPS 13').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Discard this work item?' }).waitFor();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      expect(await page.getByLabel('Summary').inputValue()).toBe('New laptop');
    });

    test('hands a submitted value to the editor again when the work type changes', async () => {
      const { page, dialog } = await openDialog();
      await group(page).getByRole('combobox').click();
      await pick(page, 'dell', 'Dell XPS 13');
      await dialog.getByLabel('Summary').fill('New laptop');
      await dialog.getByLabel('Work type').click();
      const asked = page.waitForRequest(
        (request) =>
          request.url().endsWith('/sandbox/bridge/context') &&
          request.postData()?.includes('"issueTypeId":"10002"') === true,
      );
      await page.getByRole('option', { name: 'Bug' }).click();
      expect((await asked).postDataJSON()).toMatchObject({
        extensionHint: { renderContext: 'issue-create' },
      });
      await dialog.getByText('Dell XPS 13').waitFor();
    });
  });
}
