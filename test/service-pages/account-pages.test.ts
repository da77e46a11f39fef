import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { group } from '../../src/api/group';
import { demoAccounts, demoTypeId, demoWorkspaceId } from '../../src/service';
import { rulesOfColours, seriousFindings } from '../support/accessibility';
import { connectBrowser } from '../support/browser';
import { callDemo, createDemoLaptop } from '../support/demo-service';
import { keepPicture } from '../e2e/support/browser-session';
import { packZip } from '../service/app-platform/pack-zip';
import { newKey, usePlatform, website } from '../service/app-platform/use-platform';

const running = usePlatform();
const tokenName = 'Nightly export of the whole inventory to the finance department’s warehouse';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await connectBrowser();
  page = await browser.newPage();
  await running.deploy(newKey(), await packZip(website));
  await open('/account/tokens');
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill(tokenName);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('Copy your new token now').waitFor();
  await giveAccess();
});
afterAll(() => browser.close());

const open = (path: string) => page.goto(running.service.url + path);

/** What reaches beyond the side of the page or of its own box, where nothing says that there is more. */
const findCutOff = () =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll('main, .table, td, th, textarea, .copy'),
    ]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .filter((element) => element.closest('thead') === null)
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

/** Moves the focus on by the keyboard until it is there. */
async function tabTo(target: Locator): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('The keyboard doesn’t get there.');
}

/** At each width, down to the narrowest, at which the page then stays. */
async function expectNothingCutOff(look?: (width: number) => Promise<void>): Promise<void> {
  for (const width of [1280, 1041, 1040, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findCutOff(), `at ${width} px`).toEqual([]);
    await look?.(width);
  }
}

const openEverything = () =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

/** A call of the API as admin, in the workspace IT. */
async function call(method: string, path: string, body: object): Promise<unknown> {
  const response = await callDemo(running.service, method, path, { body });
  expect(response.status).toBe(200);
  return response.json();
}

/** Returns the address of its page. */
async function createLaptop(name: string): Promise<string> {
  return (await createDemoLaptop(running.service, { Name: [name] })).url;
}

const contract = demoTypeId('IT', 'Contract');
const groupName = 'Everyone who signs contracts with suppliers for the finance department';
let groupId = '';

/** A group that may read contracts, and a person who hasn't chosen a password. */
async function giveAccess(): Promise<void> {
  const userIds = demoAccounts.slice(0, 2).map(({ id }) => id);
  groupId = group.parse(await call('POST', '/group', { name: groupName, userIds })).id;
  const [userId] = userIds;
  const principals = { userIds: [userId], groupIds: [groupId] };
  await call('PUT', `/type/${contract}/access`, { read: principals, write: principals });
  const person = { email: 'somebody.with.a.long.address@subsidiary.example.com', role: 'reader' };
  await call('POST', '/user', { ...person, name: 'Somebody with a rather long name' });
}

/** Each page of an account, by what follows `/account/`. */
const pages = () => ({
  tokens: 'tokens',
  'connected apps': 'connected-apps',
  people: 'people',
  groups: 'groups',
  'deletion of a group': `groups?workspace=${demoWorkspaceId('IT')}&confirm=delete&id=${groupId}`,
  group: `groups?workspace=${demoWorkspaceId('IT')}&group=${groupId}`,
  access: `access?workspace=${demoWorkspaceId('IT')}`,
  'access of a type': `access?workspace=${demoWorkspaceId('IT')}&type=${contract}`,
  'see as': `see-as?workspace=${demoWorkspaceId('IT')}`,
  'member tokens': 'member-tokens',
  history: `history?workspace=${demoWorkspaceId('IT')}`,
  'deleted objects': `deleted?workspace=${demoWorkspaceId('IT')}`,
  password: 'password',
  workspaces: 'workspaces',
  apps: 'apps',
  use: 'use',
});
const openPage = (
  name: string,
  path: string | undefined = new Map(Object.entries(pages())).get(name),
) => open(`/account/${path}`);

