import { expect, test } from 'vitest';
import { createAttribute } from '../../src/api/attribute';
import { createObject, getObject } from '../../src/api/object';
import { createType } from '../../src/api/type';
import { ids } from '../service/fleet';
import { startFleetService } from '../service/fleet-service';
import { duringTests } from '../support/during-tests';
import { countWaiting } from './count-waiting';

const service = duringTests(() => startFleetService());
const call = (method: string, path: string, body?: unknown) => service.api(method, path, body);

/** Two types whose objects refer to each other, and one object of each. */
async function newPair(name: string) {
  const newType = async (typeName: string) => {
    const type = createType.reply!.parse((await call('POST', '/type', { name: typeName })).body);
    return { typeId: type.id, label: await addAttribute(type.id, 'Name', 'TEXT', null) };
  };
  const addAttribute = async (
    typeId: string,
    title: string,
    code: string,
    configuration: unknown,
  ) =>
    createAttribute.reply!.parse(
      (
        await call('POST', '/attribute', {
          typeId,
          name: title,
          attributeTypeCode: code,
          configuration,
        })
      ).body,
    ).id;
  const newObject = async ({ typeId, label }: { typeId: string; label: string }) => {
    const attributes = [{ attributeId: label, values: ['One'] }];
    return createObject.reply!.parse((await call('POST', '/object', { typeId, attributes })).body)
      .id;
  };
  const [left, right] = [await newType(`${name} left`), await newType(`${name} right`)];
  const toRight = await addAttribute(left.typeId, 'To', 'REFERENCE', {
    targetTypeId: right.typeId,
  });
  const toLeft = await addAttribute(right.typeId, 'To', 'REFERENCE', { targetTypeId: left.typeId });
  const [one, two] = [await newObject(left), await newObject(right)];
  const refer = (id: string, attributeId: string, target: string) =>
    call('PATCH', `/object/${id}`, { attributes: [{ attributeId, values: [target] }] });
  await refer(one, toRight, two);
  await refer(two, toLeft, one);
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
  const { one, two, toRight, toLeft } = await newPair('Both');
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
  const { one } = await newPair('Once');
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
  const { left, one } = await newPair('Gone');
  await remove(one);
  const answer = await service.database.transaction(async (transaction) => {
    await transaction.query('delete from type where workspace_id = $1 and id = $2', [
      ids.fleet,
      left.typeId,
    ]);
    const restoring = restore(one);
    await expect.poll(() => countWaiting(service.database)).toBe(1);
    return [restoring];
  });
  expect((await answer[0]!).status).toBe(404);
});

test('An object is restored without a reference from one that is deleted at the same moment, until that is restored too', async () => {
  const { one, two, toLeft } = await newPair('Referring');
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
