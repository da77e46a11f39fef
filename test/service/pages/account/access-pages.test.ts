import { randomUUID } from 'node:crypto';
import { load } from 'cheerio';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readTypeAccess } from '../../../../src/service/model/permissions/access';
import { ada, grace, rowsOf, useIdentityServer } from '../../accounts/browser';
import type { Browser, Page } from '../../accounts/browser';
import { changeRights, openToEveryone, setRole } from '../../rights';
import { insertAccount, insertGroup, insertType } from '../../rows';

const running = useIdentityServer();
const cars = randomUUID();
const depot = randomUUID();
const bob = { id: randomUUID(), email: 'bob@example.com', name: 'Bob' };

let workspaceId: string;
beforeAll(async () => {
  workspaceId = await running.administer(ada.email, 'Fleet');
  await insertAccount(running.database, bob);
  for (const { id } of [grace, bob])
    await setRole(running.database, { workspaceId, userId: id }, 'editor');
  await insertType(running.database, workspaceId, { id: cars, name: 'Car', attributes: [] });
  await running.database.query(
    `insert into site (workspace_id, id, name, is_open) values ($1, $2, 'Depot', true)`,
    [workspaceId, depot],
  );
});
const addGroup = (name: string, id = randomUUID()) =>
  insertGroup(running.database, workspaceId, { id, name });
beforeEach(async () => {
  await openToEveryone(running.database, { workspaceId, typeId: cars });
  await running.database.query('update site set is_open = true');
  for (const table of ['user_group', 'history'])
    await running.database.query(`delete from ${table}`);
});

const open = (path: string, email = ada.email) => running.signIn(path, email);
const textOf = (page: Page, place: string) => load(page.html)(place).text().trim();
const said = (page: Page) => textOf(page, '[role=status]');
const problemIn = (page: Page) => textOf(page, '[role=alert]');
const typedIn = (page: Page, name: string) => {
  const field = load(page.html)(`[name="${name}"]`);
  return field.is('textarea') ? field.text() : field.attr('value');
};
const groupsOf = () =>
  running.database.query<{ id: string; name: string; members: string[] }>(
    `select id, name, array(
       select user_id::text from user_group_member where group_id = user_group.id order by user_id
     ) as members from user_group where workspace_id = $1 order by name`,
    [workspaceId],
  );

const pages = ['groups', 'access', 'see-as', 'people', 'history', 'member-tokens'];
describe.each(pages)('The page %s', (name) => {
  test('tells who administers nothing that they don’t', async () => {
    const { page } = await open(`/account/${name}`, grace.email);
    expect(page.status).toBe(200);
    expect(page.html).toContain(
      'Only an administrator can open this page, and you aren’t one in any workspace.',
    );
    const forms = load(page.html)('form').toArray();
    expect(forms.map((form) => form.attribs['action'])).toEqual(['/oauth/sign-out']);
    expect(page.html).not.toContain(bob.email);
    const { browser } = await open('/account/tokens', grace.email);
    const asked = `${running.url}/account/${name}?workspace=${workspaceId}`;
    const refused = await browser.visit(asked);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain(
      'Your role in this workspace is editor. Only an administrator can do this. An administrator of the workspace can change your role.',
    );
  });

  test('leads to the other pages of the account', async () => {
    const { page } = await open(`/account/${name}`);
    const links = load(page.html)('nav a').toArray();
    const addresses = links.map((link) => link.attribs['href']);
    for (const other of pages)
      expect(addresses).toContain(`/account/${other}?workspace=${workspaceId}`);
    expect(addresses).toContain('/account/tokens');
    expect(links.filter((link) => 'aria-current' in link.attribs)).toHaveLength(1);
  });
});

test.each(['groups', 'access', 'see-as', 'people'])(
  'The page %s does nothing for a form of another site',
  async (name) => {
    const { browser, page } = await open(`/account/${name}?type=${cars}`);
    const foreign = { origin: 'https://evil.example' };
    expect((await browser.submit(page, { intent: 'create', name: 'x' }, foreign)).status).toBe(403);
    const elsewhere = await browser.submit(page, { workspace: randomUUID(), intent: 'create' });
    expect(elsewhere.status).toBe(403);
    expect(await groupsOf()).toEqual([]);
  },
);

