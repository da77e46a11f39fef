import { expect, test } from 'vitest';
import { changeSchema } from '../../src/service/model/permissions/workspace-view';
import { createObject } from '../../src/api/object';
import { ids } from '../service/fleet';
import { startFleetService } from '../service/fleet-service';
import { ownTypes } from '../service/own-types';
import { duringTests } from '../support/during-tests';
import { writtenValues } from '../support/written-values';
import { countWaiting } from './count-waiting';
import { createAttribute } from '../../src/api/attribute';
import { createType } from '../../src/api/type';
import { getWorkflow } from '../../src/api/workflow';

const service = duringTests(() => startFleetService());
const call = (method: string, path: string, body?: unknown) => service.api(method, path, body);

const api = () => service.as('ann');
const newType = ownTypes(api);

/** Two objects of two types that refer to each other. */
async function newPair() {
  const [left, right] = [await newType(), await newType()];
  const toRight = await left.add('To', 'REFERENCE', { targetTypeId: right.typeId });
  const toLeft = await right.add('To', 'REFERENCE', { targetTypeId: left.typeId });
  const one = await left.create('One');
  const two = await right.create('Two', { [toLeft]: [one] });
  await api().objects.update(one, { attributes: writtenValues({ [toRight]: [two] }) });
  return { left, one, two, toRight, toLeft };
}

const remove = (id: string) => call('DELETE', `/object/${id}`);
const restore = (id: string) => call('POST', `/object/${id}/restore`);
async function valuesOf(id: string, attributeId: string): Promise<string[]> {
  const { attributes } = await api().objects.get(id);
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

const flow = {
  name: 'Repair',
  states: [{ name: 'Reported' }, { name: 'Done' }],
  transitions: [{ name: 'Finish', fromStateId: 'Reported', toStateId: 'Done' }],
};

/** A workflow that one object goes through, and one that nothing uses, with what people do to them. */
async function newRace() {
  const create = async () => getWorkflow.reply!.parse((await call('POST', '/workflow', flow)).body);
  const [used, unused] = [await create(), await create()];
  const done = used.states[1]?.id;
  const type = createType.reply!.parse((await call('POST', '/type', { name: used.id })).body);
  const addAttribute = (name: string, workflowId?: string) =>
    call('POST', '/attribute', {
      typeId: type.id,
      name,
      ...(workflowId === undefined
        ? { attributeTypeCode: 'TEXT' }
        : { attributeTypeCode: 'WORKFLOW', configuration: { workflowId } }),
    });
  const label = createAttribute.reply!.parse((await addAttribute('Name')).body);
  const stage = createAttribute.reply!.parse((await addAttribute('Stage', used.id)).body);
  const attributes = [{ attributeId: label.id, values: ['One'] }];
  const created = await call('POST', '/object', { typeId: type.id, attributes });
  const object = createObject.reply!.parse(created.body);
  const moved = { attributes: [{ attributeId: stage.id, values: [done] }] };
  const states = used.states.slice(0, 1);
  return {
    move: () => call('PATCH', `/object/${object.id}`, moved),
    retireDone: () => call('PATCH', `/workflow/${used.id}`, { states }),
    use: () => addAttribute('Second', unused.id),
    delete: () => call('DELETE', `/workflow/${unused.id}`),
  };
}

type Action = keyof Awaited<ReturnType<typeof newRace>>;

test.each<[what: string, first: Action, writesTo: string, second: Action, status: number]>([
  ['A state that an object moves into can’t be retired', 'move', 'object_value', 'retireDone', 400],
  ['No object moves into a state that is retired', 'retireDone', 'workflow_state', 'move', 400],
  [
    'A workflow that an attribute begins to use can’t be deleted',
    'use',
    'attribute',
    'delete',
    // As whoever couldn’t read its type: the deletion knows the types from before.
    404,
  ],
  ['No attribute uses a workflow that is deleted', 'delete', 'workflow_state', 'use', 400],
])('%s at the same moment', async (_what, first, writesTo, second, status) => {
  const race = await newRace();
  const answers = await service.database.transaction(async (transaction) => {
    // The first has checked everything and can’t write yet when the second begins.
    await transaction.query(`lock table ${writesTo} in share row exclusive mode`);
    const ofFirst = race[first]();
    await expect.poll(() => countWaiting(service.database)).toBe(1);
    const ofSecond = race[second]();
    await expect.poll(() => countWaiting(service.database)).toBe(2);
    return [ofFirst, ofSecond];
  });
  const statuses = (await Promise.all(answers)).map((answer) => answer.status);
  expect(statuses).toEqual([first === 'delete' ? 204 : 200, status]);
});
