import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { overflowOf, seriousFindings } from '../support/accessibility';
import { refuse, type SandboxPages } from './sandbox-pages';

const assetField = 'customfield_10050';
const cityField = 'customfield_10051';
const address = (jql: string) => `/issues?jql=${encodeURIComponent(jql)}`;
const dialog = (page: Page) => page.getByRole('dialog');

/** Many work items at once, with an object field of a small app. */
export function describeBulkEdit({ server, visit }: SandboxPages): void {
  const model = () => server().sandbox.jira.model;
  const labelsOf = (key: string, fieldId: string) => {
    const value = model().findIssue(key)?.values[fieldId] as
      | { objects: { label: string }[] }
      | undefined;
    return value?.objects.map(({ label }) => label);
  };

  describe('the bulk edit', () => {
    test('stores one value on all that was chosen, and says what became of each', async () => {
      model().getField(cityField).contexts.pop();
      const page = await visit(address('key in (DEMO-1, DEMO-2, DEMO-13, HELP-1) order by key'));
      await refuse(page, 'PUT', '**/issue/DEMO-2', { status: 403, errorMessages: ['Not yours.'] });
      await page.getByRole('checkbox', { name: 'Select all work items shown' }).focus();
      await page.keyboard.press('Space');
      await page.getByRole('checkbox', { name: 'Select DEMO-1', exact: true }).uncheck();
      await page.getByRole('button', { name: 'Bulk edit 3 work items' }).click();
      await dialog(page).getByRole('combobox', { name: 'Field to change' }).click();
      const told = page.waitForResponse('**/sandbox/bridge/context');
      await page.getByRole('option', { name: 'City' }).click();
      expect(((await (await told).json()) as { extension: object }).extension).toMatchObject({
        experience: 'issue-bulk-edit',
        fieldValue: null,
        issues: [{ key: 'DEMO-2' }, { key: 'DEMO-13' }, { key: 'HELP-1', typeId: '10004' }],
        projects: [{ key: 'DEMO' }, { key: 'HELP', type: 'service_desk' }],
      });
      const editor = dialog(page).getByRole('group', { name: 'City', exact: true });
      await editor.getByRole('combobox').waitFor();
      await page.getByRole('button', { name: 'Change 3 work items' }).click();
      await page.getByText('Change the field first.').waitFor();
      await editor.getByRole('combobox').click();
      await page.getByRole('option', { name: 'Dell XPS 13' }).click();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Change 3 work items' }).click();
      const summary = '1 work item saved, 1 skipped, 1 without permission.';
      await page.getByText(summary).waitFor();
      const results = await dialog(page).getByRole('row').allTextContents();
      expect(results[1]).toContain('No permissionNot yours.');
      expect(results[2]).toContain('Saved');
      expect(results[3]).toContain(`SkippedField '${cityField}' cannot be set.`);
      expect(await seriousFindings(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => overflowOf(page)).toBe(0);
      expect(labelsOf('DEMO-13', cityField)).toEqual(['Dell XPS 13']);
      expect(labelsOf('DEMO-2', cityField)).toBeUndefined();
      await page.getByRole('button', { name: 'Done' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    });

    test('takes all that a query finds, at most a thousand, and can be stopped', async () => {
      const [issue] = model().state.issues;
      for (let number = 100; issue && number < 1_110; number += 1) {
        const values = {};
        model().state.issues.push({ ...issue, id: `${number}`, key: `DEMO-${number}`, values });
      }
      const page = await visit(address('project = DEMO order by key DESC'));
      await page.getByRole('checkbox', { name: 'Select all work items shown' }).check();
      await page.getByRole('button', { name: 'Select the first 1000 work items' }).click();
      await page.getByText('You can edit up to 1000 work items at a time.').waitFor();
      await page.getByRole('button', { name: 'Bulk edit 1000 work items' }).click();
      await dialog(page).getByRole('combobox', { name: 'Field to change' }).click();
      await page.getByRole('option', { name: 'Asset' }).click();
      const editor = dialog(page).getByRole('group', { name: 'Asset', exact: true });
      await editor.getByRole('combobox').click();
      await page.getByRole('option', { name: 'Dell XPS 13' }).click();
      await page.getByRole('button', { name: 'Change 1000 work items' }).click();
      await page.getByText('Saved').first().waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText(/^\d+ work items? saved, \d+ not tried\.$/).waitFor();
      expect(labelsOf('DEMO-1109', assetField)).toEqual(['Dell XPS 13']);
      expect(labelsOf('DEMO-110', assetField)).toBeUndefined();
    });
  });
}
