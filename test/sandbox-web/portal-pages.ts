import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectGoodLooks } from './accessibility';
import type { SandboxPages } from './sandbox-pages';

const assetField = 'customfield_10050';
const field = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** The help center, with an object field of a small app on its forms and requests. */
export function describePortalPages({ server, visit }: SandboxPages): void {
  const visitAs = async (account: string, path: string) => {
    const page = await visit('/portal/1');
    await page.evaluate((name) => localStorage.setItem('sandbox-user', name), account);
    await page.goto(server().url + path);
    return page;
  };
  const valueOf = (key: string) => server().sandbox.jira.model.findIssue(key)?.values[assetField];

  describe('the help center', () => {
    test('leads a customer from a form to their request, and stores what the field submits on leaving', async () => {
      const page = await visitAs('customer', '/');
      await page.getByRole('link', { name: 'Ask for equipment' }).click();
      await field(page, 'City').getByRole('combobox').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('You must specify a summary of the issue.').waitFor();
      await page.getByLabel('Summary').fill('A spare laptop');
      await page.getByLabel('Description').fill('For a week.');
      await field(page, 'Asset').getByRole('combobox').click();
      await page.getByRole('option', { name: 'Dell XPS 13' }).click();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('heading', { level: 1, name: 'A spare laptop' }).waitFor();
      await page.waitForURL('**/portal/1/HELP-4');
      await field(page, 'Asset').getByText('Dell XPS 13').waitFor();
      expect(valueOf('HELP-4')).toMatchObject({ objects: [{ label: 'Dell XPS 13' }] });
      await page.getByRole('link', { name: 'Requests' }).first().click();
      await page.getByRole('link', { name: 'My laptop won’t start' }).waitFor();
      await page.goto(`${server().url}/browse/HELP-4`);
      await page.getByRole('heading', { name: 'You don’t have access to Jira' }).waitFor();
      await page.evaluate(() => localStorage.setItem('sandbox-user', 'member'));
      await page.reload();
      await page.getByText('Carla Rossi').waitFor();
      await page.getByRole('link', { name: 'Dell XPS 13' }).waitFor();
    });

    test('takes a visitor’s request where the portal is public, and asks them to log in elsewhere', async () => {
      const page = await visitAs('visitor', '/portal/1/create/1');
      await page.getByLabel('Summary').fill('It fell');
      await field(page, 'Asset').getByRole('combobox').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('We got your request HELP-4').waitFor();
      for (const path of ['/portal/1/HELP-4', '/portal/1/requests']) {
        await page.goto(server().url + path);
        await page.getByRole('heading', { name: 'Log in to see this' }).waitFor();
      }
      await page.goto(`${server().url}/projects`);
      await page.getByRole('heading', { name: 'Log in to Jira' }).waitFor();
      server().sandbox.jira.model.switches.portalsArePublic = false;
      await page.getByRole('link', { name: 'Go to the help center' }).click();
      await page.getByRole('heading', { name: 'Log in to see this' }).waitFor();
    });

    test('has nothing of Carla’s for someone else', async () => {
      const page = await visitAs('unlicensed', '/portal/1/requests');
      await page.getByRole('heading', { name: 'You haven’t raised a request yet' }).waitFor();
      await page.goto(`${server().url}/portal/1/HELP-2`);
      await page.getByRole('heading', { name: 'We can’t find that page' }).waitFor();
    });

    test('draws no field whose module is not open to the person', async () => {
      const [type] = server().sandbox.manifest.modules['jira:customFieldType'];
      const open = type?.unlicensedAccess.splice(0) ?? [];
      try {
        const page = await visitAs('customer', '/portal/1/create/2');
        await field(page, 'City').getByRole('combobox').waitFor();
        expect(await field(page, 'Asset').count()).toBe(0);
      } finally {
        type?.unlicensedAccess.push(...open);
      }
    });

    test.each([
      '/portal/1',
      '/portal/1/create/2',
      '/portal/1/requests',
      '/portal/1/HELP-2',
      '/browse/HELP-2',
    ])('at %s is accessible, light and dark, and fits into 320 pixels', async (path) => {
      await expectGoodLooks(await visitAs('customer', path));
    });
  });
}
