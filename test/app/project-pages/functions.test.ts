import { beforeEach, describe, expect, test, vi } from 'vitest';
import { requestRepeat } from '../../../src/app/platform/forge-platform';
import { createProjectDeleted } from '../../../src/app/lifecycle-functions';
import {
  createFixture,
  onProjectPage,
  requests,
  serviceError,
  uuid,
  type Fixture,
} from '../support/resolver-fixture';
import { tab, tabContent } from '../support/resolver-functions';

const secondSite = uuid(710);
const second = { ...tab, tabId: uuid(711), name: 'Contracts', siteId: secondSite };
const parentOrigin = 'https://forge.example';
const rowKey = 'project-pages:20001';
let fixture: Fixture;

beforeEach(async () => {
  fixture = createFixture();
  fixture.sites.set(tab.siteId, [tab.pageId, uuid(703)]);
  await store(tab, second);
});

function store(...tabs: readonly unknown[]) {
  return fixture.kept.store.set(rowKey, { version: 1, revision: 1, tabs });
}

function call(accountId: string, functionKey: string, payload: unknown = {}, extension = {}) {
  return fixture.call(functionKey, payload, {
    ...onProjectPage,
    resolver: 'project',
    accountId,
    extension: { ...onProjectPage.extension, ...extension },
  });
}

async function storedTabs(): Promise<unknown> {
  const { tabs } = (await fixture.kept.store.find(rowKey)) as { tabs: unknown };
  return tabs;
}

describe('the list of tabs', () => {
  test('shows members the tabs whose site they may open, and nothing of the others', async () => {
    const reply = await call('mia', 'tabs');
    expect(reply).toEqual({
      kind: 'ok',
      value: { canManage: false, tabs: [{ tabId: tab.tabId, name: 'Laptops', isOpen: true }] },
    });
    expect(JSON.stringify(reply)).not.toMatch(new RegExp(`Contracts|${secondSite}`));
  });

  test.each(['ada', 'pia'])('shows all of them to %s, an admin of the project', async (admin) => {
    fixture.jira.allowed.set('ada', { BROWSE_PROJECTS: [20001] });
    const address = { workspaceId: tab.workspaceId, pageId: tab.pageId };
    expect(await call(admin, 'tabs')).toMatchObject({
      kind: 'ok',
      value: {
        canManage: true,
        tabs: [
          { name: 'Laptops', isOpen: true, address: { ...address, siteId: tab.siteId } },
          { name: 'Contracts', isOpen: false, address: { ...address, siteId: secondSite } },
        ],
      },
    });
  });

  test('takes one call of the service for each workspace, whatever the number of tabs', async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({
      ...tab,
      tabId: uuid(index),
      workspaceId: uuid(index % 2 ? 900 : 950),
    }));
    await store(...many);
    expect(await call('mia', 'tabs')).toMatchObject({ value: { tabs: { length: 50 } } });
    expect(requests(fixture, 'service')).toHaveLength(2);
  });

  test('asks the service nothing where there are no tabs, and names the lead to ask', async () => {
    fixture.jira.leads.set('20001', 'Lea Lead');
    await store();
    fixture.forge.grants.clear();
    expect(await call('mia', 'tabs')).toEqual({
      kind: 'ok',
      value: { tabs: [], canManage: false, leadName: 'Lea Lead' },
    });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  test('hides the tabs of a workspace that a person lost, and tells of a service that is down', async () => {
    fixture.forge.service = () => serviceError(404, 'Not found');
    expect(await call('mia', 'tabs')).toMatchObject({ kind: 'ok', value: { tabs: [] } });
    fixture.forge.service = () => new Response('<html>', { status: 502 });
    expect(await call('mia', 'tabs')).toMatchObject({ code: 'SERVICE_UNREACHABLE' });
  });

  test('asks Jira each question once, and both about managing at the same time', async () => {
    const asked: unknown[] = [];
    const answers: (() => void)[] = [];
    fixture.forge.jira = (call, accountId) => {
      asked.push(call.body);
      const answer = fixture.jira.answer(call, accountId);
      if (asked.length === 1) return answer;
      return new Promise((resolve) => {
        answers.push(() => resolve(answer));
        if (asked.length === 3) answers.forEach((send) => send());
      });
    };
    expect(await call('mia', 'tabs')).toMatchObject({ value: { canManage: false } });
    const permissions = [...JSON.stringify(asked).matchAll(/"([A-Z_]+)"/g)].map(([, name]) => name);
    expect(permissions.sort()).toEqual(['ADMINISTER', 'ADMINISTER_PROJECTS', 'BROWSE_PROJECTS']);
  });

  test('asks for the account of a person who has not connected it', async () => {
    fixture.forge.grants.delete('mia');
    expect(await call('mia', 'tabs')).toEqual({ kind: 'consent' });
  });

  test('says that it cannot read what a newer version of the app saved', async () => {
    await fixture.kept.store.set(rowKey, { version: 2, pages: [] });
    expect(await call('ada', 'tabs')).toMatchObject({
      code: 'TABS_UNREADABLE',
      canRetry: false,
    });
    expect(await call('ada', 'addTab', tabContent)).toMatchObject({ code: 'TABS_UNREADABLE' });
    expect(await fixture.kept.store.find(rowKey)).toEqual({ version: 2, pages: [] });
  });

  test('tells admins which pages are gone from a site that they may open', async () => {
    await store(tab, { ...tab, tabId: uuid(720), pageId: uuid(799) }, second);
    expect(await call('pia', 'missingPages')).toEqual({
      kind: 'ok',
      value: { tabIds: [uuid(720)] },
    });
  });
});

