import { beforeAll, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../../src/service/base/database/migrate.mjs';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import { deleteAndKeep } from '../../../../src/service/model/resources/deleted-objects';
import { readObject } from '../../../../src/service/model/resources/objects';
import { searchObjects } from '../../../../src/service/model/search/search-objects';
import { id } from '../../fleet-stages';
import { openTestDatabase } from '../../../support/test-database';
import { duringTests } from '../../../support/during-tests';

const fleet = 'aaaaaaaa-0000-4000-8000-00000000000a';
const archive = 'bbbbbbbb-0000-4000-8000-00000000000b';
const firstOfEveryKey = '0016-workspace-in-every-key.sql';

const database = duringTests(() => openTestDatabase());
beforeAll(async () => {
  await database.runScript('drop schema public cascade; create schema public');
  // Where this test made the tables, what the migrations left in the session is there too.
  await database.query('discard temp');
  for (const { name, script } of await readMigrations()) {
    if (name < firstOfEveryKey) await database.runScript(script);
  }
  await database.runScript(earlierRows);
  await database.runScript('create table migration (name text primary key)');
  for (const { name } of await readMigrations()) {
    if (name < firstOfEveryKey) await database.query('insert into migration values ($1)', [name]);
  }
  await migrate(database);
});

test('A migration holds nothing in which a Postgres server would get its script split at a wrong semicolon', async () => {
  const notRead = /\/\*|(?<!\$)\$\w+\$(?!\$)|\be'|\bbegin atomic\b|"[^"\n]*;[^"\n]*"/gi;
  const found = (await readMigrations()).map(({ name, script }) => [name, script.match(notRead)]);
  expect(found.filter(([, marks]) => marks !== null)).toEqual([]);
});

/** What a service wrote whose tables knew the workspace of a row only through another one. */
const earlierRows = `
  insert into account values ('${id(1)}', 'ann@example.com', 'Ann', 'none');
  insert into workspace (id, name) values ('${fleet}', 'Fleet'), ('${archive}', 'Archive');
  insert into membership (workspace_id, user_id) values ('${fleet}', '${id(1)}');
  insert into type (id, workspace_id, name) values
    ('${id(10)}', '${fleet}', 'Laptop'), ('${id(11)}', '${fleet}', 'Secret'), ('${id(12)}', '${archive}', 'Laptop');
  insert into type_denial values ('${id(11)}', '${id(1)}');
  begin;
  insert into workflow values ('${id(20)}', '${fleet}', 'Life', '${id(21)}');
  insert into workflow_state values ('${id(21)}', '${id(20)}', 'New', false, 0), ('${id(22)}', '${id(20)}', 'Old', true, 1);
  insert into workflow_transition values ('${id(23)}', '${id(20)}', 'Age', '${id(21)}', '${id(22)}', 0);
  commit;
  insert into attribute (id, type_id, name, attribute_type_code, configuration, is_label, position) values
    ('${id(30)}', '${id(10)}', 'Name', 'TEXT', null, true, 0),
    ('${id(31)}', '${id(10)}', 'Stage', 'WORKFLOW', '{"workflowId": "${id(20)}"}', false, 1),
    ('${id(32)}', '${id(10)}', 'Spare', 'REFERENCE', '{"targetTypeId": "${id(10)}"}', false, 2),
    ('${id(33)}', '${id(10)}', 'Photo', 'MEDIA', null, false, 3),
    ('${id(34)}', '${id(12)}', 'Name', 'TEXT', null, true, 0);
  insert into content (key, workspace_id, file_name, content_type, file_size, created_at, used_at)
    values ('${id(40)}', '${fleet}', 'front.jpg', 'image/jpeg', 9, now(), now());
  insert into object values
    ('${id(50)}', '${fleet}', '${id(10)}', 'Łódź one', 'lodz one', '''lodz'' ''one''', now(), now()),
    ('${id(51)}', '${archive}', '${id(12)}', 'Lodz two', 'lodz two', '''lodz'' ''two''', now(), now()),
    ('${id(52)}', '${fleet}', '${id(10)}', '', '', '', now(), now());
  insert into object_value (id, object_id, attribute_id, position, value, key, words, reference_id, content_key) values
    ('${id(60)}', '${id(50)}', '${id(30)}', 0, 'Łódź one', 'lodz one', '''lodz'' ''one''', null, null),
    ('${id(61)}', '${id(50)}', '${id(31)}', 0, '${id(22)}', null, null, null, null),
    ('${id(62)}', '${id(50)}', '${id(32)}', 0, '${id(52)}', null, null, '${id(52)}', null),
    ('${id(63)}', '${id(50)}', '${id(33)}', 0, '${id(40)}', 'front.jpg', '''front'' ''jpg''', null, '${id(40)}'),
    ('${id(64)}', '${id(51)}', '${id(34)}', 0, 'Lodz two', 'lodz two', '''lodz'' ''two''', null, null);
  insert into site values ('${id(70)}', '${fleet}', 'Handbook', false);
  insert into site_access values ('${id(70)}', '${id(1)}', true);
  insert into page (id, site_id, name, position) values ('${id(71)}', '${id(70)}', 'First', 0);
  create table fired (table_name text);
  create function fire() returns trigger language plpgsql as $$
    begin insert into fired values (tg_table_name); return null; end $$;
  create trigger watching after update on object_value for each statement execute function fire();`;

const caller = { userId: id(1), name: 'Ann', email: 'ann@example.com', via: 'token' } as const;
const dependencies = () => ({
  database,
  serviceUrl: 'http://service',
  clock: () => new Date(),
});
const view = () => viewWorkspace(database, caller, fleet);

async function find(query: string): Promise<string[]> {
  const { result } = await searchObjects(dependencies(), await view(), { query });
  return result.map((object) => object.id);
}

test('A database of an earlier version keeps its rows, each in the workspace that it was of', async () => {
  const tables = ['type_access', 'attribute', 'object_value', 'workflow_state'];
  tables.push('workflow_transition', 'site_access', 'page');
  for (const table of tables) {
    const others = `workspace_id <> '${fleet}' and workspace_id <> '${archive}'`;
    expect(await database.query(`select from ${table} where ${others}`), table).toEqual([]);
  }
  const inArchive = await database.query(
    `select id from object_value where workspace_id = '${archive}'`,
  );
  expect(inArchive).toEqual([{ id: id(64) }]);
});

test('A database of an earlier version is read as before', async () => {
  expect((await view()).types.map(({ name }) => name)).toEqual(['Laptop']);
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
  await database.query('delete from migration where name = $1', [firstOfEveryKey]);
  const known = (await readMigrations()).at(-1)?.name.replace('.sql', '') ?? '';
  await expect(migrate(database)).rejects.toThrow(
    new RegExp(`have version 9999 \\(9999-latest\\), and .* knows version \\d+ \\(${known}\\)`),
  );
  await database.query('delete from migration where name > $1', ['9']);
  await database.query('insert into migration values ($1)', [firstOfEveryKey]);
});

test('What referred to each other in an earlier version still goes together', async () => {
  await database.query('delete from object where workspace_id = $1 and id = $2', [fleet, id(52)]);
  expect(await database.query('select from object_value where id = $1', [id(62)])).toEqual([]);
  await deleteAndKeep(database, { workspaceId: fleet, caller }, id(50), new Date());
  const released = await database.query('select is_released as "isReleased" from content');
  expect(released).toEqual([{ isReleased: true }]);
});
