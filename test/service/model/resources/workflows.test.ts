import { describe, expect, test } from 'vitest';
import { leaveOut, setRole } from '../../rights';
import { searchObjects } from '../../../../src/api/object';
import { getWorkflow, listWorkflows } from '../../../../src/api/workflow';
import { createClient, fetchTransport } from '../../../../src/api/client';
import { ids, tokens } from '../../fleet';
import { startFleetService, type Answer, type FleetService } from '../../fleet-service';
import { ownTypes } from '../../own-types';
import { violationsIn } from './workspace-api';
import { duringTests } from '../../../support/during-tests';

const service = duringTests(() => startFleetService());

const call: FleetService['api'] = (...request) => service.api(...request);

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
  const read = ({ body }: Answer) => getWorkflow.reply!.parse(body);
  const { id, states } = read(await call('POST', '/workflow', flow));
  const [reported, inWork, done] = states;
  if (!reported || !inWork || !done) throw new Error('States are missing.');
  const path = `/workflow/${id}`;
  return {
    id,
    path,
    reported,
    inWork,
    done,
    now: async () => read(await call('GET', path)),
    change: (body: object) => call('PATCH', path, body),
  };
}

const newType = ownTypes(service);

/** A type that goes through the workflow, with one object, which is in its initial state. */
async function newTypeOf(workflowId: string) {
  const stage = { code: 'WORKFLOW', configuration: { workflowId } };
  const { typeId, name, attributes, create } = await newType({ Stage: stage });
  const { Stage: stateId = '' } = attributes;
  const objectId = await create('One');
  const find = async (query: string) => {
    const answer = await call('POST', '/object/search', { query, typeId });
    return answer.status === 200 ? searchObjects.reply!.parse(answer.body).total : answer.status;
  };
  const move = (state: string) => {
    const moved = [{ attributeId: stateId, values: [state] }];
    return call('PATCH', `/object/${objectId}`, { attributes: moved });
  };
  return { typeId, name, stateId, find, move };
}

