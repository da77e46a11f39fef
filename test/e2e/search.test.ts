import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { overflowOf, seriousFindings } from '../support/accessibility';
import { keepPicture } from './support/browser-session';
import { useSharedSandbox } from './support/use-shared-sandbox';

describe('Someone searches by JQL', () => {
  const shared = useSharedSandbox();
  const addressOf = (jql: string) => `/issues?${new URLSearchParams({ jql }).toString()}`;
  const jqlOf = (page: Page) => new URL(page.url()).searchParams.get('jql');
  const query = (page: Page) => page.getByRole('combobox', { name: 'JQL query' });
  const keysOf = async (page: Page) => {
    const cells = page.locator('[data-column="issuekey"]');
    await cells.first().waitFor();
    return cells.allInnerTexts();
  };

  test('with completion of fields, operators and values, by keyboard alone', async () => {
    const page = await shared.session.openAs('admin', '/projects/DEMO');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await query(page).fill('');
    await query(page).pressSequentially('stat', { delay: 20 });
    await choose(page, 'status');
    await choose(page, '=');
    await query(page).pressSequentially('in', { delay: 20 });
    await choose(page, 'In Progress');
    await query(page).pressSequentially('an', { delay: 20 });
    await choose(page, 'AND');
    await query(page).pressSequentially('asset ~ thinkpad or "Asset.La', { delay: 5 });
    await choose(page, '"Asset.Label"');
    await keepPicture(page, 'search-completion');
    await query(page).pressSequentially('= "MacBook Pro 14" order by key', { delay: 5 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect.poll(() => jqlOf(page)).toContain('"Asset.Label" = "MacBook Pro 14"');
    await page.getByRole('cell', { name: 'MacBook Pro 14' }).first().waitFor();
    await expect.poll(() => keysOf(page)).toContain('DEMO-1');

    await page.keyboard.type(' desc', { delay: 5 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect.poll(() => jqlOf(page)).toMatch(/order by key desc$/);
    await page.goBack();
    await expect.poll(() => query(page).inputValue()).toMatch(/order by key$/);
  });

  async function choose(page: Page, label: string): Promise<void> {
    const option = page.locator('[role=option] > span').getByText(label, { exact: true });
    await option.waitFor();
    await expect.poll(() => query(page).getAttribute('aria-expanded')).toBe('true');
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('ArrowDown');
      const active = page.locator('[role=option][aria-selected=true] > span').first();
      if ((await active.innerText()) === label) break;
    }
    await page.keyboard.press('Enter');
  }

  test('and is told what is wrong with the query, and where', async () => {
    const page = await shared.session.openAs('admin', addressOf('project = DEMO and status Done'));
    await page.getByText("Expecting operator but got 'Done'").waitFor();
    await keepPicture(page, 'search-error');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go to character 27' }).click();
    await page.keyboard.type('= Done');
    await page.keyboard.press('Escape');
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

  test('and finds nothing, or sees what another person may not', async () => {
    const outsider = await shared.session.openAs('outsider', addressOf('Asset is not EMPTY'));
    expect(await keysOf(outsider)).not.toContain('HELP-2');
    const page = await shared.session.openAs('admin', addressOf('summary ~ unicorn'));
    await page.getByText('No work items match this search').waitFor();
  });

  test('in a narrow window, with the list of suggestions open', async () => {
    const page = await shared.session.openAs('admin', addressOf('Asset is not EMPTY'), {
      width: 320,
    });
    await keysOf(page);
    await query(page).click();
    await page.keyboard.press('End');
    await query(page).pressSequentially(' and assignee in (');
    await page.getByRole('option', { name: 'Lena Fischer' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await keepPicture(page, 'search-suggestions-narrow');
    expect(await seriousFindings(page)).toEqual([]);
    await expect.poll(() => overflowOf(page)).toBe(0);
  });
});
