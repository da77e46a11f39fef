import { describe, expect, test } from 'vitest';
import type { WorkspaceView } from '../../src/service/model/permissions/workspace-view';
import { keepTypes } from '../../src/service/model/resources/locks';
import { createStage, crossings, embeddingOrigin, type Change } from '../service/crossing-changes';
import { startFleetService } from '../service/fleet-service';
import { duringTests } from '../support/during-tests';
import { countWaiting } from './count-waiting';

const service = duringTests(() => startFleetService({ embeddingOrigins: [embeddingOrigin] }));
const stage = duringTests(() =>
  Promise.resolve({ ...createStage(service), close: () => Promise.resolve() }),
);

/** The first has done all but write to this table when the second begins; then both go on. */
async function cross(
  first: Change,
  second: Change,
  table = 'history',
): Promise<[first: string, second: string]> {
  const { database } = service;
  let ended = 0;
  const start = (change: Change) => change().finally(() => (ended += 1));
  const running = await database.transaction(async (transaction) => {
    await transaction.query(`lock table ${table} in share row exclusive mode`);
    const haveStopped = (count: number) =>
      expect.poll(async () => ((await countWaiting(database)) ?? 0) + ended).toBe(count);
    const ofFirst = start(first);
    await haveStopped(1);
    const ofSecond = start(second);
    await haveStopped(2);
    return [ofFirst, ofSecond] as const;
  });
  return Promise.all(running);
}

describe.each(crossings)('At the same moment, $title:', ({ prepare }) => {
  test('the first of them comes first', async () => {
    const { one, other, table, oneFirst, check } = await prepare(stage);
    expect(oneFirst).toContainEqual(await cross(one, other, table));
    await check?.();
  });

  test('the second of them comes first', async () => {
    const { one, other, table, otherFirst, check } = await prepare(stage);
    const [ofOther, ofOne] = await cross(other, one, table);
    expect(otherFirst).toContainEqual([ofOne, ofOther]);
    await check?.();
  });
});

test('Of four workspaces that get one name at the same moment, one is created', async () => {
  const { call, name } = stage;
  const wanted = name();
  const create = call('POST', '/workspace', { name: wanted });
  const outcomes = await service.database.transaction(async (transaction) => {
    await transaction.query('lock table history in share row exclusive mode');
    const running = Array.from({ length: 4 }, create);
    await expect.poll(() => countWaiting(service.database)).toBe(4);
    return running;
  });
  expect((await Promise.all(outcomes)).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => '400 CONFLICT name'),
    'done',
  ]);
  const created = await service.database.query('select from workspace where name = $1', [wanted]);
  expect(created).toHaveLength(1);
});

test('Nobody waits for a type that they may not read, since that would tell that it is there', async () => {
  const { database } = service;
  const [object] = await database.query<{ id: string; typeId: string; workspaceId: string }>(
    'select id, type_id as "typeId", workspace_id as "workspaceId" from object limit 1',
  );
  const { id, typeId, workspaceId } = object!;
  const [schema] = await database.query<{ version: string }>(
    'select version::text from workspace_schema where workspace_id = $1',
    [workspaceId],
  );
  const view = { workspaceId, types: [], version: schema!.version } as unknown as WorkspaceView;
  const written = { typeIds: [typeId], objectIds: [id] };
  const keep = () =>
    database.transaction((transaction) => keepTypes(transaction, view, written), {
      limitMs: 2_000,
    });
  await database.transaction(async (other) => {
    const key = [workspaceId, typeId];
    await other.query('select from type where workspace_id = $1 and id = $2 for update', key);
    expect(await keep()).toBeNull();
  });
});
