import { load } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  demoAttributeId,
  demoObjectId,
  demoTypeId,
  demoWorkspaceId,
} from '../../../../src/service';
import { demoClient, startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { signInToDemo, type Browser, type Page } from '../../accounts/browser';
import { giveRole } from '../../model/resources/workspace-api';
import { writtenValues } from '../../../support/written-values';

let now = new Date('2026-11-20T12:00:00.000Z');
const service = duringTests(() => startDemoService({ clock: () => now }));
const api = () => demoClient(service).objects;
const workspaceId = demoWorkspaceId('IT');
const laptop = demoObjectId('IT', 'Laptop', 'LT-0001');

const address = (query = '') => `${service.url}/account/deleted?workspace=${workspaceId}${query}`;
const objectAddress = (id: string) => `${service.url}/workspace/${workspaceId}/object/${id}`;

let member: Browser;
beforeAll(async () => {
  member = await signInToDemo(service, 'member');
});

const remove = (...ids: string[]) => {
  const objectOperationType = 'delete' as const;
  const operations = ids.map((objectId) => ({ objectOperationType, objectId }));
  return api().change({ operations });
};
const textOf = (page: Page) => load(page.html)('main').text().replaceAll(/\s+/g, ' ').trim();

/** Sends the form of the object that the table names so. */
async function restore(browser: Browser, page: Page, label: string): Promise<Page> {
  const row = load(page.html)(`button[aria-label="Restore ${label}"]`).closest('form');
  return browser.submit({ ...page, html: row.prop('outerHTML') ?? '' }, { intent: 'restore' });
}

describe('the page of deleted objects', () => {
  test('says when there is nothing to restore', async () => {
    expect(textOf(await member.visit(address()))).toContain('There is nothing to restore.');
  });

  test('says what an object needs that would have no label, and leaves it deleted', async () => {
    const { types, attributes, objects } = demoClient(service);
    const { id: typeId } = await types.create({ name: 'Badge' });
    const text = { typeId, attributeTypeCode: 'TEXT' } as const;
    const holder = await attributes.create({ ...text, name: 'Holder' });
    const code = await attributes.create({ ...text, name: 'Code' });
    const badge = writtenValues({ [holder.id]: ['Ann’s badge'] });
    const { id } = await objects.create({ typeId, attributes: badge });
    await remove(id);
    await attributes.update(code.id, { isLabel: true });
    const refused = await restore(member, await member.visit(address()), 'Ann’s badge');
    expect(load(refused.html)('[role=alert]').text()).toContain(
      'Nothing was restored. This object would have no label: it has no value of “Code”. To restore it, make “Holder” the label',
    );
    expect(textOf(refused)).toContain('Ann’s badge Badge');
    await types.delete(typeId, { confirm: 1 });
  });

  test('lists what was deleted, by whom and when, and restores it', async () => {
    const { label } = await api().get(laptop);
    await remove(laptop);
    now = new Date(now.getTime() + 60 * 60_000);
    const page = await member.visit(address());
    expect(textOf(page)).toContain(`${label} Laptop Nov 20, 2026 by `);
    expect(textOf(page)).toContain('30 days');
    const restored = await restore(member, page, label);
    expect(restored.status).toBe(200);
    expect(restored.html).toContain(`<a href="${objectAddress(laptop)}">`);
    expect(textOf(restored)).toContain(`${label} was restored. You can`);
    expect(textOf(restored)).toContain('There is nothing to restore.');
    expect((await member.visit(objectAddress(laptop))).status).toBe(200);
    const again = await restore(member, page, label);
    expect([again.status, textOf(again)]).toEqual([
      400,
      expect.stringContaining('Nothing was restored. This object isn’t deleted.'),
    ]);
  });

  test('says what couldn’t be put back, with a link to each object that it is about', async () => {
    const holder = demoAttributeId('IT', 'Laptop', 'Assigned to');
    const find = async (type: string, query: string) =>
      (await api().search({ query, typeId: demoTypeId('IT', type), limit: 1 })).result[0]!;
    const referring = await find('Laptop', '"Assigned to" is not empty');
    const { values } = referring.attributes.find(({ attributeId }) => attributeId === holder)!;
    const { objectId: person = '', label = '' } = values[0]!.details!;
    const other = await find('Person', `Id != objectId("${person}")`);
    await remove(person);
    await api().update(referring.id, { attributes: writtenValues({ [holder]: [other.id] }) });
    const restored = await restore(member, await member.visit(address()), label);
    expect(textOf(restored)).toContain(`${label} was restored. Some values couldn’t be put back.`);
    expect(textOf(restored)).toContain(
      `“Assigned to” of ${referring.label}: it has another value now.`,
    );
    expect(restored.html).toContain(`/object/${referring.id}`);
  });

  test('has several pages where much was deleted', async () => {
    const typeId = demoTypeId('IT', 'Location');
    const name = demoAttributeId('IT', 'Location', 'Name');
    const operations = Array.from({ length: 51 }, (_, index) => ({
      ...{ objectOperationType: 'create' as const, typeId },
      attributes: writtenValues({ [name]: [`Place ${index}`] }),
    }));
    const { result } = await api().change({ operations });
    await remove(...result.map(({ objectId }) => objectId));
    expect(textOf(await member.visit(address()))).toContain('1 to 50 of 51 objects. Next page');
    expect(textOf(await member.visit(address('&page=2')))).toContain('51 to 51 of 51 objects.');
    expect(textOf(await member.visit(address('&page=99')))).toContain(
      'There is nothing on this page.',
    );
  });

  test('is for those whose role allows changing objects', async () => {
    await giveRole(service, 'member', 'reader');
    const refused = await member.visit(address());
    await giveRole(service, 'member', 'editor');
    expect([refused.status, textOf(refused)]).toEqual([
      403,
      expect.stringContaining(
        'Your role in this workspace is reader. Only an editor or an administrator can do this.',
      ),
    ]);
  });
});

describe('the page of a deleted object', () => {
  test('says by whom and when it was deleted, and restores it', async () => {
    await remove(laptop);
    const list = await member.visit(address());
    const page = await member.visit(objectAddress(laptop));
    expect(page.status).toBe(404);
    expect(textOf(page)).toMatch(
      /This object was deleted by .+ on Nov 20, 2026, 1:00.PM UTC\. You can restore it until Dec 20, 2026, 1:00.PM UTC\. Restore/,
    );
    const form = load(page.html)('button[value="restore"]').closest('form').prop('outerHTML');
    const restored = await member.submit({ ...page, html: form ?? '' }, { intent: 'restore' });
    expect(textOf(restored)).toContain('was restored.');
    // A list that was open before that page still works.
    await remove(laptop);
    const title = load(page.html)('h1').text();
    expect(textOf(await restore(member, list, title))).toContain(`${title} was restored.`);
    expect((await member.visit(objectAddress(laptop))).status).toBe(200);
  });

  test('is as if it had never been there for whoever can’t restore it', async () => {
    await remove(laptop);
    const contract = demoObjectId('IT', 'Contract', 'C-001');
    await remove(contract);
    const never = await member.visit(objectAddress(workspaceId));
    expect((await member.visit(objectAddress(contract))).html).toBe(never.html);
    await giveRole(service, 'member', 'reader');
    const asReader = await member.visit(objectAddress(laptop));
    await giveRole(service, 'member', 'editor');
    expect([asReader.status, asReader.html]).toEqual([404, never.html]);
  });
});
