import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { editAsset, useSandboxPages } from './sandbox-pages';

const { server, visit } = useSandboxPages();

const objectOf = (key: string) => server().jira.issues.get(key)?.object ?? null;
const labelsOf = (key: string) => objectOf(key)?.objects.map(({ label }) => label);

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
    server().jira.failWith = 500;
    const page = await visit('/projects/DEMO');
    await page.getByText('Jira said no.').waitFor();
    server().jira.failWith = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Order a laptop').waitFor();
  });

  it('says so when the account may not see the project', async () => {
    server().jira.failWith = 403;
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
    expect(server().contexts[0]).toMatchObject({
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
    const others = page.getByRole('option').filter({ hasNotText: 'Dell' });
    await others.first().waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Dell XPS 13' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Dell XPS 13/ }).waitFor();
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
    server().jira.objectProblem = 'Pick between 1 and 100 objects, or clear the field.';
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
    server().labelsDelayMs = 1_000;
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
    server().jira.objectProblem = 'Too many objects.';
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
    expect(server().contexts.at(-1)?.extensionHint).toMatchObject({
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