describe('The workflows of a workspace', () => {
  test('are listed by name, a page at a time, without those that only unreadable types use', async () => {
    const own = await newWorkflow();
    const list = async (query: string, as?: 'ben') =>
      listWorkflows.reply!.parse((await call('GET', `/workflow${query}`, undefined, as)).body);
    const all = await list('?limit=200');
    expect(all.result).toContainEqual({ id: ids.workflow, name: 'Stages' });
    expect(all.result).toContainEqual({ id: own.id, name: 'Repair' });
    expect(all.result.map(({ id }) => id)).not.toContain(ids.archivedWorkflow);
    expect(await list('?offset=1&limit=1')).toEqual({
      ...{ total: all.total, pageSize: 1, isLast: all.total <= 2 },
      result: all.result.slice(1, 2),
    });
    const type = await newTypeOf(own.id);
    await leaveOut(service.database, { workspaceId: ids.fleet, typeId: type.typeId }, ids.ben);
    expect((await list('?limit=200', 'ben')).result.map(({ id }) => id)).not.toContain(own.id);
    await setRole(service.database, { workspaceId: ids.fleet, userId: ids.ben }, 'administrator');
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'Mine' } : undefined;
      expect((await call(method, own.path, body, 'ben')).status).toBe(404);
    }
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
    const { status, body } = await change({ name: 'Mending', states });
    expect([status, body]).toEqual([200, await now()]);
    const after = await now();
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
    expect(await type.find('Stage = "Reported"')).not.toBe(1);
    expect((await type.move(inWork.id)).status).toBe(200);
  });

  test('of nothing leaves everything, its version included', async () => {
    const { path, change, now } = await newWorkflow();
    const before = await call('GET', path);
    const answer = await change({});
    expect([answer.status, answer.body]).toEqual([200, before.body]);
    expect(answer.headers.get('etag')).toBe(before.headers.get('etag'));
    const { states, transitions, initialStateId, name } = await now();
    const whole = await change({ states, transitions, initialStateId, name });
    expect([whole.status, whole.body]).toEqual([200, before.body]);
  });

  test('takes the transitions that it names in place of those that were there', async () => {
    const { inWork, done, change, now } = await newWorkflow();
    const [start] = (await now()).transitions;
    const back = { name: 'Reopen', fromStateId: done.id.toUpperCase(), toStateId: 'In work' };
    expect((await change({ transitions: [start, back] })).status).toBe(200);
    const { transitions } = await now();
    expect(transitions).toEqual([
      start,
      { ...back, id: transitions[1]?.id, fromStateId: done.id, toStateId: inWork.id },
    ]);
  });

  test('retires a state with its transitions, but not while objects are in it', async () => {
    const { id, reported, inWork, done, change, now } = await newWorkflow();
    const type = await newTypeOf(id);
    expect((await type.move(inWork.id)).status).toBe(200);
    const without = { states: [reported, done] };
    const refused = await change(without);
    expect(violationsIn(refused)).toEqual(['CONFLICT WORKFLOW states']);
    expect(refused.body).toMatchObject({
      message: '1 object is in the state "In work". Move it to another state first.',
      violations: [{ invalidValue: inWork.id }],
    });
    expect((await type.move(done.id)).status).toBe(200);
    expect((await change(without)).status).toBe(200);
    const after = await now();
    expect([after.states, after.transitions]).toEqual([[reported, done], []]);
    expect((await type.move(inWork.id)).status).toBe(400);
    expect(violationsIn(await change({ states: [reported, inWork, done] }))).toEqual([
      'NOT_FOUND WORKFLOW states.1.id',
    ]);
  });

  test('retires the initial state once another one takes its place', async () => {
    const { reported, inWork, done, change, now } = await newWorkflow();
    expect(violationsIn(await change({ states: [inWork, done] }))).toEqual([
      'CONFLICT WORKFLOW initialStateId',
    ]);
    expect((await now()).states[0]).toEqual(reported);
    const replaced = { states: [inWork, done], initialStateId: 'In work' };
    expect((await change(replaced)).status).toBe(200);
    expect((await now()).initialStateId).toBe(inWork.id);
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
    expect(violationsIn(await workflow.change(body(workflow)))).toEqual(violations);
    expect(await workflow.now()).toEqual(before);
  });

  test('is made by the typed client, which notices other people’s changes', async () => {
    const transport = fetchTransport(service.url, { token: tokens.ann });
    const { workflows } = createClient({ transport }).inWorkspace(ids.fleet);
    const { id } = await workflows.create(flow);
    const { version: ifMatch = '' } = (await workflows.getVersion(id)) ?? {};
    await workflows.update(id, { name: 'Once' }, { ifMatch });
    const changed = { code: 'changed', status: 412 };
    await expect(workflows.update(id, { name: 'Twice' }, { ifMatch })).rejects.toMatchObject(
      changed,
    );
    await expect(workflows.delete(id, { ifMatch })).rejects.toMatchObject(changed);
    const listed = await workflows.list({ limit: 200 });
    expect(listed.result).toContainEqual({ id, name: 'Once' });
    await workflows.delete(id);
    await expect(workflows.get(id)).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('A workflow', () => {
  test('is deleted once no attribute uses it', async () => {
    const { id, path } = await newWorkflow();
    const type = await newTypeOf(id);
    const refused = await call('DELETE', path);
    expect(violationsIn(refused)).toEqual(['CONFLICT WORKFLOW id']);
    expect(refused.body).toMatchObject({
      message: `"Stage" of "${type.name}" uses "Repair". Delete that attribute first.`,
    });
    await call('DELETE', `/attribute/${type.stateId}?confirm=1`);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call('PATCH', path, { name: 'x' })).status).toBe(404);
  });
});

describe('What is created', () => {
  test.each([
    ['/type', () => ({ name: 'Located' })],
    ['/workflow', () => flow],
    ['/site', () => ({ name: 'Located', isOpen: true })],
  ])('is at the address in Location: %s', async (path, body) => {
    const created = await call('POST', path, body());
    const location = created.headers.get('location') ?? '';
    expect(created.status).toBe(200);
    expect((await service.call('GET', location)).body).toMatchObject(created.body as object);
  });
});
