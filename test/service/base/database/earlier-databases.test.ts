import { beforeAll, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../../src/service/base/database/migrate.mjs';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import type { Caller } from '../../../../src/service/model/permissions/workspace-view';
import { deleteAndKeep } from '../../../../src/service/model/resources/deleted-objects';
import { readObject } from '../../../../src/service/model/resources/objects';
import { readSite, readSites } from '../../../../src/service/model/sites/sites';
import { searchObjects } from '../../../../src/service/model/search/search-objects';
import { id } from '../../fleet-stages';
import { openTestDatabase } from '../../../support/test-database';
import { duringTests } from '../../../support/during-tests';

const fleet = 'aaaaaaaa-0000-4000-8000-00000000000a';
const archive = 'bbbbbbbb-0000-4000-8000-00000000000b';
const latestOfFirstVersion = '0021-storage-budgets.sql';

const database = duringTests(() => openTestDatabase());
beforeAll(async () => {
  await database.runScript('drop schema public cascade; create schema public');
  // Where this test made the tables, what the migrations left in the session is there too.
  await database.query('discard temp');
  await database.runScript(await readScript(latestOfFirstVersion));
  await database.runScript(earlierRows);
  await database.runScript('create table migration (name text primary key)');
  await rememberMigration(latestOfFirstVersion);
  await migrate(database);
});

async function readScript(migration: string): Promise<string> {
  return (await readMigrations()).find(({ name }) => name === migration)?.script ?? '';
}

async function rememberMigration(name: string): Promise<void> {
  await database.query('insert into migration values ($1)', [name]);
}

test('A migration holds nothing in which a Postgres server would get its script split at a wrong semicolon', async () => {
  const notRead = /\/\*|(?<!\$)\$\w+\$(?!\$)|\be'|\bbegin atomic\b|"[^"\n]*;[^"\n]*"/gi;
  const found = (await readMigrations()).map(({ name, script }) => [name, script.match(notRead)]);
  expect(found.filter(([, marks]) => marks !== null)).toEqual([]);
});

/**
 * What version 0.1.0 wrote. Ann is in both workspaces and may not read secrets; Bob is in one, and may not open
 * the site that is open to all others.
 */
const earlierRows = `
  insert into account values
    ('${id(1)}', 'ann@example.com', 'Ann', 'none'), ('${id(2)}', 'bob@example.com', 'Bob', 'none');
  insert into workspace (id, name) values ('${fleet}', 'Fleet'), ('${archive}', 'Archive');
  insert into membership values
    ('${fleet}', '${id(1)}', true), ('${archive}', '${id(1)}', false), ('${fleet}', '${id(2)}', false);
  insert into type (id, workspace_id, name) values
    ('${id(10)}', '${fleet}', 'Laptop'), ('${id(11)}', '${fleet}', 'Secret'), ('${id(12)}', '${archive}', 'Laptop');
  insert into type_denial values ('${id(11)}', '${id(1)}', '${fleet}');
  begin;
  insert into workflow values ('${id(20)}', '${fleet}', 'Life', '${id(21)}');
  insert into workflow_state values
    ('${id(21)}', '${id(20)}', 'New', false, 0, '${fleet}'), ('${id(22)}', '${id(20)}', 'Old', true, 1, '${fleet}');
  insert into workflow_transition values
    ('${id(23)}', '${id(20)}', 'Age', '${id(21)}', '${id(22)}', 0, '${fleet}');
  commit;
  insert into attribute
      (workspace_id, id, type_id, name, attribute_type_code, configuration, is_label, position) values
    ('${fleet}', '${id(30)}', '${id(10)}', 'Name', 'TEXT', null, true, 0),
    ('${fleet}', '${id(31)}', '${id(10)}', 'Stage', 'WORKFLOW', '{"workflowId": "${id(20)}"}', false, 1),
    ('${fleet}', '${id(32)}', '${id(10)}', 'Spare', 'REFERENCE', '{"targetTypeId": "${id(10)}"}', false, 2),
    ('${fleet}', '${id(33)}', '${id(10)}', 'Photo', 'MEDIA', null, false, 3),
    ('${archive}', '${id(34)}', '${id(12)}', 'Name', 'TEXT', null, true, 0);
  insert into content (key, workspace_id, file_name, content_type, file_size, created_at, used_at)
    values ('${id(40)}', '${fleet}', 'front.jpg', 'image/jpeg', 9, now(), now());
  insert into object values
    ('${id(50)}', '${fleet}', '${id(10)}', 'Łódź one', 'lodz one', '0000000alodz 0000000aone', now(), now()),
    ('${id(51)}', '${archive}', '${id(12)}', 'Lodz two', 'lodz two', '0000000blodz 0000000btwo', now(), now()),
    ('${id(52)}', '${fleet}', '${id(10)}', '', '', '', now(), now());
  insert into object_value
      (workspace_id, id, object_id, attribute_id, position, value, key, words, reference_id, content_key) values
    ('${fleet}', '${id(60)}', '${id(50)}', '${id(30)}', 0, 'Łódź one', 'lodz one', '0000000alodz 0000000aone', null, null),
    ('${fleet}', '${id(61)}', '${id(50)}', '${id(31)}', 0, '${id(22)}', null, null, null, null),
    ('${fleet}', '${id(62)}', '${id(50)}', '${id(32)}', 0, '${id(52)}', null, null, '${id(52)}', null),
    ('${fleet}', '${id(63)}', '${id(50)}', '${id(33)}', 0, '${id(40)}', 'front.jpg', '0000000afront 0000000ajpg', null, '${id(40)}'),
    ('${archive}', '${id(64)}', '${id(51)}', '${id(34)}', 0, 'Lodz two', 'lodz two', '0000000blodz 0000000btwo', null, null);
  insert into site values
    ('${id(70)}', '${fleet}', 'Handbook', false), ('${id(71)}', '${fleet}', 'News', true), ('${id(72)}', '${fleet}', 'Menu', true);
  insert into site_access values
    ('${id(70)}', '${id(2)}', true, '${fleet}'), ('${id(71)}', '${id(2)}', false, '${fleet}');
  insert into page (workspace_id, id, site_id, name, position) values ('${fleet}', '${id(75)}', '${id(70)}', 'First', 0);
  create table fired (table_name text);
  create function fire() returns trigger language plpgsql as $$
    begin insert into fired values (tg_table_name); return null; end $$;
  create trigger watching after update on object_value for each statement execute function fire();`;

const caller = { userId: id(1), name: 'Ann', email: 'ann@example.com', via: 'token' } as const;
const bob = { userId: id(2), name: 'Bob', email: 'bob@example.com', via: 'token' } as const;
const dependencies = () => ({
  database,
  serviceUrl: 'http://service',
  clock: () => new Date(),
});
const view = (of: Caller = caller) => viewWorkspace(database, of, fleet);
const namesOf = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name);

