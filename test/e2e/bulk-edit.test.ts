import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility';
import { keepPicture } from './support/browser-session';
import { AssetField, CityField } from './support/issue-page';
import { useSharedSandbox } from './support/use-shared-sandbox';

const { control, session } = useSharedSandbox();

describe('A bulk edit of the fields', () => {
  /** Chooses all that a query finds, and a field. */
  async function open(page: Page, fieldName: string): Promise<void> {
    await page.getByRole('checkbox', { name: 'Select all work items shown' }).check();
    await page.getByRole('button', { name: /^Bulk edit/ }).click();
    await page.getByRole('combobox', { name: 'Field to change' }).click();
    await page.getByRole('option', { name: fieldName, exact: true }).click();
  }

  async function labelsOf(key: string, fieldId: string): Promise<string[]> {
    const issue = (await control.jira('admin', 'GET', `/rest/api/3/issue/${key}`)) as {
      fields: Record<string, { objects: { label: string }[] } | null>;
    };
    return issue.fields[fieldId]?.objects.map(({ label }) => label) ?? [];
  }

  const asset = 'customfield_10050';
  const city = 'customfield_10051';
  const address = (keys: string) =>
    `/issues?jql=${encodeURIComponent(`key in (${keys}) order by key`)}`;

  test('adds an object to many work items, and names those that it skips', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', address('DEMO-1, DEMO-13, HELP-2'));
    const before = await labelsOf('DEMO-1', asset);
    await open(page, 'Asset');
    const { group, pick } = fieldOf(page);
    const leftOut = group.getByText(
      /1 work item will be skipped: HELP-2\. The field is configured differently there\./,
    );
    await group.getByText('2 different values').waitFor();
    await leftOut.waitFor();
    expect(await group.getByRole('radio', { name: 'Add' }).isChecked()).toBe(true);
    await group.getByRole('radio', { name: 'Clear the field' }).check({ force: true });
    await leftOut.waitFor({ state: 'detached' });
    await group.getByRole('radio', { name: 'Add' }).check({ force: true });
    await pick('x1 think', 'ThinkPad X1 Carbon');
    await keepPicture(page, 'bulk-edit');
    expect(await seriousFindings(page)).toEqual([]);
    await group.getByRole('button', { name: 'Update 2 work items' }).click();
    await group
      .getByRole('status')
      .getByText(/^Added ThinkPad X1 Carbon.* to 2 of 3 work items$/)
      .waitFor();
    await group
      .getByText('You can close or cancel Jira’s bulk edit now. Saved changes are kept.')
      .waitFor();
    const again = group.getByRole('button', { name: 'Make another change' });
    await again.and(page.locator(':focus')).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await group
      .getByText(/1 work item skipped: HELP-2\. The field is configured differently there\./)
      .waitFor();
    await keepPicture(page, 'bulk-edit-saved');
    expect(await labelsOf('DEMO-1', asset)).toEqual([
      ...before,
      expect.stringContaining('ThinkPad X1 Carbon'),
    ]);

    // Jira's own confirmation has nothing to store.
    await page.getByRole('button', { name: 'Change 3 work items' }).click();
    await page.getByText('Jira had nothing to change.').waitFor();
    await expect.poll(() => page.getByText('This field saved what it could.').count()).toBe(3);
    expect(await page.getByText('Nothing to change', { exact: true }).count()).toBe(3);
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('cell', { name: /ThinkPad X1 Carbon/ })
      .first()
      .waitFor();
    expect(await labelsOf('DEMO-13', asset)).toHaveLength(1);
  });

  test('removes what the work items hold, also a deleted object, and counts what it didn’t change', async () => {
    await control.connect('admin');
    const deleted = { objectId: '11111111-0000-4000-8000-00000000dead', label: 'Scanner 3000' };
    await control.jira('admin', 'PUT', '/rest/api/3/issue/DEMO-13', {
      fields: { [asset]: { objects: [deleted] } },
    });
    const page = await session.openAs('admin', address('DEMO-1, DEMO-13, DEMO-14'));
    const { group, picker } = fieldOf(page);
    await open(page, 'Asset');
    await group.getByRole('radio', { name: 'Remove' }).check({ force: true });
    await picker.click();
    await page
      .getByRole('option', { name: /^💻 MacBook Pro 14 · .*SN.* · Held by DEMO-1$/ })
      .waitFor();
    await page.getByRole('option', { name: /^Scanner 3000 · Held by DEMO-13$/ }).waitFor();
    await picker.pressSequentially('3000 sc');
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    await keepPicture(page, 'bulk-edit-remove');
    await page.getByRole('option', { name: /^Scanner 3000/ }).click();
    await group.getByRole('button', { name: 'Update 3 work items' }).click();
    await group.getByText('Removed Scanner 3000 from 1 of 3 work items', { exact: true }).waitFor();
    await group.getByText('2 didn’t hold it.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'bulk-edit-unchanged');
    expect(await labelsOf('DEMO-13', asset)).toEqual([]);
  });

  test('closes an open menu on Escape, and asks before it discards a choice', async () => {
    await control.connect('lead');
    const page = await session.openAs('lead', address('DEMO-9, DEMO-13, DEMO-14'));
    const field = new CityField(page);
    const dialog = page.getByRole('dialog', { name: 'Bulk edit 3 work items' });
    const discard = page.getByRole('dialog', { name: 'Discard this change?' });
    await open(page, 'City');
    await field.level('Country').click();
    await field.option('Iceland').waitFor();
    await page.keyboard.press('Escape');
    await field.option('Iceland').waitFor({ state: 'detached' });
    await field.level('Country').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await discard.count()).toBe(0);

    await page.getByRole('button', { name: /^Bulk edit/ }).click();
    await page.getByRole('combobox', { name: 'Field to change' }).click();
    await page.getByRole('option', { name: 'City', exact: true }).click();
    await field.pick('Country', 'Iceland');
    await page.keyboard.press('Escape');
    await discard.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'bulk-edit-discard');
    await discard.getByRole('button', { name: 'Keep editing' }).click();
    await discard.waitFor({ state: 'detached' });
    await field.group.getByText('Iceland').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await discard.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox', { name: /^Select DEMO/, checked: true }).count()).toBe(
      3,
    );
  });

  test('leads from Jira’s own button back to what was chosen', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', address('DEMO-1, DEMO-13'));
    const { group, pick } = fieldOf(page);
    const dialog = page.getByRole('dialog', { name: 'Bulk edit 2 work items' });
    await open(page, 'Asset');
    await group.getByRole('radio', { name: 'Replace with' }).check({ force: true });
    await pick('x1 think', 'ThinkPad X1 Carbon');
    await page.getByRole('button', { name: 'Change 2 work items' }).click();
    await page.getByText('0 work items saved, 2 skipped.').waitFor();
    await dialog.getByText('Use the button in the field.').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'bulk-edit-back');
    await expect.poll(() => dialog.locator(':focus').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await group.getByText('ThinkPad X1 Carbon').first().waitFor();
    await expect.poll(() => dialog.locator(':focus').count()).toBe(1);
    await group.getByRole('button', { name: 'Update 2 work items' }).click();
    await group.getByText(/^Set to ThinkPad X1 Carbon.* on 2 work items$/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await labelsOf('DEMO-13', asset)).toEqual([
      expect.stringContaining('ThinkPad X1 Carbon'),
    ]);
  });

  test('sets and clears a whole path', async () => {
    await control.connect('lead');
    const page = await session.openAs('lead', address('DEMO-9, DEMO-13, DEMO-14'));
    await open(page, 'City');
    const field = new CityField(page);
    await field.group.getByText('2 different values').waitFor();
    await field.pick('Country', 'Iceland');
    await field.pick('Region', 'Capital Region');
    await field.pick('City', 'Reykjavík');
    await field.group.getByRole('button', { name: 'Update 3 work items' }).click();
    await field.group.getByText('Set to Reykjavík on 2 of 3 work items').waitFor();
    await field.group.getByText('1 already had this value.').waitFor();
    expect(await labelsOf('DEMO-14', city)).toEqual(['Reykjavík']);
    await field.group.getByRole('button', { name: 'Make another change' }).click();
    await field.group.getByText('Now: Reykjavík').waitFor();
    await field.group.getByRole('radio', { name: 'Clear the field' }).check({ force: true });
    await field.group.getByRole('button', { name: 'Clear on 3 work items' }).click();
    await field.group.getByText('This empties the field on 3 work items.').waitFor();
    await field.group
      .getByRole('button', { name: 'Keep values' })
      .and(page.locator(':focus'))
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'bulk-edit-clear');
    await field.group.getByRole('button', { name: 'Clear on 3 work items' }).click();
    await field.group.getByText('Cleared on 3 work items').waitFor();
    expect(await labelsOf('DEMO-9', city)).toEqual([]);
  });
});

function fieldOf(page: Page) {
  const field = new AssetField(page);
  return {
    group: field.group,
    picker: field.picker,
    pick: async (typed: string, label: string) => {
      await field.picker.click();
      await field.pick(typed, label);
    },
  };
}
