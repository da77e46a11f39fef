import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createClient, fetchTransport } from '../../src/api/client';
import { demoAttributeId, demoObjectId, demoTypeId, demoWorkspaceId } from '../../src/service';
import { overflowOf } from '../support/accessibility';
import { signIn } from '../support/sign-in';
import { keepPicture } from './support/browser-session';
import {
  AssetField,
  CityField,
  followToNewTab,
  signInAndAllow,
  watchClicks,
} from './support/issue-page';
import { useSharedSandbox } from './support/use-shared-sandbox';

const { control, lease, session } = useSharedSandbox();

interface Issue {
  fields: {
    customfield_10050: { objects: { objectId: string; label: string }[] };
    customfield_10051: unknown;
  };
}

describe('A person picks a service object on an issue', () => {
  test('connects once, picks by words in any order, saves, reloads and sees live attributes', async () => {
    const page = await session.openAs('admin', '/browse/DEMO-1');
    const field = new AssetField(page);
    await field.startEditingWithoutAccount();
    await keepPicture(page, 'edit-not-connected');
    const connectLink = field.group.getByRole('link', { name: 'Connect' });
    const connect = await followToNewTab(page, connectLink);
    const allow = connect.getByRole('button', { name: 'Allow access' });
    const service = await followToNewTab(connect, allow);
    await signInAndAllow(service, 'admin@example.com');
    await connect.getByText('You’re connected as').waitFor();
    await keepPicture(connect, 'connected');

    // Two windows side by side, of which the field's notices by itself.
    await connectLink.waitFor({ state: 'detached' });
    await field.pick('pro mac 16', 'MacBook Pro 16');
    await keepPicture(page, 'edit-picked');
    await field.confirm();
    const link = field.group.getByRole('link', { name: 'MacBook Pro 16' });
    await link.waitFor();
    await page.reload();
    await link.waitFor();
    await expect.poll(() => field.group.innerText()).toMatch(/SN\w{5}-\d\d/);
    expect(await link.getAttribute('href')).toContain(lease.serviceUrl);
    await keepPicture(page, 'view-live');
  });

  test('connects with three clicks in all, after which both fields of the work item go on', async () => {
    const page = await openWithBothFields('member');
    const clicked = await watchClicks(page);
    await page.reload();
    const [asset, city] = [new AssetField(page), new CityField(page)];
    const connectLink = asset.group.getByRole('link', { name: 'Connect' });
    await connectLink.waitFor();
    await city.group.getByText('Waiting for you to connect').waitFor();
    expect(await page.getByRole('link', { name: 'Connect' }).count()).toBe(1);
    await keepPicture(page, 'view-not-connected');
    const connect = await followToNewTab(page, connectLink);
    const allow = connect.getByRole('button', { name: 'Allow access' });
    const service = await followToNewTab(connect, allow);
    await service.getByRole('button', { name: 'Allow', exact: true }).click();
    await connect.getByText('You’re connected as').waitFor();
    await asset.group.getByRole('link').first().waitFor();
    await city.group.getByRole('link').first().waitFor();
    expect(clicked).toEqual(['Connect', 'Allow access', 'Allow']);
  });

  test('is asked once by itself, and by a click as often as they like, also where a field hears nothing of the other', async () => {
    await control.setPlatform({ consentNeedsClick: true, bridgeDeliversEvents: false });
    const page = await openWithBothFields('lead');
    const links = page.getByRole('link', { name: 'Connect' });
    await expect.poll(() => links.count()).toBe(2);
    const connect = await followToNewTab(page, links.first());
    const button = connect.getByRole('button', { name: 'Connect account' });
    await connect.getByText('If you don’t see its question').waitFor();
    await keepPicture(connect, 'consent-blocked');
    await control.setPlatform({ consentNeedsClick: false });
    await connect.reload();
    await connect.getByText('You haven’t finished connecting.').waitFor();
    await keepPicture(connect, 'consent-unfinished');
    await button.click();
    const allow = connect.getByRole('button', { name: 'Allow access' });
    const service = await followToNewTab(connect, allow);
    await service.getByRole('button', { name: 'Cancel' }).click();
    await service.getByText('wasn’t connected').waitFor();
    await service.close();
    // As after any look away, the app starts again, and doesn't ask.
    await connect.evaluate(() => dispatchEvent(new Event('focus')));
    await button.waitFor();
    expect(await allow.count()).toBe(0);
  });

  /** Of someone who is signed in to the service, and hasn't connected their account. */
  async function openWithBothFields(account: 'lead' | 'member') {
    const { fields } = (await control.jira(account, 'GET', '/rest/api/3/issue/DEMO-9')) as Issue;
    const { customfield_10051 } = fields;
    const body = { fields: { customfield_10051 } };
    await control.jira(account, 'PUT', '/rest/api/3/issue/DEMO-1', body);
    const page = await session.openAs(account, '/projects');
    await page.goto(`${lease.serviceUrl}/account/tokens`);
    await signIn(page, `${account}@example.com`);
    await page.getByRole('heading', { name: 'Access tokens' }).first().waitFor();
    await page.goto(`${lease.trackerUrl}/browse/DEMO-1`);
    return page;
  }

  test('sees small pictures of objects, as the service makes them of their photos', async () => {
    const path = '/rest/api/3/app/field/customfield_10050/context/configuration';
    const { values } = (await control.jira('admin', 'GET', path)) as {
      values: { id: string; configuration: object }[];
    };
    const attributeId = demoAttributeId('IT', 'Laptop', 'Photo');
    const attributes = [{ attributeId, name: 'Photo', attributeTypeCode: 'MEDIA' }];
    await control.jira('admin', 'PUT', path, {
      configurations: values.map(({ id, configuration }) => ({
        id,
        configuration: { ...configuration, attributes },
      })),
    });
    await control.connect('lead');
    const page = await session.openAs('lead', '/browse/DEMO-1');
    const picture = page.getByRole('img', { name: 'LT-0001 on the desk.jpg' });
    const width = () => picture.last().evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(96);
    await page.getByRole('button', { name: /^All details of/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Open picture' }).scrollIntoViewIfNeeded();
    await expect.poll(width).toBe(96);
    await keepPicture(page, 'details-picture');
  });

  test('creates an issue with what was picked in the create dialog, of which another project offers less', async () => {
    const page = await session.openAs('lead', '/projects/DEMO');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Create work item' });
    await dialog.getByLabel('Summary').fill('A laptop for the new colleague');
    const field = new AssetField(page);
    await field.group.getByRole('link', { name: 'Connect' }).waitFor();
    await keepPicture(page, 'create-not-connected');
    await control.connect('lead');
    await field.group.getByRole('button', { name: 'Try again' }).click();
    await field.picker.click();
    await field.enterBeforeAnswer('x1 th');
    expect(await field.picker.inputValue()).toBe('x1 th');
    expect(await dialog.isVisible()).toBe(true);
    await field.picker.fill('');
    await field.pick('x1 think', 'ThinkPad X1 Carbon');
    await keepPicture(page, 'create-dialog');
    await choose('Project', 'Help desk');
    const removed = 'ThinkPad X1 Carbon isn’t available for this project and work type';
    await field.group.getByText(removed).waitFor();
    expect(await field.group.getByText(/^(💻 )?ThinkPad X1 Carbon$/).count()).toBe(0);
    await keepPicture(page, 'create-elsewhere');
    await choose('Project', 'Demo');
    await field.picker.click();
    await field.pick('x1 think', 'ThinkPad X1 Carbon');
    await choose('Work type', 'Bug');
    await expect.poll(() => field.group.innerText()).toContain('ThinkPad X1 Carbon');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'A laptop for the new colleague' }).first().click();
    await new AssetField(page).group.getByRole('link', { name: 'ThinkPad X1 Carbon' }).waitFor();

    async function choose(name: 'Project' | 'Work type', label: string): Promise<void> {
      await dialog.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: label }).first().click();
    }
  });

  test('finds, picks and shows labels that a careless program would break on', async () => {
    await control.connect('admin');
    for (const [, label] of hostileLabels) await createLaptop(label);
    const page = await session.openAs('admin', '/browse/DEMO-9');
    const field = new AssetField(page);
    await field.startEditing();
    for (const [typed, label] of hostileLabels) await field.pick(typed, label.slice(0, 20));
    await keepPicture(page, 'edit-hostile-labels');
    await field.confirm();
    for (const [, label] of hostileLabels) {
      await field.group.getByRole('link', { name: label.slice(0, 40) }).waitFor();
    }
    await expect.poll(() => overflowOf(page)).toBe(0);
    const detailsButtons = field.group.getByRole('button', { name: /^All details of/ });
    const places = await detailsButtons.evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect().left),
    );
    expect(new Set(places).size).toBe(1);
    await keepPicture(page, 'view-hostile-labels');
    await page.setViewportSize({ width: 400, height: 900 });
    const labels = await topsOf(field.group.getByRole('link'));
    const states = await topsOf(field.group.getByText('In use', { exact: true }));
    expect(states).toHaveLength(labels.length);
    for (const [index, top] of states.entries()) {
      expect(Math.abs(top - (labels[index] ?? 0))).toBeLessThan(8);
    }
    await keepPicture(page, 'view-hostile-labels-narrow');
  });

  test('clears the field, and cancels without a change, by keyboard alone', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', '/browse/DEMO-1');
    const field = new AssetField(page);
    await field.group.getByRole('link', { name: 'MacBook Pro 14' }).waitFor();
    await field.startEditing((button) => button.press('Enter'));
    await page.keyboard.press('Escape');
    await field.group.getByRole('link', { name: 'MacBook Pro 14' }).waitFor();

    await field.startEditing((button) => button.press('Enter'));
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await field.picker.waitFor({ state: 'detached' });
    await field.group.getByText('None').waitFor();
  });

  test('leaves Confirm and Cancel in reach while the field is cleared and filled', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', '/browse/DEMO-2');
    const field = new AssetField(page);
    await field.startEditing();
    await field.group
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    expect(await field.options.count()).toBe(0);
    await field.group.getByRole('button', { name: /clear/i }).click();
    expect(await field.options.count()).toBe(0);
    await field.pick('pro mac 16', 'MacBook Pro 16');
    await expect.poll(() => field.options.count()).toBe(0);
    await field.group.getByRole('button', { name: 'Cancel' }).click();
    await field.group.getByRole('link', { name: 'MacBook Pro 14' }).waitFor();
  });

  test('picks by the person that a row shows, and keeps what another one adds meanwhile', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', '/browse/DEMO-1');
    const field = new AssetField(page);
    await field.startEditing();
    await field.pick('jurgen think', 'ThinkPad X1 Carbon');
    const { fields } = (await control.jira('lead', 'GET', '/rest/api/3/issue/DEMO-2')) as Issue;
    const { objects } = fields.customfield_10050;
    const added = objects.filter(({ label }) => label === 'MacBook Pro 16');
    const before = (await control.jira('lead', 'GET', '/rest/api/3/issue/DEMO-1')) as Issue;
    const both = [...before.fields.customfield_10050.objects, ...added];
    await control.jira('lead', 'PUT', '/rest/api/3/issue/DEMO-1', {
      fields: { customfield_10050: { objects: both } },
    });
    await field.confirm();
    for (const name of ['MacBook Pro 14', 'MacBook Pro 16', 'ThinkPad X1 Carbon'])
      await field.group.getByRole('link', { name }).waitFor();
  });

  test('shows all of an object in a dialog, by keyboard, without opening the editor', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', '/browse/DEMO-2');
    const { group, picker } = new AssetField(page);
    const button = group.getByRole('button', { name: 'All details of MacBook Pro 14' });
    await button.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Warranty until').click();
    const link = dialog.getByRole('link', { name: /^Open\b/ });
    expect(await link.getAttribute('href')).toContain(lease.serviceUrl);
    await dialog.getByRole('link', { name: /^On \d+ work items?\b/ }).waitFor();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await dialog.getByLabel('Copy this link').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await picker.count()).toBe(0);
  });

  async function createLaptop(label: string): Promise<void> {
    const transport = fetchTransport(lease.serviceUrl, { token: 'demo-admin-token' });
    const { objects } = createClient({ transport }).inWorkspace(demoWorkspaceId('IT'));
    const attributes = [
      { attributeId: demoAttributeId('IT', 'Laptop', 'Name'), values: [label] },
      { attributeId: demoAttributeId('IT', 'Laptop', 'Status'), values: ['In use'] },
    ];
    await objects.create({ typeId: demoTypeId('IT', 'Laptop'), attributes });
  }
});

