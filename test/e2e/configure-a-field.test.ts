import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { keepPicture } from './support/browser-session';
import { AssetField } from './support/issue-page';
import { useSharedSandbox } from './support/use-shared-sandbox';

describe('An admin configures a field', () => {
  const shared = useSharedSandbox();
  const { control } = shared;

  test('sees where a query is wrong, then how many objects a right one offers', async () => {
    await control.connect('admin');
    const page = await openConfiguration();
    const query = page.getByLabel('Query (optional)');
    await query.fill('Status = "In repair" and');
    await page.getByText('Expected a condition, found end of query.').waitFor();
    await page.getByText('Line 1, column 25').waitFor();
    await keepPicture(page, 'configure-syntax-error');
    await query.fill('Status = "In repair" and\nColour = "red"');
    await page.getByText('The type "Laptop" has no attribute "Colour". Use "Name", ').waitFor();
    await page.getByText('Line 2, column 1').waitFor();
    await keepPicture(page, 'configure-unknown-attribute');
    expect(await query.inputValue()).toBe('Status = "In repair" and\nColour = "red"');
    await query.fill('Status = "In repair"');
    await page.getByText(/^\d+ objects match$/).waitFor();
    await keepPicture(page, 'configure-checked');
  });

  test('saves workspace, type, query, attributes and cardinality, and the picker obeys', async () => {
    await control.connect('admin');
    const page = await openConfiguration();
    await page.getByLabel('Query (optional)').fill('Status = "In repair"');
    await page.getByText(/^\d+ objects match$/).waitFor();
    await page.getByRole('radio', { name: 'One object' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/settings\/fields\/[^/]+$/);

    await page.goto(`${shared.trackerUrl}/browse/DEMO-9`);
    const field = new AssetField(page);
    await field.startEditing();
    await field.openOptions();
    const offered = await field.options.allInnerTexts();
    expect(offered.every((text) => text.includes('In repair'))).toBe(true);
  });

  test('keeps everything when the connection is missing, and goes on after connecting', async () => {
    const page = await openConfiguration();
    await page.getByRole('link', { name: 'Connect' }).waitFor();
    await keepPicture(page, 'configure-not-connected');
    await control.connect('admin');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^\d+ objects match$/).waitFor();
  });

  test('says on the issue who can configure a field that nobody has configured', async () => {
    await control.jira(
      'admin',
      'PUT',
      '/rest/api/3/app/field/customfield_10050/context/configuration',
      {
        configurations: [{ id: await configurationId() }],
      },
    );
    await control.clearCalls();
    const page = await shared.session.openAs('member', '/browse/DEMO-1');
    await new AssetField(page).group.getByText('This field isn’t configured here yet.').waitFor();
    await keepPicture(page, 'view-not-configured');
    const calls = await control.calls();
    expect(calls.filter(({ target }) => target === 'service')).toEqual([]);
  });

  async function openConfiguration(): Promise<Page> {
    const page = await shared.session.openAs('admin', '/settings/fields');
    await page.getByRole('link', { name: 'Asset' }).click();
    await page.getByRole('link', { name: 'Edit context configuration' }).first().click();
    return page;
  }

  async function configurationId(): Promise<string> {
    const reply = await control.jira(
      'admin',
      'GET',
      '/rest/api/3/app/field/customfield_10050/context/configuration',
    );
    return (reply as { values: { id: string }[] }).values[0]!.id;
  }
});
