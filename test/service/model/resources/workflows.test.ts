import { describe, expect, test } from 'vitest';
import { updateWorkflow } from '../../../../src/api/workflow';
import { leaveOut, setRole } from '../../rights';
import { ids } from '../../fleet';
import { startFleetService } from '../../fleet-service';
import { ownTypes } from '../../own-types';
import { violationsIn } from './workspace-api';
import { duringTests } from '../../../support/during-tests';
import { refusalOf, violationsOf } from '../../../support/refused-calls';
import { writtenValues } from '../../../support/written-values';

const service = duringTests(() => startFleetService());

const api = () => service.as('ann');

const flow = {
  name: 'Repair',
  states: [{ name: 'Reported' }, { name: 'In work' }, { name: 'Done', isEndState: true }],
  transitions: [
    { name: 'Start', fromStateId: 'Reported', toStateId: 'In work' },
    { name: 'Finish', fromStateId: 'In work', toStateId: 'Done' },
  ],
};

/** A workflow of its own, and how it is now. */
async function newWorkflow() {
  const { get, create, update } = api().workflows;
  const { id, states } = await create(flow);
  const [reported, inWork, done] = states;
  if (!reported || !inWork || !done) throw new Error('States are missing.');
  const change = (changed: object) => update(id, updateWorkflow.body!.parse(changed));
  return { id, reported, inWork, done, now: () => get(id), change };
}

const newType = ownTypes(api);

/** A type that goes through the workflow, with one object, which is in its initial state. */
async function newTypeOf(workflowId: string) {
  const stage = { code: 'WORKFLOW' as const, configuration: { workflowId } };
  const { typeId, name, attributes, create } = await newType({ Stage: stage });
  const { Stage: stateId = '' } = attributes;
  const objectId = await create('One');
  const find = async (query: string) => (await api().objects.search({ query, typeId })).total;
  const move = (state: string) =>
    api().objects.update(objectId, { attributes: writtenValues({ [stateId]: [state] }) });
  return { typeId, name, stateId, find, move };
}

describe('The workflows of a workspace', () => {
  test('are listed by name, a page at a time, without those that only unreadable types use', async () => {
    const own = await newWorkflow();
    const { list } = api().workflows;
    const all = await list({ limit: 200 });
    expect(all.result).toContainEqual({ id: ids.workflow, name: 'Stages' });
    expect(all.result).toContainEqual({ id: own.id, name: 'Repair' });
    expect(all.result.map(({ id }) => id)).not.toContain(ids.archivedWorkflow);
    expect(await list({ offset: 1, limit: 1 })).toEqual({
      ...{ total: all.total, pageSize: 1, isLast: all.total <= 2 },
      result: all.result.slice(1, 2),
    });
    const type = await newTypeOf(own.id);
    await leaveOut(service.database, { workspaceId: ids.fleet, typeId: type.typeId }, ids.ben);
    const { workflows } = service.as('ben');
    const ofBen = (await workflows.list({ limit: 200 })).result;
    expect(ofBen.map(({ id }) => id)).not.toContain(own.id);
    await setRole(service.database, { workspaceId: ids.fleet, userId: ids.ben }, 'administrator');
    expect((await refusalOf(workflows.update(own.id, { name: 'Mine' }))).status).toBe(404);
    expect((await refusalOf(workflows.delete(own.id))).status).toBe(404);
  });
});

