import { load } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  demoAccounts,
  demoAttributeId,
  demoObjectId,
  demoTypeId,
  demoWorkspaceId,
} from '../../../src/service';
import { startDemoService } from '../../support/demo-service';
import { duringTests } from '../../support/during-tests';
import { Browser } from '../accounts/browser';
import { workspaceApi } from '../model/resources/workspace-api';

const dayNow = () => new Date().toISOString().slice(0, 10);
/** Another one than at the end of the tests where they run over midnight. */
const firstDay = dayNow();
const service = duringTests(() => startDemoService());
const call = workspaceApi(() => service);
const laptop = (name: string) => demoAttributeId('IT', 'Laptop', name);

async function signIn(account: string) {
  const browser = new Browser();
  const page = await browser.visit(`${service.url}/account/use`);
  await browser.signIn(page, `${account}@example.com`, 'demo');
  return browser;
}

/** What each listed change says, in one line. */
function changesIn(html: string): string[] {
  const page = load(html);
  return page('.changes li')
    .toArray()
    .map((item) => page(item).text().replaceAll('\u202f', ' ').replace(/\s+/g, ' ').trim());
}

let id: string;
beforeAll(async () => {
  const created = await call('POST', '/object', {
    typeId: demoTypeId('IT', 'Laptop'),
    attributes: [{ attributeId: laptop('Name'), values: ['<b>Seen</b>'] }],
  });
  ({ id } = created.body as { id: string });
  for (const status of ['in-use', 'in-repair', 'in-stock', 'in-use', 'retired']) {
    const attributes = [{ attributeId: laptop('Status'), values: [status] }];
    await call('PATCH', `/object/${id}`, { attributes }, 'lead');
  }
});

describe('The page of an object', () => {
  test('shows its latest changes as readable differences, and leads to all of them', async () => {
    const browser = await signIn('member');
    const address = `${service.url}/workspace/${demoWorkspaceId('IT')}/object/${id}`;
    const { html } = await browser.visit(address);
    const changes = changesIn(html);
    expect(changes).toHaveLength(5);
    expect(changes[0]).toMatch(/^Status: In use → Retired .+, .+ UTC, by token “.+”$/);
    expect(html).toContain('All 6 changes');
    const all = await browser.visit(`${address}/history`);
    expect(changesIn(all.html)).toHaveLength(6);
    expect(changesIn(all.html).at(-1)).toContain('Created Name: <b>Seen</b>');
    const none = await browser.visit(`${address}/history?page=7`);
    expect(none.html).toContain('No changes.');
  });

  test('has no history for those who may not read it', async () => {
    const browser = await signIn('member');
    const contract = demoObjectId('IT', 'Contract', 'C-2024-001');
    const path = `/workspace/${demoWorkspaceId('IT')}/object/${contract}/history`;
    expect((await browser.visit(service.url + path)).status).toBe(404);
  });
});

describe('The page of the history', () => {
  test('lists the changes of the workspace for its administrators, by person, kind and day', async () => {
    const browser = await signIn('admin');
    const address = `${service.url}/account/history?workspace=${demoWorkspaceId('IT')}`;
    await call('PATCH', `/type/${demoTypeId('IT', 'Laptop')}`, { description: 'Portable' });
    const changes = changesIn((await browser.visit(address)).html);
    expect(changes[0]).toMatch(/^Changed: type Laptop Description: .+ → Portable /);
    expect(changes[1]).toContain('Changed: object <b>Seen</b> Status: In use → Retired');
    const byLead = await browser.visit(`${address}&person=LEAD@example.com`);
    expect(changesIn(byLead.html)).toHaveLength(5);
    expect(load(byLead.html)('[name=person]').attr('value')).toBe('LEAD@example.com');
    expect(changesIn((await browser.visit(`${address}&kind=type`)).html)).toHaveLength(1);
    const today = await browser.visit(`${address}&from=${firstDay}&to=${dayNow()}`);
    expect(changesIn(today.html).length).toBeGreaterThan(5);
    expect((await browser.visit(`${address}&to=2020-01-01`)).html).toContain('No changes.');
    const turned = (await browser.visit(`${address}&from=2026-02-01&to=2026-01-31`)).html;
    expect(turned).toMatch(/role="alert" id="problem">From is after To\.</);
    expect(turned).toMatch(/id="from"[^>]*aria-invalid="true"/);
    expect(turned).not.toContain('No changes.');
    const oneDay = await browser.visit(`${address}&from=2020-01-01&to=2020-01-01`);
    expect(oneDay.html).toContain('No changes.');
    const last = await browser.visit(`${address}&to=9999-12-31`);
    expect(changesIn(last.html).length).toBeGreaterThan(5);
    expect(load(last.html)('[name=to]').attr('value')).toBe('9999-12-31');
  });

  test('asks again for a person who isn’t here, and lists no members to choose from', async () => {
    const browser = await signIn('admin');
    const address = `${service.url}/account/history?workspace=${demoWorkspaceId('IT')}`;
    const unknown = await browser.visit(`${address}&person=nobody`);
    expect(changesIn(unknown.html)).toEqual([]);
    expect(load(unknown.html)('[role=alert]').text()).toBe(
      'Nobody here has this name, or several people do. Enter an email address.',
    );
    const { html } = await browser.visit(`${address}&kind=token`);
    const lead = demoAccounts.find(({ account }) => account === 'lead')?.name ?? '';
    expect(lead).not.toBe('');
    expect(html).not.toContain(lead);
  });

  test('titles access and views by what they are about', async () => {
    const browser = await signIn('admin');
    const everyone = { everyone: true };
    const access = { read: everyone, write: { userIds: [], groupIds: [] } };
    const path = `/type/${demoTypeId('IT', 'Laptop')}/access`;
    await call('PUT', path, access);
    await call('PUT', path, { read: everyone, write: everyone });
    const address = `${service.url}/account/history?workspace=${demoWorkspaceId('IT')}&kind=access`;
    const [change] = changesIn((await browser.visit(address)).html);
    expect(change).toMatch(/^Changed: access to Laptop /);
  });

  test('shows nothing to whoever isn’t an administrator', async () => {
    const browser = await signIn('member');
    const page = await browser.visit(`${service.url}/account/history`);
    expect(changesIn(page.html)).toEqual([]);
    expect(page.html).toContain('and you aren’t one in any workspace.');
    const asked = `${service.url}/account/history?workspace=${demoWorkspaceId('IT')}`;
    expect((await browser.visit(asked)).status).toBe(403);
  });
});