describe('a tab that is opened', () => {
  const open = (accountId: string, tabId: string, extension = {}) =>
    call(accountId, 'openTab', { tabId, parentOrigin }, extension);

  test('takes one call for a token, for its page, the app and the origin that frames it', async () => {
    expect(await open('mia', tab.tabId)).toEqual({
      kind: 'ok',
      value: { token: 'the-token', url: 'https://wds.example.com/embed' },
    });
    const made = fixture.forge.calls.filter(({ target }) => target === 'service');
    expect(made).toMatchObject([
      {
        path: `/public/v1/site/${tab.siteId}/page/${tab.pageId}/embed-token`,
        body: { audience: 'workspace-objects-for-jira', parentOrigin },
      },
    ]);
  });

  test('is one of the project that the person is in, and never of another', async () => {
    const foreign = { ...tab, tabId: uuid(730) };
    const row = { version: 1, revision: 1, tabs: [foreign] };
    await fixture.kept.store.set('project-pages:20002', row);
    expect(await open('mia', foreign.tabId)).toMatchObject({
      code: 'TAB_GONE',
      // Members can’t add it again.
      message: 'This tab was removed from the project. Choose another tab.',
    });
    const elsewhere = await open('mia', foreign.tabId, { project: { id: '20002' } });
    expect(elsewhere).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  test('is checked anew each time: with the permission in Jira it ends', async () => {
    expect(await open('mia', tab.tabId)).toMatchObject({ kind: 'ok' });
    fixture.jira.allowed.delete('mia');
    expect(await open('mia', tab.tabId)).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('says whether the site is closed or the page is gone', async () => {
    expect(await open('mia', second.tabId)).toMatchObject({ code: 'SITE_NOT_ACCESSIBLE' });
    fixture.sites.set(tab.siteId, []);
    expect(await open('mia', tab.tabId)).toMatchObject({ code: 'PAGE_GONE' });
  });

  test('names the address that the service does not let show its pages', async () => {
    fixture.forge.service = () => serviceError(400, 'parentOrigin');
    expect(await open('mia', tab.tabId)).toMatchObject({
      code: 'EMBEDDING_REFUSED',
      detail: parentOrigin,
    });
  });

  test('leaves its token in no log', async () => {
    fixture.forge.service = () => Response.json({ token: 'canary-4711', url: 'javascript:0' });
    expect(await open('mia', tab.tabId)).toMatchObject({ kind: 'problem' });
    await open('mia', second.tabId);
    expect(fixture.log).toHaveLength(2);
    expect(JSON.stringify(fixture.log)).not.toContain('canary');
  });
});

describe('what admins change', () => {
  test('is stored with nothing of the service but the ids', async () => {
    await store();
    const name = '  <b>Ноутбуки</b> \u202eמחשבים ';
    expect(await call('pia', 'addTab', { ...tabContent, name })).toMatchObject({ kind: 'ok' });
    expect(await fixture.kept.store.find(rowKey)).toEqual({
      version: 1,
      revision: 2,
      tabs: [{ ...tabContent, name: name.trim(), tabId: expect.any(String) as string }],
    });
  });

  test('is refused for a page that they cannot open themselves', async () => {
    const gone = { ...tabContent, pageId: uuid(799) };
    const denied = { code: 'PAGE_NOT_ACCESSIBLE', canRetry: false };
    expect(await call('pia', 'addTab', gone)).toMatchObject(denied);
    const edit = { tabId: tab.tabId, known: tabContent, wanted: gone };
    expect(await call('pia', 'editTab', edit)).toMatchObject(denied);
    expect(await storedTabs()).toEqual([tab, second]);
  });

  test('may be the name, the place and the end of a tab that they cannot open', async () => {
    const { tabId, ...known } = second;
    const wanted = { ...known, name: 'Agreements' };
    expect(await call('pia', 'editTab', { tabId, known, wanted })).toMatchObject({ kind: 'ok' });
    await call('pia', 'moveTab', { tabId, beforeTabId: tab.tabId });
    expect(await storedTabs()).toEqual([{ ...second, name: 'Agreements' }, tab]);
    await call('pia', 'removeTab', { tabId });
    expect(await storedTabs()).toEqual([tab]);
  });

  test('all stands where they save at the same moment', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `Tab ${index}`);
    const replies = await Promise.all(
      names.map((name, index) =>
        call(index % 2 ? 'ada' : 'pia', 'addTab', { ...tabContent, name }),
      ),
    );
    expect(replies.map((reply) => (reply as { kind: string }).kind)).toEqual(names.map(() => 'ok'));
    const listed = (await call('pia', 'tabs')) as { value: { tabs: { name: string }[] } };
    expect(listed.value.tabs.map(({ name }) => name).sort()).toEqual(
      ['Laptops', 'Contracts', ...names].sort(),
    );
  });

  test('is told to the second of two who rename the same tab at once', async () => {
    const rename = (accountId: string, name: string) => {
      const wanted = { ...tabContent, name };
      return call(accountId, 'editTab', { tabId: tab.tabId, known: tabContent, wanted });
    };
    const replies = await Promise.all([rename('ada', 'One'), rename('pia', 'Two')]);
    const codes = replies.map((reply) => (reply as { code?: string }).code);
    expect(codes.sort()).toEqual(['TAB_CHANGED', undefined]);
  });

  test('is found also where the function died before it reached the row', async () => {
    const added = { ...tab, tabId: uuid(740), name: 'Late' };
    const row = { version: 1, revision: 2, tabs: [tab, added] };
    await fixture.kept.store.set('project-pages-save:20001:2', row);
    expect(await call('pia', 'tabs')).toMatchObject({ value: { tabs: [{}, { name: 'Late' }] } });
    await call('pia', 'removeTab', { tabId: tab.tabId });
    expect(await storedTabs()).toEqual([added]);
  });

  test('is not held up for ever by a save that nobody finished', async () => {
    const row = { version: 1, revision: 2, tabs: [] };
    await fixture.kept.store.set('project-pages-save:20001:2', row, { ttlSeconds: 3_600 });
    fixture.clock.nowMs += 3_600_000;
    expect(await call('pia', 'removeTab', { tabId: tab.tabId })).toMatchObject({ kind: 'ok' });
    expect(await storedTabs()).toEqual([second]);
  });
});

test('what is kept of a project goes with it, in another try if the storage fails', async () => {
  const foreign = { version: 1, revision: 1, tabs: [tab] };
  await fixture.kept.store.set('project-pages:200010', foreign);
  await call('pia', 'removeTab', { tabId: tab.tabId });
  const { store } = fixture.kept.platform;
  const lines: string[] = [];
  const writeLog = (line: string) => lines.push(line);
  const projectDeleted = createProjectDeleted({ store, requestRepeat, writeLog });
  const trouble = vi.spyOn(store, 'delete').mockRejectedValueOnce(new Error('down'));
  const repeat = await projectDeleted({ project: { id: 20001 } });
  expect(JSON.parse(JSON.stringify(repeat))).toMatchObject({ _retry: true });
  expect(lines).toEqual([expect.stringContaining('project-deleted')]);
  trouble.mockRestore();
  await projectDeleted({ eventType: 'avi:jira:deleted:project', project: { id: 20001 } });
  await projectDeleted({ project: { id: '20001' } });
  expect([...fixture.kept.store.entries.keys()]).toEqual(['project-pages:200010']);
  await expect(projectDeleted({ project: {} })).rejects.toThrow();
});
