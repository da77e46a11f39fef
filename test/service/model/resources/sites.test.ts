import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/api/client';
import {
  demoAccounts,
  demoAttributeId,
  demoObjectId,
  demoTypeId,
  demoWorkspaceId,
} from '../../../../src/service';
import { giveRole } from './workspace-api';
import { demoClient, startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { violationsOf } from '../../../support/refused-calls';

/** With a second administrator, `lead`. */
const service = duringTests(async () => {
  const started = await startDemoService();
  await giveRole(started, 'lead', 'administrator');
  return started;
});

const sitesOf = (account: string) => demoClient(service, account).sites;

const idOf = (account: string) => demoAccounts.find((one) => one.account === account)?.id ?? '';
const laptop = { typeId: demoTypeId('IT', 'Laptop') };
const status = demoAttributeId('IT', 'Laptop', 'Status');
const contract = { typeId: demoTypeId('IT', 'Contract') };
const text = { kind: 'text', text: 'Words' } as const;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ServiceError ? error.code : error),
  );

describe('a site', () => {
  test('is open to every member, or to those that it names and to whoever made it', async () => {
    const open = await sitesOf('lead').create({ name: 'Open', isOpen: true });
    const named = { name: 'Named', isOpen: false, userIds: [idOf('member')] };
    const closed = await sitesOf('lead').create(named);
    expect(closed.userIds.toSorted()).toEqual([idOf('lead'), idOf('member')].toSorted());
    expect(await codeOf(sitesOf('member').get(open.id))).toBe('done');
    expect(await codeOf(sitesOf('admin').listPages(closed.id))).toBe('notFound');
    expect(await codeOf(sitesOf('member').get(closed.id))).toBe('done');
    const [first] = (await sitesOf('member').list()).result;
    expect(first).toEqual({ id: expect.any(String) as string, name: 'Fleet', isOpen: true });
  });

  test('keeps what a change leaves out, and whoever changes it can leave themselves out', async () => {
    const { id } = await sitesOf('lead').create({ name: 'Closing', isOpen: true });
    const closed = await sitesOf('admin').update(id, { isOpen: false });
    expect(closed).toMatchObject({ name: 'Closing', isOpen: false, userIds: [idOf('lead')] });
    const renamed = await sitesOf('lead').update(id, { name: 'Renamed', userIds: [] });
    const nobody = { userIds: [], groupIds: [] };
    expect(renamed).toEqual({ id, name: 'Renamed', isOpen: false, ...nobody });
    expect(await codeOf(sitesOf('lead').listPages(id))).toBe('notFound');
    expect(await codeOf(sitesOf('member').get(id))).toBe('notFound');
  });

  test('is changed under the condition that nobody else did', async () => {
    const { id } = await sitesOf('lead').create({ name: 'Versioned', isOpen: true });
    const { version: ifMatch = '' } = (await sitesOf('lead').getVersion(id)) ?? {};
    expect(await sitesOf('admin').getVersion(id, { ifNoneMatch: ifMatch })).toBeUndefined();
    const save = (name: string) => codeOf(sitesOf('admin').update(id, { name }, { ifMatch }));
    const answers = await Promise.all([save('Once'), save('Twice')]);
    expect(answers.sort()).toEqual(['changed', 'done']);
    expect(await codeOf(sitesOf('lead').update(id, { isOpen: false }, { ifMatch }))).toBe(
      'changed',
    );
    expect((await sitesOf('lead').get(id)).isOpen).toBe(true);
  });

  test('is closed to a person, and opened to them again, by name', async () => {
    const { id } = await sitesOf('lead').create({ name: 'Taken', isOpen: true });
    const target = { siteId: id };
    await service.administration.setAccess({ account: 'member', target, read: false });
    expect(await codeOf(sitesOf('member').get(id))).toBe('notFound');
    expect(await codeOf(sitesOf('admin').listPages(id))).toBe('done');
    await service.administration.setAccess({ account: 'member', target, read: true });
    expect(await codeOf(sitesOf('member').get(id))).toBe('done');
  });

  test('that its last reader leaves behind is listed, opened again and deleted by an administrator', async () => {
    const admin = sitesOf('admin');
    const { id } = await admin.create({ name: 'Left behind', isOpen: false });
    await admin.update(id, { userIds: [idOf('member')] });
    const target = { workspaceId: demoWorkspaceId('IT') };
    await service.administration.setAccess({ account: 'member', target, read: false });
    expect((await admin.list()).result.map((site) => site.id)).not.toContain(id);
    expect((await admin.list({ all: 'true' })).result.map((site) => site.id)).toContain(id);
    await admin.update(id, { userIds: [idOf('lead')] });
    expect((await admin.get(id)).userIds).toEqual([idOf('lead')]);
    expect(await codeOf(sitesOf('lead').listPages(id))).toBe('done');
    expect((await admin.update(id, { isOpen: true })).isOpen).toBe(true);
    await admin.update(id, { isOpen: false });
    await admin.delete(id);
    expect(await codeOf(sitesOf('lead').get(id))).toBe('notFound');
    await service.administration.setAccess({ account: 'member', target, read: true });
  });

  test('shows its pages to an administrator only once they may open it', async () => {
    const admin = sitesOf('admin');
    const { id } = await sitesOf('lead').create({ name: 'Closed to all others', isOpen: false });
    const page = await sitesOf('lead').createPage(id, { name: 'Page', blocks: [text] });
    const path = [id, page.id] as const;
    await admin.update(id, { name: 'Renamed' });
    await admin.update(id, { isOpen: false });
    expect(await codeOf(admin.getPage(...path))).toBe('notFound');
    expect(await codeOf(admin.listPages(id))).toBe('notFound');
    expect(await codeOf(admin.deletePage(...path))).toBe('notFound');
    await admin.update(id, { userIds: [idOf('lead'), idOf('admin')] });
    expect(await codeOf(admin.getPage(...path))).toBe('done');
  });

  test('is managed by nobody but an administrator', async () => {
    const { id } = await sitesOf('admin').create({ name: 'Not for member', isOpen: false });
    const member = sitesOf('member');
    expect((await member.list({ all: 'true' })).result.map((site) => site.id)).not.toContain(id);
    expect(await codeOf(member.update(id, { userIds: [idOf('member')] }))).toBe('forbidden');
    expect(await codeOf(member.get(id))).toBe('notFound');
  });

  test('is refused for readers who are no members', async () => {
    const stranger = { name: 'x', isOpen: false, userIds: [idOf('outsider')] };
    expect(await violationsOf(sitesOf('lead').create(stranger))).toEqual([
      'NOT_FOUND SITE userIds',
    ]);
  });

  test('takes its pages with it', async () => {
    const { id } = await sitesOf('lead').create({ name: 'Gone', isOpen: true });
    const page = await sitesOf('lead').createPage(id, { name: 'Page', blocks: [text] });
    await sitesOf('admin').delete(id);
    expect(await codeOf(sitesOf('lead').getPage(id, page.id))).toBe('notFound');
  });

  test.each(['get', 'listPages'] as const)(
    'is not there for whoever may not open it: %s',
    async (method) => {
      const { id } = await sitesOf('lead').create({ name: 'Hidden', isOpen: false });
      expect(await codeOf(sitesOf('member')[method](id))).toBe('notFound');
      expect(await codeOf(sitesOf('lead').get(id))).toBe('done');
    },
  );
});

