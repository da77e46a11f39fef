import { expect, test } from 'vitest';
import { changeSchema } from '../../src/service/model/permissions/workspace-view';
import { getObject } from '../../src/api/object';
import { ids } from '../service/fleet';
import { startFleetService } from '../service/fleet-service';
import { ownTypes } from '../service/own-types';
import { duringTests } from '../support/during-tests';
import { countWaiting } from './count-waiting';

const service = duringTests(() => startFleetService());
const call = (method: string, path: string, body?: unknown) => service.api(method, path, body);

const newType = ownTypes(service);

/** Two objects of two types that refer to each other. */
async function newPair() {
  const [left, right] = [await newType(), await newType()];
  const toRight = await left.add('To', 'REFERENCE', { targetTypeId: right.typeId });
  const toLeft = await right.add('To', 'REFERENCE', { targetTypeId: left.typeId });
  const one = await left.create('One');
  const two = await right.create('Two', { [toLeft]: [one] });
  const attributes = [{ attributeId: toRight, values: [two] }];
  await call('PATCH', `/object/${one}`, { attributes });
  return { left, one, two, toRight, toLeft };
}

const remove = (id: string) => call('DELETE', `/object/${id}`);
const restore = (id: string) => call('POST', `/object/${id}/restore`);
async function valuesOf(id: string, attributeId: string): Promise<string[]> {
  const { attributes } = getObject.reply!.parse((await call('GET', `/object/${id}`)).body);
  const values = attributes.find((each) => each.attributeId === attributeId)?.values ?? [];
  return values.map(({ value }) => value);
}

test('Two objects that refer to each other refer again after they are restored at the same moment', async () => {
  const { one, two, toRight, toLeft } = await newPair();
  await remove(one);
  await remove(two);
  const answers = await service.database.transaction(async (transaction) => {
    // Each has seen that the other one is deleted and can’t write yet.
    await transaction.query('lock table object in share row exclusive mode');
    const both = [restore(one), restore(two)];
    await expect.poll(() => countWaiting(service.database)).toBe(2);
    return both;
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  expect([await valuesOf(one, toRight), await valuesOf(two, toLeft)]).toEqual([[two], [one]]);
});

test('An object is restored once, though two ask for it at the same moment', async () => {
  const { one } = await newPair();
  await remove(one);
  const answers = await service.database.transaction(async (transaction) => {
    await transaction.query('lock table object in share row exclusive mode');
    const both = [restore(one), restore(one)];
    await expect.poll(() => countWaiting(service.database)).toBe(2);
    return both;
  });
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('An object whose type is deleted at the same moment is gone', async () => {
  const { left, one } = await newPair();
  await remove(one);
  const answer = await changeSchema(
    service.database,
    { workspaceId: ids.fleet },
    async (transaction) => {
      await transaction.query('delete from type where workspace_id = $1 and id = $2', [
        ids.fleet,
        left.typeId,
      ]);
      const restoring = restore(one);
      await expect.poll(() => countWaiting(service.database)).toBe(1);
      return [restoring];
    },
  );
  expect((await answer[0]!).status).toBe(404);
});

test('An object is restored without a reference from one that is deleted at the same moment, until that is restored too', async () => {
  const { one, two, toLeft } = await newPair();
  await remove(one);
  const [deleting, restoring] = await service.database.transaction(async (transaction) => {
    await transaction.query('lock table deleted_object in share row exclusive mode');
    const first = remove(two);
    await expect.poll(() => countWaiting(service.database)).toBe(1);
    const second = restore(one);
    await expect.poll(() => countWaiting(service.database)).toBe(2);
    return [first, second];
  });
  expect([(await deleting).status, (await restoring).status]).toEqual([204, 200]);
  expect((await restore(two)).status).toBe(200);
  expect(await valuesOf(two, toLeft)).toEqual([one]);
});
