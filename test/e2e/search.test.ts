import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { overflowOf, seriousFindings } from '../support/accessibility';
import { keepPicture } from './support/browser-session';
import { useSharedSandbox } from './support/use-shared-sandbox';

describe('Someone who searches by JQL', () => {
  const shared = useSharedSandbox();
  const addressOf = (jql: string) => `/issues?${new URLSearchParams({ jql }).toString()}`;
  const jqlOf = (page: Page) => new URL(page.url()).searchParams.get('jql');
  const query = (page: Page) => page.getByRole('textbox', { name: 'JQL query' });
  const keysOf = async (page: Page) => {
    const cells = page.locator('[data-column="issuekey"]');
    await cells.first().waitFor();
    return cells.allInnerTexts();
  };

  test('searches by keyboard alone, by a label that the field stores', async () => {
    const page = await shared.session.openAs('admin', '/projects/DEMO');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await query(page).fill('"Asset.Label" = "MacBook Pro 14" order by key');
    await page.keyboard.press('Enter');
    await expect.poll(() => jqlOf(page)).toContain('"Asset.Label" = "MacBook Pro 14"');
    await page.getByRole('cell', { name: 'MacBook Pro 14' }).first().waitFor();
    await expect.poll(() => keysOf(page)).toContain('DEMO-1');

    await page.keyboard.type(' desc', { delay: 5 });
    await page.keyboard.press('Enter');
    await expect.poll(() => jqlOf(page)).toMatch(/order by key desc$/);
    await page.goBack();
    await expect.poll(() => query(page).inputValue()).toMatch(/order by key$/);
  });

  test('is told what is wrong with the query, and where', async () => {
    const page = await shared.session.openAs('admin', addressOf('project = DEMO and status Done'));
    await page.getByText("mismatched input 'Done'").waitFor();
    await keepPicture(page, 'search-error');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go to character 27' }).click();
    await page.keyboard.type('= Done');
    await page.keyboard.press('Enter');
    expect((await keysOf(page)).sort()).toEqual(['DEMO-12', 'DEMO-17', 'DEMO-9']);
  });

  test('sorts by a heading, which keeps the focus, and chooses columns, and the address keeps both', async () => {
    const page = await shared.session.openAs('admin', addressOf('Asset is not EMPTY'));
    expect((await keysOf(page))[0]).toBe('HELP-2');
    await page.getByRole('button', { name: 'Key', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await keysOf(page))[0]).toBe('DEMO-1');
    await expect.poll(() => jqlOf(page)).toBe('Asset is not EMPTY ORDER BY issuekey ASC');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await keysOf(page))[0]).toBe('HELP-2');

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Reporter' }).click();
    await page.getByRole('columnheader', { name: 'Reporter' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Reporter' }).waitFor();
    expect((await keysOf(page))[0]).toBe('HELP-2');
  });

  test('finds nothing, or sees what another person may not', async () => {
    const outsider = await shared.session.openAs('outsider', addressOf('Asset is not EMPTY'));
    expect(await keysOf(outsider)).not.toContain('HELP-2');
    const page = await shared.session.openAs('admin', addressOf('summary ~ unicorn'));
    await page.getByText('No work items match this search').waitFor();
  });

  test('reads the results in a narrow window', async () => {
    const page = await shared.session.openAs('admin', addressOf('Asset is not EMPTY'), {
      width: 320,
    });
    await keysOf(page);
    await keepPicture(page, 'search-narrow');
    expect(await seriousFindings(page)).toEqual([]);
    await expect.poll(() => overflowOf(page)).toBe(0);
  });
});