describe('The page of groups', () => {
  const create = (browser: Browser, page: Page, name: string, lines: string) =>
    browser.submit(page, { intent: 'create', name, lines });

  test('creates a group of people by their addresses or names, and deletes it', async () => {
    const { browser, page } = await open('/account/groups');
    const lines = `"Jones, Bob" <bob@example.com>; Grace Hopper\n\n<BOB@example.com>\tgrace@example.com`;
    const created = await create(browser, page, 'Drivers', lines);
    expect(said(created)).toBe('The group “Drivers” was created.');
    const [group] = await groupsOf();
    expect(group?.members).toEqual([grace.id, bob.id].sort());
    expect(rowsOf(created)[0]?.slice(0, 2)).toEqual(['Drivers', '2 members']);
    const deleted = await browser.submit(created, { intent: 'delete', id: group?.id ?? '' });
    expect(said(deleted)).toBe('The group “Drivers” was deleted.');
    const again = await browser.submit(deleted, { intent: 'delete', id: group?.id ?? '' });
    expect(said(again)).toBe('Nothing was changed: this group is no longer there.');
  });

  test.each([
    ['nobody', 'Drivers', 'nobody@example.com', 'Line 1: “nobody@example.com” isn’t known here.'],
    ['no name', ' ', '', 'Name can’t be empty.'],
    ['a long name', 'x'.repeat(300), '', 'Name can have up to 255 characters.'],
    [
      'a name that is taken',
      'pilots',
      '',
      'A group in this workspace is already called “pilots”: choose another name.',
    ],
  ])('refuses a group with %s and keeps what was typed', async (_, name, lines, problem) => {
    const { browser, page } = await open('/account/groups');
    await create(browser, page, 'Pilots', '');
    const before = await groupsOf();
    const refused = await create(browser, page, name, lines);
    expect(refused.status).toBe(422);
    expect(problemIn(refused)).toBe(problem);
    expect(refused.html).toContain('<title>Error: Groups in Fleet');
    expect([typedIn(refused, 'name'), typedIn(refused, 'lines')]).toEqual([name, lines]);
    expect(await groupsOf()).toEqual(before);
  });

  test('renames a group, adds people and takes them out', async () => {
    const { browser, page } = await open('/account/groups');
    await create(browser, page, 'Drivers', '');
    const [{ id } = { id: '' }] = await groupsOf();
    const own = await browser.visit(`${running.url}/account/groups?group=${id}`);
    expect(own.html).toContain('Nobody is in this group.');
    const added = await browser.submit(own, { intent: 'add', lines: 'bob@example.com\nBob' });
    expect(said(added)).toBe('1 person added.');
    const lines = '"Jones, Bob" <bob@example.com>; grace@example.com, nobody@example.com';
    const refused = await browser.submit(added, { intent: 'add', lines });
    expect(problemIn(refused)).toBe('Line 1: “nobody@example.com” isn’t known here.');
    expect(typedIn(refused, 'lines')).toBe(lines);
    const renamed = await browser.submit(added, { intent: 'rename', name: 'Riders' });
    expect(said(renamed)).toBe('The group is now called Riders.');
    expect(await groupsOf()).toEqual([{ id, name: 'Riders', members: [bob.id] }]);
    const out = await browser.submit(renamed, { intent: 'take-out', person: bob.id });
    expect(said(out)).toBe('The person was removed from the group.');
    expect(await groupsOf()).toEqual([{ id, name: 'Riders', members: [] }]);
  });

  test('stays small in a workspace with 5,000 people, and finds one of them', async () => {
    await running.database.query(
      `insert into account (id, email, name, password_hash)
       select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
         'p' || n || '@example.com', 'Person ' || n, 'none' from generate_series(1, 5000) as n`,
    );
    await running.database.query(
      `insert into membership select $1, id from account where email ~ '^p\\d+@'`,
      [workspaceId],
    );
    const { browser, page } = await open('/account/people');
    expect(page.html.length).toBeLessThan(200_000);
    expect(page.html).toContain('1 to 50 of 5003 members.');
    const found = await browser.visit(`${page.url}?find=P4321@`);
    expect(rowsOf(found).map(([name]) => name)).toEqual([
      'Person 4321 p4321@example.com Invited, no password yet',
    ]);
    const groups = await browser.visit(`${running.url}/account/groups`);
    const lines = Array.from({ length: 5000 }, (_, n) => `p${n + 1}@example.com`).join('\n');
    expect(said(await create(browser, groups, 'All', lines))).toBe('The group “All” was created.');
    const [{ id } = { id: '' }] = await groupsOf();
    const own = await browser.visit(`${running.url}/account/groups?group=${id}&page=100`);
    expect(own.html).toContain('4951 to 5000 of 5000 members.');
    // Their accounts stay, which nothing here looks at: they take long to delete.
    await running.database.query(
      `delete from membership using account where account.id = user_id and email ~ '^p\\d+@'`,
    );
  });
});

