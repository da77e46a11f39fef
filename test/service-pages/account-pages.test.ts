import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workspaceObject } from '../../src/api/object';
import { demoAttributeId, demoTypeId, demoWorkspaceId } from '../../src/service';
import { seriousFindings } from '../support/accessibility';
import { connectBrowser } from '../support/browser';
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
});
afterAll(() => browser.close());

const open = (path: string) => page.goto(running.service.url + path);

/** What reaches beyond the side of the page or of its own box, where nothing says that there is more. */
const findCutOff = () =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, .table, td, th')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .filter((element) => element.closest('thead') === null)
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

const openEverything = () =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

/** Returns the address of its page. */
async function createLaptop(name: string): Promise<string> {
  const response = await fetch(`${running.service.url}/public/v1/object`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer demo-admin-token',
      'wds-workspace-id': demoWorkspaceId('IT'),
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      typeId: demoTypeId('IT', 'Laptop'),
      attributes: [{ attributeId: demoAttributeId('IT', 'Laptop', 'Name'), values: [name] }],
    }),
  });
  return workspaceObject.parse(await response.json()).url;
}

describe('The pages of an account', () => {
  describe.each([320, 840, 841, 1280])('at %i px', (width) => {
    test.each(['tokens', 'people', 'apps', 'use'])('show all of %s', async (name) => {
      await page.setViewportSize({ width, height: 800 });
      await open(`/account/${name}`);
      expect(await findCutOff()).toEqual([]);
      await openEverything();
      expect(await findCutOff()).toEqual([]);
      await keepPicture(page, `account-${name}-${width}`);
    });
  });

  test.each(['light', 'dark'] as const)(
    'can be read by everyone at 320 px, in %s colors',
    async (colorScheme) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.emulateMedia({ colorScheme });
      for (const name of ['tokens', 'people', 'apps', 'use']) {
        await open(`/account/${name}`);
        await openEverything();
        expect(await seriousFindings(page)).toEqual([]);
        await keepPicture(page, `account-${name}-${colorScheme}`);
      }
    },
  );

  test('name each cell of a table at 320 px, which stays a table to a screen reader', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open('/account/tokens');
    const row = page.getByRole('row').filter({ hasText: tokenName });
    const cells = row.getByRole('cell');
    const named = await cells.evaluateAll((elements) =>
      elements.map((element) => getComputedStyle(element, '::before').content),
    );
    expect(named).toEqual(
      ['Ends with', 'Created', 'Expires', 'Last used', 'Action'].map((name) => `"${name}"`),
    );
    expect(await page.getByRole('columnheader', { name: 'Expires' }).count()).toBe(1);
    expect(await row.getByRole('rowheader').innerText()).toBe(tokenName);
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
