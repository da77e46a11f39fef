import { expect, test } from 'vitest';
import {
  countStorage,
  findStorage,
} from '../../../../src/service/model/resources/workspace-storage';
import { duringTests } from '../../../support/during-tests';
import { attributeId, ids } from '../../fleet';
import { readError, startFleetService } from '../../fleet-service';

const minuteMs = 60_000;
let now = new Date('2026-11-20T12:00:00.000Z');
const service = duringTests(() =>
  startFleetService({ clock: () => now, storageBudgets: { bytesPerWorkspace: 10_000 } }),
);

const name = attributeId('City', 'Name');
const valuesOf = (length: number) => [
  { attributeId: name, values: length === 0 ? [] : ['x'.repeat(length)] },
];
const create = (length: number) =>
  service.api('POST', '/object', { typeId: ids.city, attributes: valuesOf(length) });
const patch = (id: string, length: number) =>
  service.api('PATCH', `/object/${id}`, { attributes: valuesOf(length) });
const bulk = (...operations: object[]) => service.api('POST', '/object/bulk', { operations });

async function count(): Promise<void> {
  now = new Date(now.getTime() + 10 * minuteMs);
  await countStorage(service.database, { now, countedEveryMs: 5 * minuteMs });
}
const findFleet = () => findStorage(service.database, ids.fleet);

test('A workspace that holds more than its limit takes nothing that adds to it, and deletes as before', async () => {
  const { id } = (await create(8_000)).body as { id: string };
  const { id: deletedId } = (await create(8_000)).body as { id: string };
  await service.api('DELETE', `/object/${deletedId}`);
  const { id: other } = (await create(8_000)).body as { id: string };
  expect(await findFleet()).toBeUndefined();
  await count();
  expect((await findFleet())?.bytes).toBeGreaterThan(16_000);

  const file = { fileName: 'x.txt', fileSize: 1, contentType: 'text/plain' };
  const added = [
    await create(1),
    await patch(id, 8_001),
    await bulk({ objectOperationType: 'create', typeId: ids.city, attributes: valuesOf(1) }),
    await bulk({ objectOperationType: 'patch', objectId: id, attributes: valuesOf(8_001) }),
    await service.api('POST', `/object/${deletedId}/restore`),
    await service.api('POST', '/content', file),
  ];
  for (const answer of added) {
    const { message, violations } = readError(answer);
    expect(answer.status).toBe(400);
    expect(violations).toMatchObject([
      { violationType: 'TOO_MANY', fieldIdentifier: 'workspaceStorage', domain: 'WORKSPACE' },
    ]);
    expect(message).toContain('its limit, WORKSPACE_STORAGE_GB, is');
  }
  expect((await service.api('GET', `/object/${id}`)).status).toBe(200);
  expect((await patch(id, 7_999)).status).toBe(200);
  const removal = { objectOperationType: 'delete', objectId: other };
  expect((await bulk(removal)).status).toBe(200);
  expect((await service.api('DELETE', `/object/${id}`)).status).toBe(204);

  await count();
  expect((await findFleet())?.bytes).toBeLessThan(10_000);
  expect((await create(1)).status).toBe(200);
});

test('What hasn’t changed isn’t counted again', async () => {
  await count();
  // Changes may take a while.
  await count();
  await service.database.query(
    'update workspace_schema set stored_bytes = 1 where workspace_id = $1',
    [ids.fleet],
  );
  await count();
  expect((await findFleet())?.bytes).toBe(1);
  expect((await create(1)).status).toBe(200);
  await count();
  expect((await findFleet())?.bytes).toBeGreaterThan(1);
});

test('A count that is younger than asked for is good enough, also for another process', async () => {
  await create(1);
  await count();
  const before = await findFleet();
  await create(1);
  await countStorage(service.database, { now, countedEveryMs: minuteMs });
  expect(await findFleet()).toEqual(before);
});

test('It is what the values and the files in use have together', async () => {
  await create(1_234);
  await service.database.query(
    `insert into content (key, workspace_id, file_name, content_type, file_size, created_at, used_at)
     values ('unused', $1, 'x', 'text/plain', 1000000, $2, null), ('used', $1, 'x', 'text/plain', 2000000, $2, $2)`,
    [ids.fleet, now],
  );
  await count();
  const [row] = await service.database.query<{ bytes: number }>(
    `select (select sum(octet_length(value) + coalesce(octet_length(text), 0)) from object_value where workspace_id = $1)
       + (select sum(file_size) from content where workspace_id = $1 and used_at is not null) as bytes`,
    [ids.fleet],
  );
  expect((await findFleet())?.bytes).toBe(Number(row?.bytes));
});