describe('The page of access', () => {
  const choose = (browser: Browser, page: Page, access: Record<string, string>) =>
    browser.submit(page, { intent: 'save', read: 'chosen', write: 'chosen', ...access });

  test('lists who reads and changes what', async () => {
    const { page } = await open('/account/access');
    expect(rowsOf(page)).toEqual([
      ['Car', 'Type', 'Everyone', 'Everyone'],
      ['Depot', 'Site', 'Everyone', 'Administrators'],
    ]);
  });

  test('gives a type to people and groups', async () => {
    await addGroup('Drivers');
    const { browser, page } = await open(`/account/access?type=${cars}`);
    const access = { 'read.people': 'Bob', 'read.groups': 'drivers', 'write.people': bob.email };
    const changed = await choose(browser, page, access);
    expect(said(changed)).toBe('The access to “Car” was changed.');
    expect(typedIn(changed, 'read.people')).toBe('Bob <bob@example.com>');
    expect(typedIn(changed, 'read.groups')).toBe('Drivers');
    const { read, write } = await readTypeAccess(running.database, { workspaceId }, cars);
    expect(read).toMatchObject({ userIds: [bob.id], groupIds: [expect.any(String)] });
    expect(write).toEqual({ userIds: [bob.id], groupIds: [] });
    const list = await browser.visit(`${running.url}/account/access`);
    expect(rowsOf(list)[0]).toEqual(['Car', 'Type', '1 person and 1 group', '1 person']);
  });

  test.each([
    ['a name like somebody’s line', { name: `Bob <${bob.email}>`, email: 'eve@example.com' }],
    ['a name of two lines', { name: 'Bob\nEve', email: 'eve@example.com' }],
    ['an address that ends like theirs', { name: 'Eve', email: `eve<${bob.email}` }],
  ])('keeps everybody’s access if it is saved unchanged, also beside %s', async (_, eve) => {
    const id = randomUUID();
    await insertAccount(running.database, { id, ...eve });
    await setRole(running.database, { workspaceId, userId: id }, 'editor');
    const { browser, page } = await open(`/account/access?type=${cars}`);
    const named = async (lines: string) => {
      const changed = await choose(browser, page, {
        'read.people': lines,
        'write.people': '',
        version: typedIn(await browser.visit(page.url), 'version') ?? '',
      });
      expect([problemIn(changed), said(changed)]).toEqual(['', 'The access to “Car” was changed.']);
      const { read } = await readTypeAccess(running.database, { workspaceId }, cars);
      return { ids: 'userIds' in read ? read.userIds : [], lines: typedIn(changed, 'read.people') };
    };
    for (const person of [bob, { id, ...eve }]) {
      const first = await named(person.email);
      expect(first.ids).toEqual([person.id]);
      expect((await named(first.lines ?? '')).ids).toEqual([person.id]);
    }
    await running.database.query('delete from account where id = $1', [id]);
  });

  test('takes nobody by a name with an address in it, but groups by whatever they are called', async () => {
    const rename = 'update account set name = $2 where id = $1';
    await running.database.query(rename, [bob.id, 'Bob @ work']);
    await addGroup('Drivers @ work');
    const { browser, page } = await open(`/account/access?type=${cars}`);
    const refused = await choose(browser, page, { 'read.people': 'Bob @ work' });
    expect(problemIn(refused)).toBe('Line 1: “Bob @ work” isn’t known here.');
    const changed = await choose(browser, page, { 'read.groups': 'drivers @ Work' });
    expect(typedIn(changed, 'read.groups')).toBe('Drivers @ work');
    await running.database.query(rename, [bob.id, bob.name]);
  });

  test.each([
    ['type', cars, 'Remove everyone’s access to “Car”?'],
    ['site', depot, 'Remove everyone’s access to “Depot”?'],
  ])('asks before it leaves nobody who can read a %s', async (kind, id, question) => {
    const { browser, page } = await open(`/account/access?${kind}=${id}`);
    const asked = await choose(browser, page, { 'read.people': ' \n' });
    expect(textOf(asked, 'h1')).toBe(question);
    expect(rowsOf(await browser.visit(`${running.url}/account/access`))).toEqual([
      ['Car', 'Type', 'Everyone', 'Everyone'],
      ['Depot', 'Site', 'Everyone', 'Administrators'],
    ]);
    const confirmed = await browser.submit(asked, { intent: 'save' });
    expect(said(confirmed)).toMatch(/^The access to “\w+” was changed\.$/);
    const list = rowsOf(await browser.visit(`${running.url}/account/access`));
    expect(list.find(([, of]) => of?.toLowerCase() === kind)?.[2]).toBe('Nobody');
    expect(said(await choose(browser, confirmed, {}))).toMatch(/ was changed\.$/);
  });

  test('says where a group among the people belongs, and a person among the groups', async () => {
    await addGroup('Drivers');
    const { browser, page } = await open(`/account/access?type=${cars}`);
    const among = async (access: Record<string, string>) =>
      problemIn(await choose(browser, page, access));
    expect(await among({ 'read.people': 'Bob\ndrivers' })).toBe(
      'Line 2: “drivers” is a group: enter it under Groups.',
    );
    expect(await among({ 'read.groups': 'Bob' })).toBe(
      'Line 1: “Bob” is a person: enter them under People.',
    );
    const groups = await browser.visit(`${running.url}/account/groups`);
    expect(
      problemIn(await browser.submit(groups, { intent: 'create', name: 'All', lines: 'Drivers' })),
    ).toBe('Line 1: “Drivers” is a group: only people can be in a group.');
  });

  test('lets everyone change objects who reads them', async () => {
    const { browser, page } = await open(`/account/access?type=${cars}`);
    const saved = await choose(browser, page, { 'read.people': 'Bob', write: 'everyone' });
    expect(said(saved)).toBe('The access to “Car” was changed.');
    const { read, write } = await readTypeAccess(running.database, { workspaceId }, cars);
    expect(write).toEqual(read);
    const checked = load(saved.html)('input[name="write"][checked]').attr('value');
    expect(checked).toBe('everyone');
  });

  test('refuses a writer who can’t read, and keeps what was typed', async () => {
    const { browser, page } = await open(`/account/access?type=${cars}`);
    const access = { 'read.people': 'Bob', 'write.people': ada.email };
    const refused = await choose(browser, page, access);
    expect(refused.status).toBe(422);
    expect(problemIn(refused)).toBe(
      'Ada <b>Byron</b> would change objects of this type without being able to read them. Add them to read too.',
    );
    expect(typedIn(refused, 'write.people')).toBe(ada.email);
    const unknown = await choose(browser, page, { 'read.groups': 'No group' });
    expect(problemIn(unknown)).toBe('Line 1: “No group” isn’t known here.');
    expect(await readTypeAccess(running.database, { workspaceId }, cars)).toHaveProperty(
      'read.everyone',
    );
  });

  test.each([
    ['type', cars],
    ['site', depot],
  ])('doesn’t replace what others changed of a %s unseen, but shows it', async (kind, id) => {
    const { browser, page } = await open(`/account/access?${kind}=${id}`);
    await choose(browser, page, { 'read.people': 'Bob' });
    const late = await choose(browser, page, { 'read.people': grace.email });
    expect(late.status).toBe(422);
    expect(problemIn(late)).toContain('Someone else has changed this');
    expect(typedIn(late, 'read.people')).toBe(grace.email);
    expect(late.html).toMatch(/as saved now<\/dt>\s*<dd>Bob &lt;/);
    const kept = await choose(browser, late, { 'read.people': grace.email });
    expect(typedIn(kept, 'read.people')).toBe(`Grace Hopper <${grace.email}>`);
    const everyone = await choose(browser, kept, { read: 'everyone', write: 'everyone' });
    expect(said(everyone)).toMatch(/^The access to “\w+” was changed\.$/);
  });
});