describe('The pages of an account', () => {
  test.each(Object.keys(pages()))(
    'show all of %s from 1280 to 320 px, where everyone can read it, light and dark',
    async (name) => {
      const picture = `account-${name.replaceAll(' ', '-')}`;
      await page.emulateMedia({ colorScheme: 'light' });
      await openPage(name);
      await expectNothingCutOff();
      await openEverything();
      await expectNothingCutOff((width) => keepPicture(page, `${picture}-${width}`));
      expect(await seriousFindings(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await seriousFindings(page, rulesOfColours)).toEqual([]);
      await keepPicture(page, `${picture}-dark`);
    },
  );

  test.each([320, 1280])('show by keyboard alone what a person sees, at %i px', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await openPage('see as');
    const field = page.getByLabel('Email address or name');
    await tabTo(field);
    await page.keyboard.type('member@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What Mateo Álvarez sees' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Contract' });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['None', 'No', 'No']);
    expect(await findCutOff()).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, `account-seen-${width}`);
  });

  test('give access to a type by the keyboard alone', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await openPage('access of a type');
    const everyone = page.getByRole('radio', { name: 'Everyone in the workspace' }).first();
    const chosen = page.getByRole('radio', { name: 'Only these people and groups' }).first();
    const people = page.getByLabel('People, one on each line').first();
    await tabTo(chosen);
    await page.keyboard.press('ArrowUp');
    expect(await everyone.isChecked()).toBe(true);
    expect(await people.isVisible()).toBe(false);
    await page.keyboard.press('ArrowDown');
    await tabTo(people);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('\nsomebody.with.a.long.address@subsidiary.example.com');
    await tabTo(page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'The access to “Contract” was changed.' })
      .waitFor();
    expect(await people.inputValue()).toContain('Somebody with a rather long name <somebody.');
    await keepPicture(page, 'account-access-changed');
  });

  test('open their navigation where it has no room, by the keyboard alone', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await openPage('history');
    const navigation = page.getByRole('navigation', { name: 'Account' });
    expect(await navigation.count()).toBe(0);
    await tabTo(page.getByRole('button', { name: 'Menu' }));
    await page.keyboard.press('Enter');
    await navigation.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'account-menu-320');
    await tabTo(navigation.getByRole('link', { name: 'Password' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Password' }).waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    const people = navigation.getByRole('link', { name: 'People' });
    expect(await people.getAttribute('href')).toContain(demoWorkspaceId('IT'));
  });

  test('delete a group by the keyboard alone, on a page that asks first', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { id } = group.parse(await call('POST', '/group', { name: 'Short-lived', userIds: [] }));
    await openPage('groups', `groups?workspace=${demoWorkspaceId('IT')}`);
    await tabTo(page.getByRole('link', { name: 'Delete “Short-lived”' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Delete “Short-lived”?' }).waitFor();
    expect(new URL(page.url()).searchParams.get('id')).toBe(id);
    await tabTo(page.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'The group “Short-lived” was deleted.' })
      .waitFor();
  });

  test('name each cell of a table at 320 px, which stays a table to a screen reader', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open('/account/tokens');
    const row = page.getByRole('row').filter({ hasText: tokenName });
    const cells = row.getByRole('cell');
    const named = await cells.evaluateAll((elements) =>
      elements.map((element) => getComputedStyle(element, '::before').content),
    );
    expect(named).toEqual(
      ['Ends in', 'Access', 'Created', 'Expires', 'Last used', 'Action'].map((name) => `"${name}"`),
    );
    expect(await page.getByRole('columnheader', { name: 'Expires' }).count()).toBe(1);
    expect(await row.getByRole('rowheader').innerText()).toBe(tokenName);
  });

  test('take a pasted list and show its links at 400 px', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await openPage('people');
    await page.getByText('Add several people at once').click();
    const address = (index: number) =>
      `pasted.${index}${'.with-a-long-name'.repeat(4)}@example.com`;
    const lines = [1, 2, 3].map(
      (index) => `Somebody With a Long Name ${index} <${address(index)}>`,
    );
    await page.getByLabel('People, one on each line').fill(lines.join('\n'));
    expect(await findCutOff()).toEqual([]);
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByRole('heading', { name: 'Send each link to its person' }).waitFor();
    expect(await findCutOff()).toEqual([]);
    await keepPicture(page, 'account-pasted-400');
  });

  test.each([320, 1280])('break a name without blanks, at %i px', async (width) => {
    const address = await createLaptop('x'.repeat(5000));
    await page.setViewportSize({ width, height: 800 });
    await page.goto(address);
    await page.getByRole('heading', { name: 'xxx' }).waitFor();
    expect(await findCutOff()).toEqual([]);
  });

  test('lead on from an address where nothing is, at any width', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open('/nothing');
    expect(await findCutOff()).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'nothing-here');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
  });
});
