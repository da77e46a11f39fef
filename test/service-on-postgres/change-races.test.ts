import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getType } from '../../src/api/type';
import { ids } from '../service/fleet';
import { startFleetService } from '../service/fleet-service';
import { ownTypes } from '../service/own-types';
import { duringTests } from '../support/during-tests';
import { countWaiting } from './count-waiting';

const service = duringTests(() => startFleetService());
const call = (method: string, path: string, body?: unknown) => service.api(method, path, body);
const newType = ownTypes(service);

/** Sends the calls while a row that they change is locked, and lets them go once all wait. */
async function atOnce(
  row: { table: 'type'; id: string },
  calls: readonly (() => ReturnType<typeof call>)[],
): Promise<number[]> {
  const answers = await service.database.transaction(async (transaction) => {
    await transaction.query(`select from ${row.table} where id = $1 for update`, [row.id]);
    const sent = calls.map((send) => send());
    await expect.poll(() => countWaiting(service.database)).toBe(calls.length);
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