async function find(query: string): Promise<string[]> {
  const { result } = await searchObjects(dependencies(), await view(), { query });
  return result.map((object) => object.id);
}

test('Administrators of an earlier version stay administrators, and other members become editors', async () => {
  expect((await view()).role).toBe('administrator');
  expect((await view(bob)).role).toBe('editor');
});

test('Whoever is in one workspace of an earlier version is taken to come from it, and whoever is in several from none', async () => {
  const accounts = await database.query(
    'select name, origin_workspace_id as "originWorkspaceId" from account order by name',
  );
  expect(accounts).toEqual([
    { name: 'Ann', originWorkspaceId: null },
    { name: 'Bob', originWorkspaceId: fleet },
  ]);
});

test('The rows of an earlier version are kept, each in a workspace that it had', async () => {
  const ofArchive = 'select id from object_value where workspace_id = $1';
  expect(await database.query(ofArchive, [archive])).toEqual([{ id: id(64) }]);
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id'`,
  );
  const workspaces = tables.map(({ name }) => `select workspace_id as id from ${name}`);
  const named = await database.query(`${workspaces.join(' union ')} order by id`);
  expect(named).toEqual([{ id: fleet }, { id: archive }]);
});

test('A type that some members were denied is open to the others alone, by name', async () => {
  expect(namesOf((await view()).types)).toEqual(['Laptop']);
  expect(namesOf((await view(bob)).types)).toEqual(['Laptop', 'Secret']);
  const access = await database.query(
    `select user_id as "userId", may_read and may_write as "mayAll" from type_access where type_id = $1`,
    [id(11)],
  );
  expect(access).toEqual([{ userId: id(2), mayAll: true }]);
});