describe('a page', () => {
  async function createPage(
    ...blocks: Parameters<ReturnType<typeof sitesOf>['createPage']>[1]['blocks']
  ) {
    const { id: siteId } = await sitesOf('admin').create({ name: 'Pages', isOpen: true });
    const page = await sitesOf('admin').createPage(siteId, { name: 'Page', blocks });
    return { ...page, path: [siteId, page.id] as const };
  }

  test('is kept as it was written, with the defaults filled in', async () => {
    const { path } = await createPage({ kind: 'table', ...laptop, columns: [status] });
    expect((await sitesOf('member').getPage(...path)).blocks).toEqual([
      {
        kind: 'table',
        ...laptop,
        columns: [status],
        query: '',
        pageSize: 20,
        hasSearch: true,
      },
    ]);
  });

  test('whose site is deleted meanwhile goes with it, or is refused because the site is gone', async () => {
    const admin = sitesOf('admin');
    const record = { kind: 'record', objectId: demoObjectId('IT', 'Laptop', 'LT-0002') } as const;
    const outcomes = new Set<unknown>();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { id: siteId } = await admin.create({ name: 'Short-lived', isOpen: true });
      const blocks = Array.from({ length: 20 }, () => record);
      const creating = codeOf(admin.createPage(siteId, { name: 'Page', blocks }));
      await Promise.all([admin.delete(siteId), creating]);
      outcomes.add(await creating);
      expect(await codeOf(admin.listPages(siteId))).toBe('notFound');
    }
    expect(['done', 'notFound']).toEqual(expect.arrayContaining([...outcomes]));
  });

  test('comes behind the others of its site, and keeps its place', async () => {
    const { path } = await createPage(text);
    const [siteId] = path;
    const second = await sitesOf('lead').createPage(siteId, { name: 'A', blocks: [] });
    await sitesOf('lead').updatePage(...path, { name: 'Z' });
    const names = (await sitesOf('lead').listPages(siteId)).result.map(({ name }) => name);
    expect(names).toEqual(['Z', 'A']);
    await sitesOf('lead').deletePage(siteId, second.id);
    expect((await sitesOf('lead').listPages(siteId)).total).toBe(1);
  });

  test('keeps a block about what its editor may not see, and takes no new one', async () => {
    const target = contract;
    await service.administration.setAccess({ account: 'lead', target, read: false });
    const hidden = { kind: 'table' as const, ...contract, columns: [] };
    const { path, blocks } = await createPage(hidden);
    const changed = await sitesOf('lead').updatePage(...path, { blocks: [...blocks, text] });
    expect(changed.blocks).toHaveLength(2);
    const another = { ...hidden, pageSize: 5 };
    expect(await violationsOf(sitesOf('lead').updatePage(...path, { blocks: [another] }))).toEqual([
      'NOT_FOUND SITE blocks.0.typeId',
    ]);
  });

  const table = { kind: 'table', ...laptop, columns: [] } as const;
  const nowhere = '00000000-0000-4000-8000-000000000000';
  test.each([
    ['an unknown type', { ...table, typeId: nowhere }, 'NOT_FOUND SITE blocks.0.typeId'],
    ['an unknown column', { ...table, columns: [nowhere] }, 'NOT_FOUND SITE blocks.0.columns.0'],
    [
      'a sort by an attribute of another type',
      { ...table, sort: { attributeId: demoAttributeId('IT', 'Person', 'Team') } },
      'NOT_FOUND SITE blocks.0.sort.attributeId',
    ],
    ['a query that is none', { ...table, query: 'Status =' }, 'INVALID SITE blocks.0.query'],
    ['a query with unknown names', { ...table, query: 'Nope = 1' }, 'INVALID SITE blocks.0.query'],
    ['NUL', { ...text, text: 'a\u0000' }, 'INVALID SITE blocks'],
    [
      'an unknown object',
      { kind: 'record', objectId: nowhere },
      'NOT_FOUND SITE blocks.0.objectId',
    ],
    [
      'a chart by a date',
      { kind: 'chart', ...laptop, attributeId: demoAttributeId('IT', 'Laptop', 'Purchased') },
      'INVALID SITE blocks.0.attributeId',
    ],
  ] as const)('is refused with %s', async (_what, block, violation) => {
    expect(await violationsOf(createPage(block as never))).toEqual([violation]);
  });
});
