import type { FrameLocator, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seriousFindings } from '../support/accessibility';
import { keepPicture } from './support/browser-session';
import { AssetField, CityField } from './support/issue-page';
import { useSharedSandbox } from './support/use-shared-sandbox';

const { control, lease, session } = useSharedSandbox();

const assetField = 'customfield_10050';
const form = '/portal/1/create/2';
const neutral = 'You can’t choose anything here at the moment.';

describe('The fields on the service portal', () => {
  const saveToken = () =>
    control.invoke({
      account: 'admin',
      moduleKey: 'admin',
      functionKey: 'saveToken',
      payload: { token: 'demo-admin-token', isInsistedOn: true },
      extension: { type: 'jira:adminPage' },
    });

  /** The field in the help desk offers every laptop, in place of the person's own. */
  async function offerAllLaptops(): Promise<void> {
    const path = `/rest/api/3/app/field/${assetField}/context/configuration`;
    const { values } = (await control.jira('admin', 'GET', path)) as {
      values: { id: string; configuration: object }[];
    };
    const [own] = values.filter(({ id }) => id === '10252');
    const configurations = [{ id: '10252', configuration: { ...own?.configuration, query: '' } }];
    await control.jira('admin', 'PUT', path, { configurations });
  }

  async function send(page: Page, summary: string): Promise<void> {
    await page.getByLabel('Summary').fill(summary);
    await page.getByRole('button', { name: 'Send' }).click();
  }

  test('let a customer choose once an admin has saved a token, send a form without it, and tell agents why', async () => {
    await offerAllLaptops();
    const page = await session.openAs('customer', form);
    const [asset, city] = [new AssetField(page), new CityField(page)];
    await asset.group.getByText(neutral).waitFor();
    await city.group.getByText(neutral).waitFor();
    await keepPicture(page, 'portal-closed');
    await send(page, 'A spare laptop');
    await page.getByRole('heading', { level: 1, name: 'A spare laptop' }).waitFor();
    const agent = await session.openAs('member', '/browse/HELP-4');
    await new AssetField(agent).group.getByText('no access token is saved').waitFor();
    await keepPicture(agent, 'portal-agent-note');

    await saveToken();
    await page.goto(lease.trackerUrl + form);
    await asset.picker.waitFor();
    await asset.pick('macbook pro 16', 'MacBook Pro 16');
    await city.pick('Country', 'Iceland');
    await city.pick('Region', 'Capital Region');
    await city.pick('City', 'Reykjavík');
    await keepPicture(page, 'portal-form');
    expect(await seriousFindings(page)).toEqual([]);
    await send(page, 'A laptop in Iceland');
    await page.getByRole('heading', { level: 1, name: 'A laptop in Iceland' }).waitFor();
    await asset.group.getByText('MacBook Pro 16').waitFor();
    await asset.group.getByText(/^(In (use|stock|repair)|Retired)$/).waitFor();
    await city.group.getByText('Reykjavík', { exact: false }).first().waitFor();
    await city.group.getByText('Population').waitFor();
    await keepPicture(page, 'portal-request');
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.locator('main').innerText()).not.toMatch(/SN\w{5}-\d\d/);
    expect(await asset.group.getByRole('link').count()).toBe(0);

    await control.connect('lead');
    const work = await session.openAs('lead', '/browse/HELP-5');
    await new AssetField(work).group.getByRole('link', { name: 'MacBook Pro 16' }).waitFor();
    await work.getByText('Carla Rossi').waitFor();
  });

  test('let a visitor choose and send, also where the token is taken away meanwhile', async () => {
    await offerAllLaptops();
    await saveToken();
    const page = await session.openAs('visitor', '/portal/1/create/1');
    const asset = new AssetField(page);
    await asset.picker.waitFor();
    await asset.pick('thinkpad x1', 'ThinkPad X1 Carbon');
    await send(page, 'It fell');
    await page.getByText('We got your request HELP-4').waitFor();
    const { fields } = (await control.jira('member', 'GET', '/rest/api/3/issue/HELP-4')) as {
      fields: Record<string, unknown>;
    };
    expect(fields[assetField]).toMatchObject({
      objects: [{ label: expect.stringContaining('ThinkPad X1 Carbon') as unknown }],
    });

    await page.goto(`${lease.trackerUrl}/portal/1/create/1`);
    await asset.picker.waitFor();
    await control.invoke({
      account: 'admin',
      moduleKey: 'admin',
      functionKey: 'removeToken',
      payload: {},
      extension: { type: 'jira:adminPage' },
    });
    await asset.picker.pressSequentially('dell');
    await asset.group.getByText(neutral).waitFor();
    await send(page, 'It fell again');
    await page.getByText('We got your request HELP-5').waitFor();
  });

  test('offer nothing by an email address that is hidden or unknown to the service, and never everyone’s laptops', async () => {
    await saveToken();
    await control.clearCalls();
    const page = await session.openAs('unlicensed', '/portal/1/create/1');
    const { group, picker } = new AssetField(page);
    await picker.click();
    await group.getByText('depends on your email address').waitFor();
    expect((await control.calls()).filter(({ target }) => target === 'service')).toEqual([]);
    await keepPicture(page, 'portal-no-email');

    const customer = await session.openAs('customer', '/portal/1/create/1');
    const own = new AssetField(customer);
    await own.picker.click();
    await customer.getByText('There’s nothing to choose').waitFor();
  });
});

