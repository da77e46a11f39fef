import type { FrameLocator, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { keepPicture } from './support/browser-session';
import { AssetField, CityField } from './support/issue-page';
import { useSharedSandbox } from './support/use-shared-sandbox';

const limited = /Jira is limiting this app’s requests at the moment\. Try again in .+\./;

describe('When the app has used up its calls of Jira', () => {
  const shared = useSharedSandbox();
  const { control } = shared;

  async function isSaidIn(part: Locator | FrameLocator): Promise<void> {
    await part.getByText(limited).first().waitFor();
    await part.getByRole('button', { name: 'Try again' }).first().waitFor();
  }
  const open = (path: string) => shared.session.openAs('admin', path);

  test('a field says so, keeps what was stored and typed, and goes on afterwards', async () => {
    await control.connect('admin');
    const page = await open('/browse/DEMO-9');
    const [asset, city] = [new AssetField(page), new CityField(page)];
    await asset.startEditing();
    await asset.openOptions();
    await control.setJiraQuota('used');
    // The app remembers a configuration for a minute.
    await control.advanceClock('2m');
    await asset.picker.pressSequentially('think', { delay: 30 });
    await isSaidIn(asset.group);
    expect(await asset.picker.inputValue()).toBe('think');
    await keepPicture(page, 'edit-limited');
    await control.setJiraQuota('counted');
    await asset.group.getByRole('button', { name: 'Try again' }).click();
    await asset.group.getByText(limited).waitFor({ state: 'detached' });
    expect(await asset.picker.inputValue()).toBe('think');

    await control.setJiraQuota('used');
    await control.advanceClock('2m');
    await page.reload();
    await isSaidIn(city.group);
    expect(await city.group.innerText()).toContain('Iceland / Capital Region / Reykjavík');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Create work item' });
    await isSaidIn(dialog);
    await dialog.getByLabel('Summary').fill('A new laptop');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('pages, searches and the portal say so', async () => {
    await control.connect('admin');
    await control.setJiraQuota('used');
    const configuration = await open('/settings/fields');
    await configuration.getByRole('link', { name: 'Asset' }).click();
    await configuration.getByRole('link', { name: 'Edit context configuration' }).first().click();
    await isSaidIn(configuration.locator('body'));
    await isSaidIn((await open('/settings/apps/admin')).locator('body'));
    const tabs = await open('/projects/DEMO/apps/project-pages');
    await isSaidIn(tabs.frameLocator('iframe.custom-ui-frame'));
    await isSaidIn(await startBulkEdit());
    const portal = await shared.session.openAs('customer', '/portal/1/create/2');
    await portal.getByText('Try again, or send your request without it.').first().waitFor();
    await keepPicture(portal, 'portal-limited');
    const jql = 'issue in workspaceObjects("Status = \\"In repair\\"", "Asset")';
    const search = await open(`/issues?${new URLSearchParams({ jql }).toString()}`);
    await search.getByText(/Jira is limiting this app’s requests.*Search again in/).waitFor();
  });

  async function startBulkEdit(): Promise<Locator> {
    const page: Page = await open(`/issues?jql=${encodeURIComponent('key in (DEMO-1, DEMO-9)')}`);
    await page.getByRole('checkbox', { name: 'Select all work items shown' }).check();
    await page.getByRole('button', { name: /^Bulk edit/ }).click();
    await page.getByRole('combobox', { name: 'Field to change' }).click();
    await page.getByRole('option', { name: 'Asset', exact: true }).click();
    return page.getByRole('dialog');
  }
});