/** How far from the top of the page each begins. */
function topsOf(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
}

/** Labels that a careless program would break on, each with a word that finds it. */
const hostileLabels: readonly (readonly [typed: string, label: string])[] = [
  ['spare', 'Loaner "spare" laptop'],
  ['kiosk', String.raw`Kiosk C:\front\desk`],
  ['demo', 'Demo laptop 🦄👩🏽‍💻'],
  ['مختبر', 'مختبر الاختبار 7'],
  ['template', 'Template {{x}} ${emailCurrentUser} <<x>>'],
  ['bobby', "Bobby'); drop table object; --"],
  ['history', giantLabel()],
];

/** 10,000 characters. */
function giantLabel(): string {
  const beginning = 'Field laptop with its whole history as a name: ';
  const stations = Array.from({ length: 900 }, (_, index) => `station ${index + 1}, `).join('');
  return (beginning + stations).slice(0, 10_000);
}

const gone = 'Deleted, or you don’t have access';

describe('What a person sees of a field is what the service lets them see', () => {
  test('shows the same text when access is taken away and when the object is deleted, blames no query for it, and shows a restored object again', async () => {
    await control.connect('admin');
    await control.connect('lead');
    const laptops = demoTypeId('IT', 'Laptop');
    const transport = fetchTransport(lease.serviceUrl, { token: 'demo-admin-token' });
    const { objects } = createClient({ transport }).inWorkspace(demoWorkspaceId('IT'));
    await control.setAccess({ account: 'lead', typeId: laptops, read: false });
    const refused = await session.openAs('lead', '/browse/DEMO-1');
    await new AssetField(refused).group.getByText(gone).waitFor();
    const refusedText = await new AssetField(refused).group.innerText();
    expect(refusedText).toContain('MacBook Pro 14');
    await keepPicture(refused, 'view-without-access');

    const countries = demoTypeId('Geography', 'Country');
    await control.setAccess({ account: 'lead', typeId: countries, read: false });
    await refused.goto(refused.url().replace('DEMO-1', 'DEMO-9'));
    const city = new CityField(refused);
    await city.startEditing();
    await city.group.getByText('You can’t see what is offered here').first().waitFor();
    await keepPicture(refused, 'edit-query-beyond-access');

    const laptop = demoObjectId('IT', 'Laptop', 'LT-0001');
    await objects.delete(laptop);
    const deleted = await session.openAs('admin', '/browse/DEMO-1');
    await new AssetField(deleted).group.getByText(gone).waitFor();
    expect(await new AssetField(deleted).group.innerText()).toBe(refusedText);
    await objects.restore(laptop);
    await deleted.reload();
    await new AssetField(deleted).group.getByRole('link', { name: 'MacBook Pro 14' }).waitFor();
  });

  test('tells someone without the workspace that they have no access to it', async () => {
    await control.connect('outsider');
    const page = await session.openAs('outsider', '/browse/DEMO-1');
    const { group } = new AssetField(page);
    await group.getByText('You don’t have access to this field’s workspace').waitFor();
    expect(await group.innerText()).toContain('MacBook Pro 14');
    await keepPicture(page, 'view-outsider');
  });

  test('offers someone without an account the connect page, and shows them stored labels', async () => {
    const page = await session.openAs('newcomer', '/browse/DEMO-2');
    const { group } = new AssetField(page);
    await group.getByRole('link', { name: 'Connect' }).waitFor();
    expect(await group.innerText()).toContain('ThinkPad X1 Carbon');
    await keepPicture(page, 'view-newcomer');
  });

  test('shows stored values of every odd shape without a crash', async () => {
    await control.connect('admin');
    const bare = await session.openAs('admin', '/browse/DEMO-5');
    await new AssetField(bare).group.getByRole('link', { name: 'MacBook Air 13' }).waitFor();
    const broken = await session.openAs('admin', '/browse/DEMO-6');
    await new AssetField(broken).group.getByText('can’t be read').waitFor();
    await keepPicture(broken, 'view-damaged');
    const renamed = await session.openAs('admin', '/browse/DEMO-3');
    await new AssetField(renamed).group.getByText('Saved as “Dock test machine”').waitFor();
    await keepPicture(renamed, 'view-renamed');
  });
});