const limited = /Jira is limiting this app’s requests at the moment\. Try again in .+\./;

describe('When the app has used up its calls of Jira', () => {
  async function isSaidIn(part: Locator | FrameLocator): Promise<void> {
    await part.getByText(limited).first().waitFor();
    await part.getByRole('button', { name: 'Try again' }).first().waitFor();
  }
  const open = (path: string) => session.openAs('admin', path);

  test('a field says so, keeps what was stored and typed, and goes on afterwards', async () => {
    await control.connect('admin');
    const page = await open('/browse/DEMO-9');
    const [asset, city] = [new AssetField(page), new CityField(page)];
    await asset.startEditing();
    await asset.openOptions();
    await control.setJiraQuota('used');
    // The app remembers a configuration for a minute.
    await control.advanceClock('2m');
    await asset.picker.pressSequentially('think', { delay: 30 });
    await isSaidIn(asset.group);
    expect(await asset.picker.inputValue()).toBe('think');
    await keepPicture(page, 'edit-limited');
    await control.setJiraQuota('counted');
    await asset.group.getByRole('button', { name: 'Try again' }).click();
    await asset.group.getByText(limited).waitFor({ state: 'detached' });
    expect(await asset.picker.inputValue()).toBe('think');

    await control.setJiraQuota('used');
    await control.advanceClock('2m');
    await page.reload();
    await isSaidIn(city.group);
    expect(await city.group.innerText()).toContain('Iceland / Capital Region / Reykjavík');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Create work item' });
    await isSaidIn(dialog);
    await dialog.getByLabel('Summary').fill('A new laptop');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('pages, searches and the portal say so', async () => {
    await control.connect('admin');
    await control.setJiraQuota('used');
    const configuration = await open('/settings/fields');
    await configuration.getByRole('link', { name: 'Asset' }).click();
    await configuration.getByRole('link', { name: 'Edit context configuration' }).first().click();
    await isSaidIn(configuration.locator('body'));
    await isSaidIn((await open('/settings/apps/admin')).locator('body'));
    const tabs = await open('/projects/DEMO/apps/project-pages');
    await isSaidIn(tabs.frameLocator('iframe.custom-ui-frame'));
    await isSaidIn(await startBulkEdit());
    const portal = await session.openAs('customer', '/portal/1/create/2');
    await portal.getByText('Try again, or send your request without it.').first().waitFor();
    await keepPicture(portal, 'portal-limited');
    const jql = 'issue in workspaceObjects("Status = \\"In repair\\"", "Asset")';
    const search = await open(`/issues?${new URLSearchParams({ jql }).toString()}`);
    await search.getByText(/Jira is limiting this app’s requests.*Search again in/).waitFor();
  });

  async function startBulkEdit(): Promise<Locator> {
    const page: Page = await open(`/issues?jql=${encodeURIComponent('key in (DEMO-1, DEMO-9)')}`);
    await page.getByRole('checkbox', { name: 'Select all work items shown' }).check();
    await page.getByRole('button', { name: /^Bulk edit/ }).click();
    await page.getByRole('combobox', { name: 'Field to change' }).click();
    await page.getByRole('option', { name: 'Asset', exact: true }).click();
    return page.getByRole('dialog');
  }
});