describe('A change of a workflow', () => {
  test('renames, colors, reorders and adds states, and searches go by the new names', async () => {
    const { id, reported, inWork, done, change, now } = await newWorkflow();
    const type = await newTypeOf(id);
    expect(await type.find('Stage = "Reported"')).toBe(1);
    const states = [
      done,
      { ...reported, name: 'New', color: 'purple' },
      inWork,
      { name: 'Waiting' },
    ];
    const after = await change({ name: 'Mending', states });
    expect(await now()).toEqual(after);
    expect(after.name).toBe('Mending');
    expect(after.states.map(({ name, color }) => [name, color])).toEqual([
      ['Done', undefined],
      ['New', 'purple'],
      ['In work', undefined],
      ['Waiting', undefined],
    ]);
    expect(after.initialStateId).toBe(reported.id);
    expect(after.transitions.map(({ name }) => name)).toEqual(['Start', 'Finish']);
    expect(await type.find('Stage = "New"')).toBe(1);
    expect(await type.find(`Stage = "${reported.id}"`)).toBe(1);
    expect((await refusalOf(type.find('Stage = "Reported"'))).status).toBe(400);
    await type.move(inWork.id);
  });

  test('of nothing leaves everything, its version included', async () => {
    const { id, change } = await newWorkflow();
    const { getVersion } = api().workflows;
    const before = await getVersion(id);
    expect(await change({})).toEqual(before?.value);
    expect(await getVersion(id)).toEqual(before);
    const { states, transitions, initialStateId, name } = before!.value;
    const whole = await change({ states, transitions, initialStateId, name });
    expect(whole).toEqual(before?.value);
  });

  test('takes the transitions that it names in place of those that were there', async () => {
    const { inWork, done, change, now } = await newWorkflow();
    const [start] = (await now()).transitions;
    const back = { name: 'Reopen', fromStateId: done.id.toUpperCase(), toStateId: 'In work' };
    await change({ transitions: [start!, back] });
    const { transitions } = await now();
    expect(transitions).toEqual([
      start,
      { ...back, id: transitions[1]?.id, fromStateId: done.id, toStateId: inWork.id },
    ]);
  });

  test('retires a state with its transitions, but not while objects are in it', async () => {
    const { id, reported, inWork, done, change, now } = await newWorkflow();
    const type = await newTypeOf(id);
    await type.move(inWork.id);
    const without = { states: [reported, done] };
    const conflict = { violationType: 'CONFLICT', domain: 'WORKFLOW', fieldIdentifier: 'states' };
    expect(await refusalOf(change(without))).toMatchObject({
      reason: '1 object is in the state "In work". Move it to another state first.',
      violations: [{ ...conflict, invalidValue: inWork.id }],
    });
    await type.move(done.id);
    await change(without);
    const after = await now();
    expect([after.states, after.transitions]).toEqual([[reported, done], []]);
    expect((await refusalOf(type.move(inWork.id))).status).toBe(400);
    expect(await violationsOf(change({ states: [reported, inWork, done] }))).toEqual([
      'NOT_FOUND WORKFLOW states.1.id',
    ]);
  });

  test('retires the initial state once another one takes its place', async () => {
    const { reported, inWork, done, change, now } = await newWorkflow();
    const states = [inWork, done];
    expect(await violationsOf(change({ states }))).toEqual(['CONFLICT WORKFLOW initialStateId']);
    expect((await now()).states[0]).toEqual(reported);
    const { initialStateId } = await change({ states, initialStateId: 'In work' });
    expect(initialStateId).toBe(inWork.id);
  });

  test.each<[string, (flow: Awaited<ReturnType<typeof newWorkflow>>) => object, ...string[]]>([
    ['no states', () => ({ states: [] }), 'INVALID WORKFLOW states'],
    ['a blank name', () => ({ name: ' ' }), 'REQUIRED WORKFLOW name'],
    ['NUL in its name', () => ({ name: 'a\u0000' }), 'INVALID WORKFLOW name'],
    [
      'NUL in the name of a state',
      ({ reported }) => ({ states: [{ ...reported, name: 'a\u0000' }] }),
      'INVALID WORKFLOW states',
    ],
    ['a name of 300 characters', () => ({ name: 'x'.repeat(300) }), 'TOO_LONG WORKFLOW name'],
    [
      '10,000 states',
      () => ({ states: Array.from({ length: 10_000 }, (_, place) => ({ name: `s${place}` })) }),
      'TOO_MANY WORKFLOW states',
    ],
    [
      'two states of one name',
      ({ reported, inWork }) => ({ states: [reported, { ...inWork, name: 'REPORTED' }] }),
      'CONFLICT WORKFLOW states.1.name',
    ],
    [
      'one state twice',
      ({ reported }) => ({ states: [reported, { ...reported, name: 'Again' }] }),
      'CONFLICT WORKFLOW states.1.name',
      'NOT_FOUND WORKFLOW states.1.id',
    ],
    [
      'a state of another workflow',
      ({ reported }) => ({ states: [reported, { id: ids.ann, name: 'Foreign' }] }),
      'NOT_FOUND WORKFLOW states.1.id',
    ],
    [
      'an unknown transition',
      ({ reported, done }) => ({
        transitions: [{ id: ids.ann, name: 'x', fromStateId: reported.id, toStateId: done.id }],
      }),
      'NOT_FOUND WORKFLOW transitions.0.id',
    ],
    [
      'a transition to a state that isn’t there',
      ({ reported }) => ({
        transitions: [{ name: 'x', fromStateId: reported.id, toStateId: ids.ann }],
      }),
      'NOT_FOUND WORKFLOW transitions.0.toStateId',
    ],
    [
      'an unknown first state',
      () => ({ initialStateId: 'Sold' }),
      'NOT_FOUND WORKFLOW initialStateId',
    ],
    ['a field that isn’t known', () => ({ color: 'red' }), 'INVALID WORKFLOW color'],
  ])('is refused with %s, and changes nothing', async (_what, body, ...violations) => {
    const workflow = await newWorkflow();
    const before = await workflow.now();
    const answer = await service.api('PATCH', `/workflow/${workflow.id}`, body(workflow));
    expect(violationsIn(answer)).toEqual(violations);
    expect(await workflow.now()).toEqual(before);
  });

  test('notices other people’s changes', async () => {
    const { workflows } = api();
    const { id } = await workflows.create(flow);
    const { version: ifMatch = '' } = (await workflows.getVersion(id)) ?? {};
    await workflows.update(id, { name: 'Once' }, { ifMatch });
    const changed = { code: 'changed', status: 412 };
    const late = workflows.update(id, { name: 'Twice' }, { ifMatch });
    expect(await refusalOf(late)).toMatchObject(changed);
    expect(await refusalOf(workflows.delete(id, { ifMatch }))).toMatchObject(changed);
    expect((await workflows.list({ limit: 200 })).result).toContainEqual({ id, name: 'Once' });
  });
});

describe('A workflow', () => {
  test('is deleted once no attribute uses it', async () => {
    const { id, change, now } = await newWorkflow();
    const type = await newTypeOf(id);
    const remove = () => api().workflows.delete(id);
    const conflict = { violationType: 'CONFLICT', domain: 'WORKFLOW', fieldIdentifier: 'id' };
    expect(await refusalOf(remove())).toMatchObject({
      reason: `"Stage" of "${type.name}" uses "Repair". Delete that attribute first.`,
      violations: [conflict],
    });
    await api().attributes.delete(type.stateId, { confirm: 1 });
    await remove();
    for (const call of [remove, now, () => change({ name: 'x' })])
      expect(await refusalOf(call())).toMatchObject({ code: 'notFound', status: 404 });
  });
});

describe('What is created', () => {
  test.each([
    ['/type', () => ({ name: 'Located' })],
    ['/workflow', () => flow],
    ['/site', () => ({ name: 'Located', isOpen: true })],
  ])('is at the address in Location: %s', async (path, body) => {
    const created = await service.api('POST', path, body());
    const location = created.headers.get('location') ?? '';
    expect(created.status).toBe(200);
    expect((await service.call('GET', location)).body).toMatchObject(created.body as object);
  });
});
