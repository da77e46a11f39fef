import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { overflowOf, rulesOfColours, seriousFindings } from '../support/accessibility';
import {
  adminFunctions,
  adminTab,
  idOf,
  memberFunctions,
  memberTab,
  ok,
  problem,
} from './support/app-functions';
import { PageHost, type Functions, type OpenedPage } from './support/page-host';

let host: PageHost;
let opened: OpenedPage | undefined;
beforeAll(async () => {
  host = await PageHost.start();
});
afterEach(() => opened?.page.close());
afterAll(() => host.close());

async function open(
  functions: Functions = {},
  options: Omit<Parameters<PageHost['open']>[0], 'functions'> = {},
): Promise<Page> {
  const all = { ...memberFunctions(host.serviceOrigin), ...functions };
  opened = await host.open({ functions: all, ...options });
  return opened.page;
}

const tabNamed = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const isSelected = (page: Page, name: string) =>
  expect.poll(() => tabNamed(page, name).getAttribute('aria-selected')).toBe('true');

describe('the tabs of a project', () => {
  test('begin with the first one, whose address can be copied, and are reached with the keyboard and left with a step back', async () => {
    const page = await open();
    await isSelected(page, 'Tab 1');
    await expect.poll(() => page.url()).toContain(`#/tab/${idOf(1)}`);
    expect(await page.getByRole('button').count()).toBe(0);
    await tabNamed(page, 'Tab 1').focus();
    await page.keyboard.press('ArrowRight');
    await isSelected(page, 'Tab 2');
    await expect.poll(() => page.url()).toContain(idOf(2));
    await page.goBack();
    await isSelected(page, 'Tab 1');
  });

  test('open at the address of one of them', async () => {
    const page = await open({}, { path: `/tab/${idOf(3)}` });
    await isSelected(page, 'Tab 3');
    await expect.poll(() => opened?.payloadsOf('openTab')).toMatchObject([{ tabId: idOf(3) }]);
  });

  test('open also where the platform tells no address', async () => {
    const page = await open({}, { refused: ['createHistory'] });
    await isSelected(page, 'Tab 1');
    await tabNamed(page, 'Tab 2').click();
    await isSelected(page, 'Tab 2');
    await page.locator('iframe[data-shown=true]').waitFor();
  });

  test('say where the address names one that is not there for the person', async () => {
    const page = await open({}, { path: `/tab/${idOf(99)}` });
    await page.getByText('was removed, or you don’t have access').waitFor();
    await isSelected(page, 'Tab 1');
  });

  test('show names as they were typed, whatever they hold', async () => {
    const names = ['<img src=x onerror=alert(1)>', '\u202eשלום', 'x'.repeat(100)];
    const tabs = names.map((name, index) => memberTab(index, name));
    const page = await open({ tabs: () => ok({ canManage: false, tabs }) });
    await tabNamed(page, names[0]!).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(names);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => overflowOf(page)).toBe(0);
  });

  test('may be 50, and the last of them is reached', async () => {
    const tabs = Array.from({ length: 50 }, (_, index) => memberTab(index));
    const page = await open({ tabs: () => ok({ canManage: false, tabs }) });
    await tabNamed(page, 'Tab 0').focus();
    await page.keyboard.press('End');
    await isSelected(page, 'Tab 49');
  });
});

describe('where there is nothing to show', () => {
  test('a member is told whom to ask', async () => {
    const tabs = { canManage: false, tabs: [], leadName: 'Lea Lead' };
    const page = await open({ tabs: () => ok(tabs) });
    await page.getByText('Lea Lead leads this project').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  });

  test('tabs appear by themselves once the person has connected their account', async () => {
    let isConnected = false;
    const page = await open({
      tabs: () =>
        isConnected ? ok({ canManage: false, tabs: [memberTab(1)] }) : { kind: 'consent' },
    });
    await page.getByText('You agree once').waitFor();
    await page.getByRole('button', { name: 'Connect your account' }).click();
    await expect
      .poll(() => opened?.calls)
      .toContainEqual({
        command: 'navigate',
        data: { url: 'https://site.example/connect?connect=now', type: 'new-tab' },
      });
    isConnected = true;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await isSelected(page, 'Tab 1');
  });

  test('a problem can be tried again', async () => {
    const answers = [problem('SERVICE_UNREACHABLE', 'It is down.'), undefined];
    const page = await open({
      tabs: () => answers.shift() ?? ok({ canManage: false, tabs: [memberTab(1)] }),
    });
    await page.getByText('It is down.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await isSelected(page, 'Tab 1');
  });
});

const closed = { ...adminTab(1), isOpen: false };
const screens: Record<string, Functions> = {
  'of an admin, with a tab that they cannot open': {
    tabs: () => ok({ canManage: true, tabs: [closed, adminTab(2)] }),
  },
  'without tabs': { tabs: () => ok({ canManage: false, tabs: [] }) },
  'of someone who is not connected': { tabs: () => ({ kind: 'consent' }) },
};

test.each(Object.entries(screens))(
  'the page %s is accessible, light and dark, and fits into 320 pixels',
  async (_, functions) => {
    const all = { ...adminFunctions(host.serviceOrigin), ...functions };
    const { page } = await host.open({ functions: all });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.locator('h2, [role=tab], h4').first().waitFor();
    for (const mode of ['light', 'dark']) {
      await page.evaluate(
        (to) => document.documentElement.setAttribute('data-color-mode', to),
        mode,
      );
      const rules = mode === 'dark' ? rulesOfColours : undefined;
      expect(await seriousFindings(page, rules)).toEqual([]);
    }
    await expect.poll(() => overflowOf(page)).toBe(0);
    await page.close();
  },
);
