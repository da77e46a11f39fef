import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { address, adminFunctions, adminTab, idOf, ok, problem } from './support/app-functions';
import { PageHost, type Functions, type OpenedPage } from './support/page-host';

let host: PageHost;
let opened: OpenedPage;
let page: Page;
let functions: Functions;

beforeAll(async () => {
  host = await PageHost.start();
});
beforeEach(() => {
  functions = { ...adminFunctions(host.serviceOrigin) };
});
afterEach(() => page.close());
afterAll(() => host.close());

async function open(): Promise<void> {
  opened = await host.open({ functions });
  ({ page } = opened);
}

async function act(action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Tab 1' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function choose(step: string, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: step }).fill(typed);
  await page.getByRole('option', { name }).click();
}

const save = () => page.getByRole('button', { name: 'Save' }).click();
const nameField = () => page.getByRole('textbox', { name: 'Name of the tab' });

describe('an admin', () => {
  test('adds a tab in three steps that can be searched, and is taken to it', async () => {
    await open();
    await page.getByRole('button', { name: 'Add tab' }).click();
    await choose('Workspace', 'i', 'IT');
    await choose('Site', 'fle', 'Fleet');
    await choose('Page', 'lap', 'Laptops');
    await expect.poll(() => nameField().inputValue()).toBe('Laptops');
    await nameField().fill('Our laptops');
    await save();
    await expect
      .poll(() => opened.payloadsOf('addTab'))
      .toEqual([{ ...address, name: 'Our laptops' }]);
    await expect.poll(() => page.url()).toContain(idOf(9));
    expect(opened.payloadsOf('sitePages')).toEqual([
      { workspaceId: address.workspaceId, siteId: address.siteId },
    ]);
  });

  test('begins anew with the page where they choose another workspace', async () => {
    await open();
    await page.getByRole('button', { name: 'Add tab' }).click();
    await choose('Workspace', 'i', 'IT');
    await choose('Site', 'fle', 'Fleet');
    await choose('Workspace', 'h', 'HR');
    await page.getByRole('combobox', { name: 'Page' }).waitFor({ state: 'detached' });
    await save();
    await page.getByText('Choose a site.').waitFor();
    const marked = page.locator('[role=combobox][aria-invalid=true]');
    expect(await marked.evaluateAll((boxes) => boxes.length)).toBe(1);
    expect(opened.countOf('addTab')).toBe(0);
  });

  test('adds the first tab of a project from an empty page, and hears that choices load, not that there are none', async () => {
    functions.tabs = () => ok({ canManage: true, tabs: [] });
    const { pageWorkspaces: answer } = functions;
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    functions.pageWorkspaces = async (payload) => {
      await loading;
      return answer?.(payload);
    };
    await open();
    await page.getByRole('heading', { name: 'Add the first page' }).waitFor();
    await page.getByRole('button', { name: 'Add tab' }).click();
    const workspaces = page.getByRole('combobox', { name: 'Workspace' });
    await workspaces.press('ArrowDown');
    await page.getByRole('option', { name: 'Loading…' }).waitFor();
    await page.getByRole('status').getByText('Loading.').waitFor({ state: 'attached' });
    expect(await page.getByText('No options').count()).toBe(0);
    load();
    await page.getByRole('option', { name: 'IT' }).waitFor();
    await workspaces.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await workspaces.press('Escape');
    await page.getByRole('heading', { name: 'Add the first page' }).waitFor();
  });

  test('sees which tabs they cannot open or show a page that is gone, and renames one without choosing its page again', async () => {
    const [closed, contracts] = [adminTab(1), adminTab(2, 'Contracts')].map((tab) => ({
      ...tab,
      isOpen: false,
    }));
    const tabs = [closed, contracts, adminTab(3), adminTab(4)];
    functions.tabs = () => ok({ canManage: true, tabs });
    functions.missingPages = () => ok({ tabIds: [idOf(3)] });
    await open();
    await page.getByRole('tab', { name: 'Contracts No access' }).waitFor();
    await page.getByRole('tab', { name: 'Tab 3 Page not found' }).waitFor();
    await page.getByRole('tab', { name: 'Tab 4', exact: true }).waitFor();
    await act('Edit tab');
    await nameField().fill('Agreements');
    await save();
    const [known, wanted] = ['Tab 1', 'Agreements'].map((name) => ({ ...address, name }));
    await expect
      .poll(() => opened.payloadsOf('editTab'))
      .toEqual([{ tabId: idOf(1), known, wanted }]);
  });

  test('keeps what they typed where someone else was first, and saves over what they then saw', async () => {
    let name = 'Tab 1';
    functions.tabs = () => ok({ canManage: true, tabs: [adminTab(1, name)] });
    functions.editTab = (payload: { known: { name: string } }) =>
      payload.known.name === name ? ok({}) : problem('TAB_CHANGED', 'Someone else changed it.');
    await open();
    await act('Edit tab');
    await nameField().fill('Mine');
    name = 'Theirs';
    await save();
    await page.getByText('Someone else changed it.').waitFor();
    await page.getByText('The tab is now called “Theirs”.').waitFor();
    expect(await nameField().inputValue()).toBe('Mine');
    await save();
    await expect.poll(() => opened.countOf('editTab')).toBe(2);
    expect(opened.payloadsOf('editTab')[1]).toMatchObject({
      known: { name: 'Theirs' },
      wanted: { name: 'Mine' },
    });
    await nameField().waitFor({ state: 'detached' });
  });

  test('never saves over what they were not told of, also where the tabs were loaded again', async () => {
    let name = 'Tab 1';
    functions.tabs = () => ok({ canManage: true, tabs: [adminTab(1, name), adminTab(2)] });
    functions.editTab = () => problem('SERVICE_UNREACHABLE', 'It is down.');
    await open();
    await act('Edit tab');
    await nameField().fill('Mine');
    name = 'Theirs';
    await save();
    await page.getByText('It is down.').waitFor();
    await act('Move right');
    await page.getByRole('tab', { name: 'Theirs' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => opened.countOf('editTab')).toBe(2);
    expect(opened.payloadsOf('editTab')[1]).toMatchObject({ known: { name: 'Tab 1' } });
  });

  test.each([
    ['it was removed', [adminTab(2), adminTab(3)]],
    ['no tab is left', []],
  ])('is told at the first save where %s, and keeps what they typed', async (_, left) => {
    let tabs = [adminTab(1), adminTab(2), adminTab(3)];
    functions.tabs = () => ok({ canManage: true, tabs });
    functions.editTab = () => problem('TAB_GONE', 'This tab was removed.', false);
    await open();
    await act('Edit tab');
    await nameField().fill('Mine');
    tabs = left;
    await save();
    await page.getByRole('tab', { name: 'Tab 1' }).waitFor({ state: 'detached' });
    await page.getByText('This tab was removed.').waitFor();
    await page.getByText('To bring it back, add it again.').waitFor();
    expect(await nameField().inputValue()).toBe('Mine');
  });

  test('keeps what they typed while they move a tab, also where the tabs then can’t be loaded', async () => {
    let reply = ok({ canManage: true, tabs: [adminTab(1), adminTab(2)] });
    functions.tabs = () => reply;
    await open();
    await page.getByRole('button', { name: 'Add tab' }).click();
    await nameField().fill('Mine');
    reply = ok({ canManage: true, tabs: [adminTab(2), adminTab(1)] });
    await act('Move right');
    await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['Tab 2', 'Tab 1']);
    expect(await nameField().inputValue()).toBe('Mine');
    functions.tabs = () => problem('SERVICE_UNREACHABLE', 'It is down.');
    await act('Move left');
    await page.getByText('It is down.').waitFor();
    expect(await nameField().inputValue()).toBe('Mine');
    functions.tabs = () => reply;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('It is down.').waitFor({ state: 'detached' });
    expect(await nameField().inputValue()).toBe('Mine');
  });

  test('adds a tab to an empty page to which someone else adds one too', async () => {
    let tabs: unknown[] = [];
    functions.tabs = () => ok({ canManage: true, tabs });
    await open();
    await page.getByRole('button', { name: 'Add tab' }).click();
    await nameField().fill('Mine');
    tabs = [adminTab(1)];
    // As when they come back from another tab of the browser.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('tab', { name: 'Tab 1' }).waitFor();
    expect(await nameField().inputValue()).toBe('Mine');
  });

  test('is told how long a name may be, and sends none that is longer', async () => {
    await open();
    await act('Edit tab');
    await nameField().fill('x'.repeat(10_000));
    await page.getByText('Use up to 100 characters. This name has 10,000.').waitFor();
    await save();
    await nameField().fill('   ');
    await page.getByText('Enter a name.').waitFor();
    await save();
    expect(opened.countOf('editTab')).toBe(0);
    await nameField().fill('<b>\u202eשלום</b>');
    await save();
    await expect.poll(() => opened.countOf('editTab')).toBe(1);
  });

  test('moves a tab to the right, and the first one no further to the left, and removes one only after a second look', async () => {
    await open();
    await act('Move right');
    await expect
      .poll(() => opened.payloadsOf('moveTab'))
      .toEqual([{ tabId: idOf(1), beforeTabId: idOf(3) }]);
    await page.getByRole('button', { name: 'Actions for Tab 1' }).click();
    await page.getByRole('menuitem', { name: 'Move left', disabled: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Remove tab' }).click();
    await page.getByText('The page stays in the service.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(opened.countOf('removeTab')).toBe(0);
    await act('Remove tab');
    await page.getByRole('button', { name: 'Remove tab' }).click();
    await expect.poll(() => opened.payloadsOf('removeTab')).toEqual([{ tabId: idOf(1) }]);
  });

  test.each([
    ['Remove tab', 'button', 'Remove tab'],
    ['Edit tab', 'combobox', 'Workspace'],
  ] as const)(
    'goes on by keyboard after “%s”, and closes it with Escape',
    async (action, role, name) => {
      await open();
      await page.getByRole('button', { name: 'Actions for Tab 1' }).focus();
      await page.keyboard.press('Enter');
      // The menu takes the focus to its first item by itself, a moment after it opens.
      await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
      await page.getByRole('menuitem', { name: action }).focus();
      await page.keyboard.press('Enter');
      const focused = page.getByRole(role, { name }).and(page.locator(':focus'));
      await focused.waitFor();
      await page.keyboard.press('Escape');
      await focused.waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Tab 1' }).and(page.locator(':focus')).waitFor();
    },
  );

  test('may try again what went wrong, with what they entered', async () => {
    const down = problem('SERVICE_UNREACHABLE', 'It is down.');
    const answers = [down, ok({})];
    functions.editTab = () => answers.shift();
    await open();
    await page.getByRole('button', { name: 'Actions for Tab 1' }).waitFor();
    functions.tabs = () => down;
    await act('Edit tab');
    await nameField().fill('Mine');
    await save();
    await page.getByText('It is down.').waitFor();
    expect(opened.countOf('tabs')).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => opened.countOf('editTab')).toBe(2);
    expect(opened.payloadsOf('editTab')[1]).toMatchObject({ wanted: { name: 'Mine' } });
  });
});
