import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getType } from '../../src/api/type';
import { ids } from '../service/fleet';
import { startFleetService, testTime } from '../service/fleet-service';
import { ownTypes } from '../service/own-types';
import { duringTests } from '../support/during-tests';
import { countWaiting } from './count-waiting';

let now = testTime;
const service = duringTests(() => startFleetService({ clock: () => now }));
const call = (method: string, path: string, body?: unknown) => service.api(method, path, body);
const newType = ownTypes(() => service.as('ann'));

/** Sends the calls while a row that they change is locked, and lets them go once all wait. */
async function atOnce(
  row: { table: 'type' | 'object' | 'deleted_object' | 'workspace'; id: string },
  calls: readonly (() => ReturnType<typeof call>)[],
): Promise<number[]> {
  const answers = await service.database.transaction(async (transaction) => {
    await transaction.query(`select from ${row.table} where id = $1 for update`, [row.id]);
    const sent = calls.map((send) => send());
    await expect.poll(() => countWaiting(service.database)).toBe(calls.length);
    now = new Date(now.getTime() + 1000);
    return sent;
  });
  return (await Promise.all(answers)).map(({ status }) => status);
}

test('A name and a description that are changed at the same moment are both kept', async () => {
  const { typeId } = await newType();
  const patch = (body: object) => () => call('PATCH', `/type/${typeId}`, body);
  const statuses = await atOnce({ table: 'type', id: typeId }, [
    patch({ name: 'Renamed' }),
    patch({ description: 'Described' }),
  ]);
  expect(statuses).toEqual([200, 200]);
  const { body } = await call('GET', `/type/${typeId}`);
  expect(getType.reply!.parse(body)).toMatchObject({ name: 'Renamed', description: 'Described' });
});

test('Each of the names that a type is given at the same moment follows in the history on the one before', async () => {
  const { typeId } = await newType();
  const names = ['First', 'Second', 'Third'];
  await atOnce(
    { table: 'type', id: typeId },
    names.map((name) => () => call('PATCH', `/type/${typeId}`, { name })),
  );
  const rows = await service.database.query<{ detail: unknown }>(
    `select detail from history where workspace_id = $1 and subject_id = $2 and action = 'change' order by number`,
    [ids.fleet, typeId],
  );
  const named = z.looseObject({ name: z.string() });
  const details = rows.map(({ detail }) =>
    z.looseObject({ before: named, after: named }).parse(detail),
  );
  expect(details).toHaveLength(3);
  expect(details.slice(1).map(({ before }) => before.name)).toEqual(
    details.slice(0, -1).map(({ after }) => after.name),
  );
});

describe('An entry of the history has the time at which the change could be made, not that at which it was asked for,', () => {
  const patch = (id: string, attributeId: string) => () =>
    call('PATCH', `/object/${id}`, { attributes: [{ attributeId, values: ['New'] }] });
  const inBulk = (id: string, attributeId: string) => () => {
    const attributes = [{ attributeId, values: ['New'] }];
    const operations = [{ objectOperationType: 'patch', objectId: id, attributes }];
    return call('POST', '/object/bulk', { operations });
  };

  test.each([
    ['changed', 'object', patch],
    ['changed with others', 'object', inBulk],
    ['deleted', 'object', (id: string) => () => call('DELETE', `/object/${id}`)],
    ['restored', 'deleted_object', (id: string) => () => call('POST', `/object/${id}/restore`)],
  ] as const)('where an object is %s', async (_, table, send) => {
    const type = await newType();
    const id = await type.create('Old');
    if (table === 'deleted_object') await call('DELETE', `/object/${id}`);
    await atOnce({ table, id }, [send(id, type.label)]);
    expect(await newestTime(id)).toEqual(now);
  });

  test('where a member gets another role, and is removed', async () => {
    const person = `/user/${ids.ben}`;
    const calls = [
      () => call('PUT', `${person}/role`, { role: 'reader' }),
      () => call('DELETE', person),
    ];
    for (const send of calls) {
      await atOnce({ table: 'workspace', id: ids.fleet }, [send]);
      expect(await newestTime(ids.ben)).toEqual(now);
    }
  });

  test('where a group is created', async () => {
    const create = () => call('POST', '/group', { name: 'Late', userIds: [] });
    await atOnce({ table: 'workspace', id: ids.fleet }, [create]);
    const [group] = await service.database.query<{ id: string }>('select id from user_group');
    expect(await newestTime(group!.id)).toEqual(now);
  });
});

async function newestTime(id: string): Promise<Date | undefined> {
  const [entry] = await service.database.query<{ at: Date }>(
    'select at from history where workspace_id = $1 and subject_id = $2 order by number desc limit 1',
    [ids.fleet, id],
  );
  return entry?.at;
}

test.each(['attribute', 'type'] as const)(
  'A file that becomes a value while its %s is deleted counts as unused',
  async (kind) => {
    const type = await newType({ Photo: { code: 'MEDIA' } });
    const photo = type.attributes['Photo'] ?? '';
    const objectId = await type.create('One');
    const key = `file of ${kind}`;
    const path = kind === 'type' ? `type/${type.typeId}?confirm=1` : `attribute/${photo}`;
    const { database } = service;
    const [deletion] = await database.transaction(async (transaction) => {
      await transaction.query(
        `insert into content (key, workspace_id, file_name, content_type, file_size, created_at, used_at)
         values ($1, $2, 'a.jpg', 'image/jpeg', 1, now(), now())`,
        [key, ids.fleet],
      );
      await transaction.query(
        `insert into object_value (id, workspace_id, object_id, attribute_id, position, value, content_key)
         values (gen_random_uuid(), $1, $2, $3, 0, $4, $4)`,
        [ids.fleet, objectId, photo, key],
      );
      const sent = call('DELETE', `/${path}`);
      await expect.poll(() => countWaiting(database)).toBe(1);
      return [sent];
    });
    expect((await deletion).status).toBe(204);
    expect(await database.query('select is_released from content where key = $1', [key])).toEqual([
      { is_released: true },
    ]);
  },
);
