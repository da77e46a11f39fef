import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { comeToRest, overflowOf, seriousFindings } from '../support/accessibility';
import { keepPicture, type Look } from './support/browser-session';
import { useSharedSandbox } from './support/use-shared-sandbox';
import { AssetField } from './support/issue-page';

const { control, lease, session } = useSharedSandbox();

const token = 'demo-admin-token';
const query = 'Status = "In repair"';
const narrow = { width: 360, height: 740 };

describe('An admin looks after the app', () => {
  test('saves a token, sees the query of a search, refreshes it and takes it away, by keyboard', async () => {
    await control.connect('admin');
    const page = await openPage();
    const answers = bodiesOf(page);
    await page.getByText('Nobody has searched yet.').waitFor();
    await page.getByText(`stands for ${lease.serviceUrl}`).waitFor();
    await keepPicture(page, 'admin-empty');

    await page.getByRole('button', { name: 'Save a token' }).press('Enter');
    const field = page.getByLabel('Service access token');
    await isFocused(field);
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await page.getByText('The service doesn’t accept this access token').waitFor();
    expect(await field.inputValue()).toBe('nonsense');
    await keepPicture(page, 'admin-token-refused');
    const tokens = page.getByRole('link', { name: 'Create a token in the service' });
    expect(await tokens.getAttribute('href')).toBe(`${lease.serviceUrl}/account/tokens`);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    await page.getByText('admin@example.com').filter({ visible: true }).first().waitFor();
    await keepPicture(page, 'admin-token');

    await search();
    await page.reload();
    await page.getByText('Setup is complete').waitFor();
    await page.getByText('1 stored query.').waitFor();
    await keepPicture(page, 'admin-overview');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show searches' }).press('Enter');
    await page.getByRole('cell', { name: query }).waitFor();
    // The refresh that began with the token is over.
    await page.getByRole('button', { name: 'Refresh all', disabled: false }).press('Enter');
    await page.getByText('Refresh on demand, finished').waitFor();
    await page.getByText('1 unchanged').waitFor();
    await keepPicture(page, 'admin-queries');
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Details' }).press('Enter');
    await page.getByRole('button', { name: 'Refresh this query' }).waitFor();
    await keepPicture(page, 'admin-details');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Remove result' }).press('Enter');
    await page.getByText('No stored queries yet').waitFor();
    await expect.poll(search).toContain('An admin removed the stored result');
    expect((await Promise.all(answers)).join()).not.toContain(token);
  });

  test('replaces and removes a token by keyboard, which never loses its place', async () => {
    const page = await openPage();
    const field = page.getByLabel('Service access token');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Save a token').press('Enter');
    await isFocused(field);
    await typeToken(page);
    await isFocused(button('Test'));
    await press(page, 'Tab', 'Enter');
    await isFocused(field);
    await press(page, 'Tab', 'Tab', 'Tab', 'Enter');
    await isFocused(button('Replace'));
    await press(page, 'Enter');
    await isFocused(field);
    await typeToken(page);
    await isFocused(button('Test'));
    await press(page, 'Tab', 'Tab', 'Enter');
    const dialog = page.getByRole('dialog');
    await isFocused(dialog.getByRole('button', { name: 'Cancel' }));
    await comeToRest(page);
    await press(page, 'Tab', 'Enter');
    await page.getByText('No token saved').waitFor();
    await isFocused(field);
  });

  test('removes stored queries one after the other by keyboard, which never loses its place', async () => {
    await searchFor('Memory >= 16');
    await searchFor('Memory >= 32');
    const page = await openPage();
    await page.getByRole('tab', { name: 'Searches' }).click();
    const details = page.getByRole('button', { name: 'Details' });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await expect.poll(() => details.count()).toBe(2);
    await details.first().press('Enter');
    await button('Remove').press('Enter');
    await isFocused(button('Cancel'));
    await press(page, 'Enter');
    await isFocused(button('Remove'));
    await press(page, 'Enter');
    await isFocused(button('Cancel'));
    await press(page, 'Tab', 'Enter');
    await expect.poll(() => details.count()).toBe(1);
    await isFocused(details);
    await press(page, 'Enter');
    await button('Remove').press('Enter');
    await isFocused(button('Cancel'));
    await press(page, 'Tab', 'Enter');
    await page.getByText('No stored queries yet').waitFor();
    await isFocused(button('Refresh all'));
  });

  test('is led to the token on a narrow screen each time, where what was typed stays', async () => {
    const page = await session.openAs('admin', '/settings/apps/admin', narrow);
    await page.getByRole('button', { name: 'Save a token' }).click();
    const field = page.getByLabel('Service access token');
    await isFocused(field);
    await page.keyboard.type('begun');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Save a token' }).click();
    await isFocused(field);
    expect(await field.inputValue()).toBe('begun');
    const isInView = async () => {
      const { y = -1 } = (await field.boundingBox()) ?? {};
      return y > 0 && y < narrow.height;
    };
    await expect.poll(isInView).toBe(true);
  });

  test('finds where objects are used, and refreshes stored labels, on a narrow screen', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', '/settings/apps/admin', { width: 320 });
    await page.getByRole('button', { name: 'Save a token' }).click();
    await typeToken(page);
    await page.getByRole('button', { name: 'Test' }).waitFor();
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('combobox', { name: 'Objects' }).fill('macbook pro 14');
    await page
      .getByRole('option', { name: /^💻 MacBook Pro 14/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Object id or label' }).fill('Scanner 3000');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('No work items hold an object with this label.').waitFor();
    await keepPicture(page, 'admin-objects-narrow');
    await page.getByRole('combobox', { name: 'Field' }).fill('Asset');
    await page.getByRole('option', { name: 'Asset' }).click();
    await page.getByRole('button', { name: 'Check labels' }).click();
    const refresh = page.getByRole('button', { name: /^Refresh labels on/ });
    await refresh.waitFor();
    expect(await overflowOf(page)).toBe(0);
    await keepPicture(page, 'admin-labels-narrow');
    await refresh.click();
    await page.getByText(/^Labels of Asset refreshed/).waitFor();
  });

  test('checks the site, and takes the results along for a report', async () => {
    await checkSite({}, 'admin-site-check');
    const page = await checkSite({ colorScheme: 'dark', width: 320 }, 'admin-site-check-narrow');
    await expect.poll(() => overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Export for a report' }).press('Enter');
    const shown = await page.getByLabel('Results as JSON').inputValue();
    expect((JSON.parse(shown) as { lines: unknown[] }).lines.length).toBeGreaterThan(10);
    expect(shown).not.toMatch(/DEMO-|example\.com|127\.0\.0\.1/);
    await comeToRest(page);
    await keepPicture(page, 'admin-site-check-export');
  });

  async function checkSite(look: Look, picture: string): Promise<Page> {
    const page = await session.openAs('admin', '/settings/apps/admin', look);
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('button', { name: 'Check this site' }).press('Enter');
    await page.getByText(/^1\d checks passed/).waitFor();
    await page.getByRole('button', { name: 'Export for a report' }).waitFor();
    expect(await page.getByText('Check failed').count()).toBe(0);
    await comeToRest(page);
    await keepPicture(page, picture);
    expect(await seriousFindings(page)).toEqual([]);
    return page;
  }

  function openPage(): Promise<Page> {
    return session.openAs('admin', '/settings/apps/admin');
  }

  /** What Jira answers to a search, whatever it is. */
  const search = () => searchFor(query);

  async function searchFor(wanted: string): Promise<string> {
    const jql = `issue in workspaceObjects("${wanted.replaceAll('"', '\\"')}", "Asset")`;
    const request = { jql, fields: ['summary'] };
    const answer = control.jira('admin', 'POST', '/rest/api/3/search/jql', request);
    return JSON.stringify(await answer.catch((error: unknown) => String(error)));
  }
});

/** Types the token where the focus is, and saves it. */
async function typeToken(page: Page): Promise<void> {
  await page.keyboard.type(token);
  await page.keyboard.press('Enter');
  await page.getByText('Saved. The service accepts this token.').waitFor();
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function isFocused(target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement))
    .toBe(true);
}

/** Fills with what the page is answered from now on. */
function bodiesOf(page: Page): Promise<string>[] {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
  return bodies;
}

describe('An admin configures a field', () => {
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
    await page.getByText(/^\d+ objects match for you$/).waitFor();
    await keepPicture(page, 'configure-checked');
  });

  test('saves workspace, type, query, attributes and cardinality, and the picker obeys', async () => {
    await control.connect('admin');
    const page = await openConfiguration();
    await page.getByLabel('Query (optional)').fill('Status = "In repair"');
    await page.getByText(/^\d+ objects match for you$/).waitFor();
    await page.getByRole('radio', { name: 'One object' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/settings\/fields\/[^/]+$/);

    await page.goto(`${lease.trackerUrl}/browse/DEMO-9`);
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
    await page.getByText(/^\d+ objects match for you$/).waitFor();
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
    const page = await session.openAs('member', '/browse/DEMO-1');
    await new AssetField(page).group.getByText('This field isn’t configured here yet.').waitFor();
    await keepPicture(page, 'view-not-configured');
    const calls = await control.calls();
    expect(calls.filter(({ target }) => target === 'service')).toEqual([]);
  });

  async function openConfiguration(): Promise<Page> {
    const page = await session.openAs('admin', '/settings/fields');
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
