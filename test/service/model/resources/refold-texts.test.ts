import { beforeAll, expect, test } from 'vitest';
import type { Database, Queryable } from '../../../../src/service/base/database/database';
import { openTestDatabase } from '../../../support/test-database';
import { importObjects } from '../../../../src/service/model/resources/store-objects';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import { hasEarlierTexts, refoldTexts } from '../../../../src/service/model/resources/refold-texts';
import { searchObjects } from '../../../../src/service/model/search/search-objects';
import { indexedWord } from '../../../../src/service/model/values/searchable-text';
import { attributeId, fillFleet, ids } from '../../fleet';
import { id } from '../../fleet-stages';
import { forgetFolding } from '../../rows';
import { duringTests } from '../../../support/during-tests';

const database = duringTests(() => openTestDatabase());
beforeAll(async () => {
  await fillFleet(database);
  await importObjects(
    database,
    ids.fleet,
    ['Łódź', 'Zürich', 'パン屋', 'O’Brien', '港区'].map((name, index) => ({
      id: id(900 + index),
      typeId: ids.city,
      createdAt: new Date('2026-01-01'),
      values: new Map([[attributeId('City', 'Name'), [name]]]),
    })),
  );
});

const vector = (...words: string[]) => words.map((word) => indexedWord(ids.fleet, word)).join(' ');

const labels = () =>
  database.query<Record<string, string>>(
    `select label, label_key as key, label_words::text as words, value.key as "valueKey",
       value.parts::text as parts
     from object join object_value as value
       on value.workspace_id = object.workspace_id and object_id = object.id
     where object.id = any ($1::uuid[]) order by label_key`,
    [[id(900), id(901)]],
  );

test('texts that an earlier version folded otherwise are found and sorted like new ones, once', async () => {
  const foldEarlier = `
    update object set label_key = 'łodz', label_words = '''łodz''' where id = '${id(900)}';
    update object_value set key = 'łodz', words = '''łodz''', folding = null where object_id = '${id(900)}';
    update object_value set parts = null, folding = null where object_id = '${id(901)}';`;
  await database.runScript(foldEarlier);
  await forgetFolding(database);
  await refoldTexts(database);
  expect(await labels()).toEqual([
    {
      label: 'Łódź',
      key: 'lodz',
      words: vector('lodz'),
      valueKey: 'lodz',
      parts: vector('lodz', 'odz'),
    },
    {
      label: 'Zürich',
      key: 'zurich',
      words: vector('zurich'),
      valueKey: 'zurich',
      parts: vector('ich', 'rich', 'urich', 'zurich'),
    },
  ]);

  await database.runScript(foldEarlier);
  await refoldTexts(database);
  expect((await labels()).map(({ key }) => key)).toEqual(['zurich', 'łodz']);
});

/** As folding 3 made them: `[label, key, words, parts]`. */
const earlier = [
  [id(902), 'ハン屋', ['ハン屋'], ['ハン屋']],
  [id(903), 'o’brien', ['o', 'brien'], ['brien', 'rien', 'ien']],
  [id(904), '港区', ['港区'], []],
] as const;

async function storeEarlier() {
  for (const [objectId, key, words, parts] of earlier) {
    const columns = [objectId, key, vector(...words)];
    await database.query(
      'update object set label_key = $2, label_words = $3::tsvector where id = $1',
      columns,
    );
    await database.query(
      `update object_value set key = $2, words = $3::tsvector, parts = $4::tsvector, folding = null
       where object_id = $1`,
      [...columns, vector(...parts)],
    );
  }
  await forgetFolding(database);
}

/** As another process sees the database. */
const notLookedAt = () => new Proxy<Database>(database, {});

function withTransaction(transaction: Database['transaction']): Database {
  return new Proxy<Database>(database, {
    get: (target, name): unknown =>
      name === 'transaction' ? transaction : Reflect.get(target, name),
  });
}

async function find(query: string): Promise<string[]> {
  const caller = { userId: ids.ann, name: '', email: '', via: 'token' } as const;
  const view = await viewWorkspace(database, caller, ids.fleet);
  const dependencies = { database: notLookedAt(), serviceUrl: '', clock: () => new Date() };
  const request = { query, typeId: ids.city, attributeIds: [] };
  const { result } = await searchObjects(dependencies, view, request);
  return result.map(({ label }) => label);
}

test('until texts are folded anew they are found as before, by what is typed as before and now', async () => {
  await storeEarlier();
  expect(await find('Label ~ "ハン"')).toEqual(['パン屋']);
  expect(await find('Label ~ "パン" or Name *= "パン屋"')).toEqual(['パン屋']);
  expect(await find('Label == "パン屋"')).toEqual(['パン屋']);
  expect(await find(`Label = "o'brien"`)).toEqual(['O’Brien']);
  expect(await find('Label *= "rien"')).toEqual(['O’Brien']);
  expect(await find('Label *= "港区"')).toEqual(['港区']);

  await refoldTexts(database);
  expect(await find('Label ~ "ハン"')).toEqual([]);
  expect(await find('Label ~ "パン" or Name *= "パン屋"')).toEqual(['パン屋']);
  expect(await find('Label ~ "obrien"')).toEqual(['O’Brien']);
  expect(await find(`Label *= "'brien"`)).toEqual(['O’Brien']);
  expect(await find('Label *= "港区"')).toEqual(['港区']);
});

test('folding anew can be stopped at any step, goes on from there, and is shared', async () => {
  await storeEarlier();
  const stop = new AbortController();
  let steps = 0;
  const stopped = withTransaction((work, options) => {
    steps += 1;
    if (steps === 3) stop.abort();
    return database.transaction(work, options);
  });
  await refoldTexts(stopped, stop.signal);
  expect(steps).toBe(3);
  expect(await hasEarlierTexts(notLookedAt())).toBe(true);
  const progress = 'select object_id as "objectId" from folding_progress where workspace_id = $1';
  expect(await database.query(progress, [ids.fleet])).toHaveLength(1);

  await Promise.all([refoldTexts(database), refoldTexts(database)]);
  expect(await hasEarlierTexts(notLookedAt())).toBe(false);
  expect(await find('Label ~ "obrien"')).toEqual(['O’Brien']);
  expect(await database.query(progress, [ids.fleet])).toEqual([]);
  const folded = 'select distinct folding from object_value where object_id = any ($1::uuid[])';
  const objectIds = earlier.map(([objectId]) => objectId);
  expect(await database.query(folded, [objectIds])).toEqual([{ folding: 4 }]);
});

test('a value that somebody changes meanwhile keeps what they wrote', async () => {
  await storeEarlier();
  const changed = withTransaction((work, options) =>
    database.transaction((transaction) => {
      const query: Queryable['query'] = async (sql, parameters) => {
        if (sql.startsWith('update object_value')) await replaceBrien(transaction);
        return transaction.query(sql, parameters);
      };
      return work({ query, queryPrepared: transaction.queryPrepared.bind(transaction) });
    }, options),
  );
  await refoldTexts(changed);
  expect(await find('Label ~ "obrien"')).toEqual([]);
});

/** As a change does, which stores another row. */
async function replaceBrien(transaction: Queryable) {
  await transaction.query(
    "update object_value set id = gen_random_uuid(), value = 'Other' where object_id = $1",
    [id(903)],
  );
}
