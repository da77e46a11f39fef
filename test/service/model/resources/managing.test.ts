import { beforeAll, describe, expect, inject, test } from 'vitest';
import { demoTypeId, demoWorkspaceId } from '../../../../src/service';
import { demoClient, startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { refusalOf, violationsOf } from '../../../support/refused-calls';
import { writtenValues } from '../../../support/written-values';
import { ownTypes, reference } from '../../own-types';
import { giveRole, violationsIn, workspaceApi } from './workspace-api';
import {
  changeSchema,
  viewWorkspace,
} from '../../../../src/service/model/permissions/workspace-view';
import type { Queryable } from '../../../../src/service/base/database/database';
import { openTestDatabase, refuseForgottenVersions } from '../../../support/test-database';
import { fillFleet, ids } from '../../fleet';

const service = duringTests(() => startDemoService());
const call = workspaceApi(() => service);
const api = (account?: string) => demoClient(service, account);

const repair = {
  name: 'Repair',
  states: [
    { name: 'Reported', color: 'purple' as const },
    { id: 'w', name: 'In work' },
    { name: 'Done', isEndState: true },
  ],
  transitions: [
    { name: 'Start', fromStateId: 'Reported', toStateId: 'w' },
    { name: 'Finish', fromStateId: 'w', toStateId: 'Done' },
    { name: 'Give up', fromStateId: 'w', toStateId: 'Done' },
  ],
};

describe('A workflow', () => {
  test('is created with its states and moves, and answers the moves from each state', async () => {
    const { workflows } = api();
    const created = await workflows.create(repair);
    const { id, states, initialStateId } = created;
    expect(states.map(({ name, isEndState, color }) => [name, isEndState, color])).toEqual([
      ['Reported', false, 'purple'],
      ['In work', false, undefined],
      ['Done', true, undefined],
    ]);
    expect(initialStateId).toBe(states[0]?.id);
    const movesFrom = async (fromStateId?: string) => {
      const from = fromStateId === undefined ? {} : { fromStateId };
      const { result } = await workflows.listAvailableTransitions(id, from);
      return result.map(({ name }) => name);
    };
    expect(await movesFrom()).toEqual(['Start']);
    expect(await movesFrom(states[1]?.id)).toEqual(['Finish', 'Give up']);
    expect(await movesFrom(states[2]?.id.toUpperCase())).toEqual([]);
    expect(await workflows.get(id)).toEqual(created);
  });

  test('refuses moves from what is none of its states', async () => {
    const { id } = await api().workflows.create(repair);
    const path = (workflow: string) => `/workflow/${workflow}/available-transitions`;
    expect((await call('GET', `${path(id)}?fromStateId=${id}`)).status).toBe(400);
    expect((await call('GET', `${path(id)}?fromStateId=none`)).status).toBe(400);
    expect((await call('GET', path(demoTypeId('IT', 'Laptop')))).status).toBe(404);
  });
});

const ownType = ownTypes(api);

async function newType() {
  const type = await ownType({ Note: { code: 'TEXT' } });
  const { typeId: id, name, label: labelId } = type;
  const { Note: noteId = '' } = type.attributes;
  const create = (label: string, values: Record<string, string[]> = {}) => ({
    objectOperationType: 'create' as const,
    typeId: id,
    attributes: writtenValues({ [labelId]: [label], ...values }),
  });
  const labels = async () => {
    const { result } = await api().objects.search({ query: 'order by Label', typeId: id });
    return result.map(({ label }) => label);
  };
  return { id, name, labelId, noteId, create, labels };
}

describe('Several objects', () => {
  test('are created, changed and deleted in one call, in its order', async () => {
    const { labelId, create, labels } = await newType();
    const { typeId, attributes } = create('First');
    const first = await api().objects.create({ typeId, attributes });
    const renamed = {
      ...{ objectOperationType: 'patch' as const, objectId: first.id.toUpperCase() },
      attributes: writtenValues({ [labelId]: ['Renamed'] }),
    };
    const { failures, result } = await api().objects.change({
      operations: [create('Second'), renamed, create('Third')],
    });
    expect(failures).toBe(false);
    expect(result.map(({ operationAction, index }) => `${index} ${operationAction}`)).toEqual([
      '0 CREATE',
      '1 PATCH',
      '2 CREATE',
    ]);
    expect(await labels()).toEqual(['Renamed', 'Second', 'Third']);
    const objectOperationType = 'delete' as const;
    const operations = result.map(({ objectId }) => ({ objectOperationType, objectId }));
    await api().objects.change({ operations });
    expect(await labels()).toEqual([]);
  });

  test('stay as they are where one operation is refused, and each fault names its operation', async () => {
    const { labelId, create, labels } = await newType();
    const operations = [
      create('Fine'),
      create(''),
      { objectOperationType: 'delete' as const, objectId: labelId },
      { ...create('Elsewhere'), typeId: labelId },
      create('Fine too'),
    ];
    const { violations } = await refusalOf(api().objects.change({ operations }));
    const [domain, violationType] = ['OBJECT', 'NOT_FOUND'];
    const missing = { domain, violationType, invalidValue: labelId };
    expect(violations).toEqual([
      {
        index: 1,
        domain,
        violationType: 'REQUIRED',
        fieldIdentifier: labelId,
        invalidValue: '[""]',
      },
      { ...missing, index: 2, fieldIdentifier: 'objectId' },
      { ...missing, index: 3, fieldIdentifier: 'typeId' },
    ]);
    expect(await labels()).toEqual([]);
  });

  test('are at most 200', async () => {
    const { create, labels } = await newType();
    const operations = Array.from({ length: 200 }, (_, index) => create(`${index}`));
    const tooMany = await call('POST', '/object/bulk', {
      operations: [...operations, create('x')],
    });
    expect(violationsIn(tooMany)).toEqual(['TOO_MANY OBJECT operations']);
    await api().objects.change({ operations });
    expect(await labels()).toHaveLength(50);
  });

  test('are not there for those who may not read their type', async () => {
    const { create } = await newType();
    const change = api('outsider').objects.change({ operations: [create('x')] });
    expect((await refusalOf(change)).status).toBe(404);
  });
});

describe('A type', () => {
  test('is renamed, and its name is free again', async () => {
    const one = await newType();
    const other = await newType();
    for (const name of [other.name.toUpperCase(), `${other.name}\u200b`]) {
      const taken = await call('PATCH', `/type/${one.id}`, { name });
      expect(violationsIn(taken)).toEqual(['CONFLICT TYPE name']);
    }
    const { types } = api();
    const change = { name: 'Screen', description: 'Flat.' };
    const renamed = { id: one.id, ...change, isReadByEveryMember: true };
    expect(await types.update(one.id, change)).toEqual(renamed);
    expect(await types.update(one.id, {})).toEqual(renamed);
    expect(await types.update(other.id, { name: one.name })).toHaveProperty('name', one.name);
  });

  test('is deleted with its objects once the caller knows how many', async () => {
    const { id, create } = await newType();
    const { types, objects } = api();
    await objects.change({ operations: [create('a'), create('b')] });
    expect(await violationsOf(types.delete(id))).toEqual(['REQUIRED TYPE confirm']);
    expect(await violationsOf(types.delete(id, { confirm: 1 }))).toEqual(['CONFLICT TYPE confirm']);
    expect((await call('DELETE', `/type/${id}?confirm=x`)).status).toBe(400);
    await types.delete(id, { confirm: 2 });
    expect((await refusalOf(types.get(id))).status).toBe(404);
  });

  test('stays while attributes of other types refer to it, and without objects is deleted unasked', async () => {
    const { id } = await newType();
    const referring = await ownType({ Screen: reference(id) });
    expect(await violationsOf(api().types.delete(id))).toEqual(['CONFLICT TYPE id']);
    await api().types.delete(referring.typeId);
    await api().types.delete(id);
  });

  test('that the caller may not read is not there', async () => {
    const hidden = `/type/${demoTypeId('IT', 'Contract')}`;
    await giveRole(service, 'member', 'administrator');
    expect((await call('DELETE', `${hidden}?confirm=1`, undefined, 'member')).status).toBe(404);
    expect((await call('PATCH', hidden, { name: 'Mine' }, 'member')).status).toBe(404);
    await giveRole(service, 'member', 'editor');
    expect((await call('GET', hidden)).body).toHaveProperty('name', 'Contract');
  });
});

describe('The symbol of a type', () => {
  test('is in every answer about the type and its objects, until it is taken away', async () => {
    const { id, create } = await newType();
    const { types, objects } = api();
    const { typeId, attributes } = create('Dock');
    expect(await types.update(id, { symbol: '👩🏽‍🔬' })).toHaveProperty('symbol', '👩🏽‍🔬');
    expect(await types.update(id, { description: 'Many.' })).toHaveProperty('symbol', '👩🏽‍🔬');
    const object = await objects.create({ typeId, attributes });
    const answers = async () => [
      await types.get(id),
      (await types.list({ all: 'true', limit: 200 })).result.find((type) => type.id === id),
      (await types.listEnriched({ limit: 200 })).result.find((type) => type.id === id),
      (await objects.search({ query: '', typeId: id, attributeIds: [] })).result[0],
      await objects.get(object.id),
      await objects.update(object.id, { attributes: [] }),
    ];
    const symbols = async () => (await answers()).map((answer) => answer?.symbol);
    expect([object.symbol, ...(await symbols())]).toEqual(Array(7).fill('👩🏽‍🔬'));
    const version = (await objects.getVersion(object.id))?.version;
    expect(await types.update(id, { symbol: null })).not.toHaveProperty('symbol');
    for (const answer of await answers()) expect(answer).not.toHaveProperty('symbol');
    expect((await objects.getVersion(object.id))?.version).not.toBe(version);
    const { result } = await api().audit.list({ kind: 'type', limit: 1 });
    expect(result[0]?.changes).toEqual([{ name: 'symbol', before: [{ value: '👩🏽‍🔬' }], after: [] }]);
  });

  test.each(['💻', '❤️', '🇮🇸', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '👨‍👩‍👧‍👦'])('can be %s', async (symbol) => {
    const type = await api().types.create({ name: `Shown as ${symbol}`, symbol });
    expect(type).toHaveProperty('symbol', symbol);
    await api().types.delete(type.id);
  });

  test.each([
    ...[
      '',
      ' ',
      'L',
      '7',
      '❤',
      '💻💻',
      ' 💻',
      '💻\u200b',
      '💻\u0301',
      '💻\u200d💻',
      '\u200d',
      '\ud83d',
    ],
    ...['🇮', '\u2068💻\u2069', '<b>', 7, true, ['💻'], { emoji: '💻' }],
  ])('can’t be anything but one emoji, such as %j', async (symbol) => {
    const path = `/type/${demoTypeId('IT', 'Laptop')}`;
    const refused = await call('PATCH', path, { symbol });
    expect(violationsIn(refused)).toEqual(['INVALID TYPE symbol']);
    expect(violationsIn(await call('POST', '/type', { name: 'Odd', symbol }))).toEqual([
      'INVALID TYPE symbol',
    ]);
  });
});

describe('An attribute', () => {
  test('is deleted with its values once the caller knows of how many objects', async () => {
    const { noteId, create } = await newType();
    const { attributes, objects } = api();
    const operations = [create('a', { [noteId]: ['Scratched'] }), create('b')];
    await objects.change({ operations });
    expect(await violationsOf(attributes.delete(noteId))).toEqual(['REQUIRED ATTRIBUTE confirm']);
    await attributes.delete(noteId, { confirm: 1 });
    expect((await refusalOf(attributes.get(noteId))).status).toBe(404);
  });

  test('that labels objects stays', async () => {
    const { labelId, create } = await newType();
    await api().objects.change({ operations: [create('a')] });
    expect(await violationsOf(api().attributes.delete(labelId, { confirm: 1 }))).toEqual([
      'CONFLICT ATTRIBUTE isLabel',
    ]);
  });
});

const laptop = demoTypeId('IT', 'Laptop');

const namesOf = (page: { result: readonly { name: string }[] }) =>
  page.result.map(({ name }) => name);
const typeNames = async (account?: string) =>
  namesOf(await api(account).types.listEnriched({ limit: 200 }));
const attributeNames = async () =>
  namesOf(await api().attributes.list({ typeId: laptop, limit: 200 }));

describe('The next call sees', () => {
  test('a type that was created, renamed and deleted', async () => {
    await typeNames();
    const { id } = await api().types.create({ name: 'Printer' });
    expect(await typeNames()).toContain('Printer');
    await api().types.update(id, { name: 'Plotter' });
    expect(await typeNames()).toContain('Plotter');
    await api().types.delete(id);
    expect(await typeNames()).not.toContain('Plotter');
  });

  test('an attribute that was created, renamed and deleted', async () => {
    await attributeNames();
    const color = { name: 'Color', typeId: laptop, attributeTypeCode: 'TEXT' as const };
    const { id } = await api().attributes.create(color);
    expect(await attributeNames()).toContain('Color');
    await api().attributes.update(id, { name: 'Colour' });
    expect(await attributeNames()).toContain('Colour');
    await api().attributes.delete(id);
    expect(await attributeNames()).not.toContain('Colour');
  });

  test('a state that was renamed', async () => {
    const { workflows, attributes } = api();
    const { id, states } = await workflows.create({
      name: 'Phases',
      states: [{ name: 'Planned' }],
    });
    const phase = { name: 'Phase', typeId: laptop, attributeTypeCode: 'WORKFLOW' as const };
    await attributes.create({ ...phase, configuration: { workflowId: id } });
    const find = async (query: string) => {
      const body = { query: `Type = "Laptop" and ${query}`, limit: 1 };
      return (await call('POST', '/object/search', body)).status;
    };
    expect(await find('Phase = "Planned"')).toBe(200);
    const renamed = states.map((state) => ({ id: state.id, name: 'Meant' }));
    await workflows.update(id, { states: renamed });
    expect(await find('Phase = "Meant"')).toBe(200);
    expect(await find('Phase = "Planned"')).toBe(400);
  });

  test('access that was taken and given, of one person alone', async () => {
    const access = { account: 'member', target: { typeId: laptop } };
    expect(await typeNames('member')).toContain('Laptop');
    await service.administration.setAccess({ ...access, read: false });
    expect(await typeNames('member')).not.toContain('Laptop');
    expect(await typeNames('lead')).toContain('Laptop');
    await service.administration.setAccess({ ...access, read: true });
    expect(await typeNames('member')).toContain('Laptop');
    const target = { workspaceId: demoWorkspaceId('IT') };
    await service.administration.setAccess({ account: 'member', target, read: false });
    expect((await call('GET', '/type', undefined, 'member')).status).toBe(404);
    await service.administration.setAccess({ account: 'member@example.com', target, read: true });
    expect((await call('GET', '/type', undefined, 'member')).status).toBe(200);
  });
});

describe('The databases of these tests', () => {
  const database = duringTests(() => openTestDatabase());
  beforeAll(async () => {
    await fillFleet(database);
    await refuseForgottenVersions(database);
  });
  const changes = [
    `update type set name = 'Renamed' where workspace_id = '${ids.fleet}' and id = '${ids.city}'`,
    `update attribute set description = 'x' where workspace_id = '${ids.fleet}' and type_id = '${ids.city}'`,
    `update workflow_state set name = 'Renamed' where workspace_id = '${ids.fleet}'`,
    `delete from type where workspace_id = '${ids.fleet}' and id = '${ids.laptop}'`,
  ];

  // A cluster takes no triggers.
  test.skipIf(inject('engine') === 'citus')(
    'refuse a change of the schema that leaves its version as it was',
    async () => {
      for (const change of changes) {
        await expect(database.query(change), change).rejects.toThrow('left the version');
      }
    },
  );

  test('read a schema once for all who ask for it at the same time, and again where that failed', async () => {
    let readings = 0;
    let isBroken = true;
    const counted: Queryable = {
      query: (sql, parameters) => database.query(sql, parameters),
      queryPrepared: (sql, parameters) => {
        const isOfTypes = sql.includes('from attribute');
        if (isOfTypes) readings += 1;
        return isOfTypes && isBroken
          ? Promise.reject(new Error('broken'))
          : database.queryPrepared(sql, parameters);
      },
    };
    const caller = { userId: ids.ann, name: '', email: '', via: 'token' } as const;
    const viewAtOnce = () =>
      Promise.all(Array.from({ length: 4 }, () => viewWorkspace(counted, caller, ids.fleet)));
    await expect(viewAtOnce()).rejects.toThrow('broken');
    isBroken = false;
    readings = 0;
    const [first, ...others] = await viewAtOnce();
    expect(first?.types).not.toEqual([]);
    expect(new Set(others.map(({ types }) => types))).toEqual(new Set([first?.types]));
    await viewAtOnce();
    expect(readings).toBe(1);
  });

  test('take the same changes with a new version', async () => {
    for (const change of changes) {
      await changeSchema(database, { workspaceId: ids.fleet }, (transaction) =>
        transaction.query(change),
      );
    }
  });
});
