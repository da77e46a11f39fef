import { expect, test } from 'vitest';
import { createAttribute } from '../../src/api/attribute';
import { createObject } from '../../src/api/object';
import { createType } from '../../src/api/type';
import { getWorkflow } from '../../src/api/workflow';
import { startFleetService } from '../service/fleet-service';
import { countWaiting } from './count-waiting';
import { duringTests } from '../support/during-tests';

const service = duringTests(() => startFleetService());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, `/public/v1${path}`, body === undefined ? {} : { body });

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