test('A site that some members were kept out of is closed, and open to the others by name', async () => {
  const sitesOf = async (of: Caller) =>
    namesOf(await readSites(database, await view(of), { all: false }));
  expect(await sitesOf(caller)).toEqual(['Menu', 'News']);
  expect(await sitesOf(bob)).toEqual(['Handbook', 'Menu']);
  expect(await readSite(database, await view(), id(71))).toMatchObject({
    isOpen: false,
    userIds: [id(1)],
  });
});

test('A database of an earlier version is read as before', async () => {
  const object = await readObject(dependencies(), await view(), id(50));
  expect(object.attributes.map(({ values: [value] }) => [value?.value, value?.details])).toEqual([
    ['Łódź one', undefined],
    [id(22), { name: 'Old', isEndState: true }],
    [id(52), expect.objectContaining({ objectId: id(52) })],
    [id(40), expect.objectContaining({ fileName: 'front.jpg' })],
  ]);
});

test('A database of an earlier version is searched as before', async () => {
  for (const query of [
    'Label ~ "lod"',
    'Name = "one"',
    'Photo ~ "front"',
    `Spare.Id = "${id(52)}"`,
  ]) {
    expect(await find(query), query).toEqual([id(50)]);
  }
});

test('An upgrade changes no value, so that nothing that watches for changes is told', async () => {
  expect(await database.query('select * from fired')).toEqual([]);
});

test('A database that a newer version has used is refused with both versions, and not changed', async () => {
  await database.runScript(`insert into migration values ('9998-later.sql'), ('9999-latest.sql')`);
  const known = (await readMigrations()).at(-1)?.name.replace('.sql', '') ?? '';
  await expect(migrate(database)).rejects.toThrow(
    new RegExp(`have version 9999 \\(9999-latest\\), and .* knows version \\d+ \\(${known}\\)`),
  );
  await database.query('delete from migration where name > $1', ['9']);
});

test.each([
  ['before the first release', ['0001-workspace-data.sql', '0020-invitation-forms.sql'], 20, 21],
  ['between two releases', [latestOfFirstVersion, '0031-delete-and-keep.sql'], 31, 32],
])(
  'A database from %s is refused with its version and the next one, and not changed',
  async (_, names, own, next) => {
    const applied = await database.query<{ name: string }>('select name from migration');
    await database.query('delete from migration');
    for (const name of names) await rememberMigration(name);
    await expect(migrate(database)).rejects.toThrow(
      new RegExp(
        `have version ${own} .* to version ${next} .*Nothing was changed.* still has the file ${names.at(-1)},`,
      ),
    );
    expect(await database.query('select name from migration')).toHaveLength(names.length);
    await database.query('delete from migration');
    for (const { name } of applied) await rememberMigration(name);
  },
);

test('What referred to each other in an earlier version still goes together', async () => {
  await database.query('delete from object where workspace_id = $1 and id = $2', [fleet, id(52)]);
  expect(await database.query('select from object_value where id = $1', [id(62)])).toEqual([]);
  await deleteAndKeep(database, { workspaceId: fleet, caller }, id(50), new Date());
  const released = await database.query('select is_released as "isReleased" from content');
  expect(released).toEqual([{ isReleased: true }]);
});