describe('Two administrators who save the access to one place at once', () => {
  test.each([
    ['type', cars],
    ['site', depot],
  ])('don’t replace each other’s change of a %s', async (kind, id) => {
    const { browser, page } = await open(`/account/access?${kind}=${id}`);
    const save = (person: string) =>
      browser.submit(page, { intent: 'save', read: 'chosen', 'read.people': person });
    const answers = await Promise.all([save('Bob'), save(grace.email)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe('The page that shows what a person sees', () => {
  const see = (browser: Browser, page: Page, person: string) => browser.submit(page, { person });

  test('says what they read and change, and through what, and is recorded', async () => {
    const group = randomUUID();
    await addGroup('Drivers', group);
    const join = 'insert into user_group_member values ($1, $2, $3)';
    await changeRights(running.database, workspaceId, join, [workspaceId, group, grace.id]);
    await running.database.query(
      `insert into object
         (workspace_id, id, type_id, label, label_key, label_words, created_at, updated_at)
       values ($1, $2, $3, 'x', 'x', to_tsvector('simple', 'x'), now(), now())`,
      [workspaceId, randomUUID(), cars],
    );
    const { browser, page } = await open('/account/see-as');
    const all = await see(browser, page, 'Grace Hopper');
    expect(rowsOf(all)).toEqual([
      ['Car', '1', 'Yes: everyone can', 'Yes: everyone can'],
      ['Depot', 'Yes: everyone can'],
    ]);
    const place = await browser.visit(`${running.url}/account/access?type=${cars}`);
    const access = { 'read.people': 'Bob', 'read.groups': 'Drivers', 'write.people': 'Bob' };
    await browser.submit(place, { intent: 'save', read: 'chosen', write: 'chosen', ...access });
    const rowOf = async (person: string) => rowsOf(await see(browser, page, person))[0];
    expect(await rowOf(grace.email)).toEqual(['Car', '1', 'Yes: group Drivers', 'No']);
    expect(await rowOf('Bob')).toEqual(['Car', '1', 'Yes: by name', 'Yes: by name']);
    expect(await rowOf(ada.email)).toEqual(['Car', 'None', 'No', 'No']);
    await setRole(running.database, { workspaceId, userId: bob.id }, 'reader');
    expect((await rowOf('Bob'))?.[3]).toBe('No: readers can’t change anything');
    await setRole(running.database, { workspaceId, userId: bob.id }, 'editor');
    const views = await running.database.query<{ id: string; author: string }>(
      `select subject_id as id, user_id as author from history where action = 'view' order by number`,
    );
    expect(views.map(({ id }) => id)).toEqual([grace, grace, bob, ada, bob].map(({ id }) => id));
    expect(new Set(views.map(({ author }) => author))).toEqual(new Set([ada.id]));
  });

  test('asks again for someone who isn’t here, and records nothing of a link', async () => {
    const { browser, page } = await open(`/account/see-as?person=${bob.id}`);
    expect(typedIn(page, 'person')).toBe('Bob <bob@example.com>');
    for (const [typed, problem] of [
      ['nobody@example.com', 'Nobody here has this name or address.'],
      ['', 'Enter an email address or a name.'],
    ] as const) {
      const refused = await see(browser, page, typed);
      expect(refused.status).toBe(422);
      expect(problemIn(refused)).toBe(problem);
      expect(typedIn(refused, 'person')).toBe(typed);
    }
    expect(await running.database.query('select from history')).toEqual([]);
  });
});
