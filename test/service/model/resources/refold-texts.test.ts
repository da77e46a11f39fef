import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../support/test-database';
import { importObjects } from '../../../../src/service/model/resources/store-objects';
import { refoldTexts } from '../../../../src/service/model/resources/refold-texts';
import { indexedWord } from '../../../../src/service/model/values/searchable-text';
import { attributeId, fillFleet, ids } from '../../fleet';
import { id } from '../../fleet-stages';
import { duringTests } from '../../../support/during-tests';

const database = duringTests(() => openTestDatabase());
beforeAll(async () => {
  await fillFleet(database);
  await importObjects(
    database,
    ids.fleet,
    ['Łódź', 'Zürich'].map((name, index) => ({
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
    update object_value set key = 'łodz', words = '''łodz''' where object_id = '${id(900)}';
    update object_value set parts = null where object_id = '${id(901)}';`;
  await database.runScript(foldEarlier);
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
