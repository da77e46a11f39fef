import { beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { listAttributes } from '../../../../src/api/attribute';
import { errorBody } from '../../../../src/api/error-body';
import { changeObjects, createObject, searchObjects } from '../../../../src/api/object';
import { listEnrichedTypes, objectType } from '../../../../src/api/type';
import {
  getWorkflow,
  listAvailableTransitions,
  workflow as workflowSchema,
} from '../../../../src/api/workflow';
import { demoTypeId, demoWorkspaceId } from '../../../../src/service';
import { startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { ownTypes } from '../../own-types';
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

const repair = {
  name: 'Repair',
  states: [
    { name: 'Reported', color: 'purple' },
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
    const { body } = await call('POST', '/workflow', repair);
    const { id, states, initialStateId } = z.strictObject(workflowSchema.shape).parse(body);
    expect(states.map(({ name, isEndState, color }) => [name, isEndState, color])).toEqual([
      ['Reported', false, 'purple'],
      ['In work', false, undefined],
      ['Done', true, undefined],
    ]);
    expect(initialStateId).toBe(states[0]?.id);
    const movesFrom = async (query: string) => {
      const reply = await call('GET', `/workflow/${id}/available-transitions${query}`);
      const page = listAvailableTransitions.reply!.parse(reply.body);
      return page.result.map(({ name }) => name);
    };
    expect(await movesFrom('')).toEqual(['Start']);
    expect(await movesFrom(`?fromStateId=${states[1]?.id}`)).toEqual(['Finish', 'Give up']);
    expect(await movesFrom(`?fromStateId=${states[2]?.id.toUpperCase()}`)).toEqual([]);
    expect((await call('GET', `/workflow/${id}`)).body).toEqual(body);
  });

  test('refuses moves from what is none of its states', async () => {
    const { id } = workflowSchema.parse((await call('POST', '/workflow', repair)).body);
    const path = `/workflow/${id}/available-transitions?fromStateId=`;
    expect((await call('GET', path + id)).status).toBe(400);
    expect((await call('GET', `${path}none`)).status).toBe(400);
    expect(
      (await call('GET', `/workflow/${demoTypeId('IT', 'Laptop')}/available-transitions`)).status,
    ).toBe(404);
  });
});

const ownType = ownTypes({ api: call });

async function newType() {
  const type = await ownType({ Note: { code: 'TEXT' } });
  const { typeId: id, name, label: labelId } = type;
  const { Note: noteId = '' } = type.attributes;
  const create = (label: string) => ({
    objectOperationType: 'create' as const,
    typeId: id,
    attributes: [{ attributeId: labelId, values: [label] }],
  });
  const labels = async () => {
    const reply = await call('POST', '/object/search', {
      query: 'order by Label',
      typeId: id,
    });
    return searchObjects.reply!.parse(reply.body).result.map(({ label }) => label);
  };
  return { id, name, labelId, noteId, create, labels };
}

describe('Several objects', () => {
  test('are created, changed and deleted in one call, in its order', async () => {
    const { id, labelId, create, labels } = await newType();
    const { typeId, attributes } = create('First');
    const single = { typeId, attributes };
    const first = createObject.reply!.parse((await call('POST', '/object', single)).body);
    const reply = await call('POST', '/object/bulk', {
      operations: [
        create('Second'),
        {
          objectOperationType: 'patch',
          objectId: first.id.toUpperCase(),
          attributes: [{ attributeId: labelId, values: ['Renamed'] }],
        },
        create('Third'),
      ],
    });
    const { failures, result } = changeObjects.reply!.parse(reply.body);
    expect(failures).toBe(false);
    expect(result.map(({ operationAction, index }) => `${index} ${operationAction}`)).toEqual([
      '0 CREATE',
      '1 PATCH',
      '2 CREATE',
    ]);
    expect(await labels()).toEqual(['Renamed', 'Second', 'Third']);
    await call('POST', '/object/bulk', {
      operations: result.map(({ objectId }) => ({ objectOperationType: 'delete', objectId })),
    });
    expect(await labels()).toEqual([]);
    expect(id).toBeTruthy();
  });

  test('stay as they are where one operation is refused, and each fault names its operation', async () => {
    const { labelId, create, labels } = await newType();
    const reply = await call('POST', '/object/bulk', {
      operations: [
        create('Fine'),
        create(''),
        { objectOperationType: 'delete', objectId: labelId },
        { ...create('Elsewhere'), typeId: labelId },
        create('Fine too'),
      ],
    });
    expect(violationsIn(reply)).toEqual([
      `1 REQUIRED OBJECT ${labelId}`,
      '2 NOT_FOUND OBJECT objectId',
      '3 NOT_FOUND OBJECT typeId',
    ]);
    const { violations = [] } = errorBody.parse(reply.body);
    expect(violations.map(({ invalidValue }) => invalidValue)).toEqual(['[""]', labelId, labelId]);
    expect(await labels()).toEqual([]);
  });

  test('are at most 200', async () => {
    const { create, labels } = await newType();
    const operations = Array.from({ length: 200 }, (_, index) => create(`${index}`));
    const tooMany = await call('POST', '/object/bulk', {
      operations: [...operations, create('x')],
    });
    expect(violationsIn(tooMany)).toEqual(['TOO_MANY OBJECT operations']);
    expect((await call('POST', '/object/bulk', { operations })).status).toBe(200);
    expect(await labels()).toHaveLength(50);
  });

  test('are not there for those who may not read their type', async () => {
    const { create } = await newType();
    const reply = await call('POST', '/object/bulk', { operations: [create('x')] }, 'outsider');
    expect(reply.status).toBe(404);
  });
});

describe('A type', () => {
  test('is renamed, and its name is free again', async () => {
    const one = await newType();
    const other = await newType();
    const taken = await call('PATCH', `/type/${one.id}`, { name: other.name.toUpperCase() });
    expect(violationsIn(taken)).toEqual(['CONFLICT TYPE name']);
    const unseen = await call('PATCH', `/type/${one.id}`, { name: `${other.name}\u200b` });
    expect(violationsIn(unseen)).toEqual(['CONFLICT TYPE name']);
    const renamed = await call('PATCH', `/type/${one.id}`, {
      name: 'Screen',
      description: 'Flat.',
    });
    expect(renamed.body).toEqual({ id: one.id, name: 'Screen', description: 'Flat.' });
    expect((await call('PATCH', `/type/${one.id}`, {})).body).toEqual(renamed.body);
    expect((await call('PATCH', `/type/${other.id}`, { name: one.name })).status).toBe(200);
  });

  test('is deleted with its objects once the caller knows how many', async () => {
    const { id, create } = await newType();
    await call('POST', '/object/bulk', { operations: [create('a'), create('b')] });
    expect(violationsIn(await call('DELETE', `/type/${id}`))).toEqual(['REQUIRED TYPE confirm']);
    expect(violationsIn(await call('DELETE', `/type/${id}?confirm=1`))).toEqual([
      'CONFLICT TYPE confirm',
    ]);
    expect((await call('DELETE', `/type/${id}?confirm=x`)).status).toBe(400);
    expect((await call('DELETE', `/type/${id}?confirm=2`)).status).toBe(204);
    expect((await call('GET', `/type/${id}`)).status).toBe(404);
  });

  test('without objects is deleted without a question', async () => {
    const { id } = await newType();
    expect((await call('DELETE', `/type/${id}`)).status).toBe(204);
  });

  test('stays while attributes of other types refer to it', async () => {
    const { id } = await newType();
    const referring = await newType();
    await call('POST', '/attribute', {
      name: 'Screen',
      typeId: referring.id,
      attributeTypeCode: 'REFERENCE',
      configuration: { targetTypeId: id },
    });
    expect(violationsIn(await call('DELETE', `/type/${id}`))).toEqual(['CONFLICT TYPE id']);
    await call('DELETE', `/type/${referring.id}`);
    expect((await call('DELETE', `/type/${id}`)).status).toBe(204);
  });

  test('that the caller may not read is not there', async () => {
    const hidden = `/type/${demoTypeId('IT', 'Contract')}`;
    await giveRole(service, 'member', 'administrator');
    expect((await call('DELETE', `${hidden}?confirm=1`, undefined, 'member')).status).toBe(404);
    expect((await call('PATCH', hidden, { name: 'Mine' }, 'member')).status).toBe(404);
    await giveRole(service, 'member', 'editor');
    expect(objectType.parse((await call('GET', hidden)).body).name).toBe('Contract');
  });
});

describe('An attribute', () => {
  test('is deleted with its values once the caller knows of how many objects', async () => {
    const { noteId, create } = await newType();
    const withNote = { ...create('a') };
    withNote.attributes = [...withNote.attributes, { attributeId: noteId, values: ['Scratched'] }];
    await call('POST', '/object/bulk', { operations: [withNote, create('b')] });
    expect(violationsIn(await call('DELETE', `/attribute/${noteId}`))).toEqual([
      'REQUIRED ATTRIBUTE confirm',
    ]);
    expect((await call('DELETE', `/attribute/${noteId}?confirm=1`)).status).toBe(204);
    expect((await call('GET', `/attribute/${noteId}`)).status).toBe(404);
  });

  test('that labels objects stays', async () => {
    const { labelId, create } = await newType();
    await call('POST', '/object/bulk', { operations: [create('a')] });
    expect(violationsIn(await call('DELETE', `/attribute/${labelId}?confirm=1`))).toEqual([
      'CONFLICT ATTRIBUTE isLabel',
    ]);
  });
});

const laptop = demoTypeId('IT', 'Laptop');

async function typeNames(account = 'admin') {
  const { body } = await call('GET', '/type/enriched?limit=200', undefined, account);
  return listEnrichedTypes.reply!.parse(body).result.map(({ name }) => name);
}

async function attributeNames() {
  const { body } = await call('GET', `/attribute?typeId=${laptop}&limit=200`);
  return listAttributes.reply!.parse(body).result.map(({ name }) => name);
}

describe('The next call sees', () => {
  test('a type that was created, renamed and deleted', async () => {
    await typeNames();
    const { body } = await call('POST', '/type', { name: 'Printer' });
    const { id } = body as { id: string };
    expect(await typeNames()).toContain('Printer');
    await call('PATCH', `/type/${id}`, { name: 'Plotter' });
    expect(await typeNames()).toContain('Plotter');
    await call('DELETE', `/type/${id}`);
    expect(await typeNames()).not.toContain('Plotter');
  });

  test('an attribute that was created, renamed and deleted', async () => {
    await attributeNames();
    const created = { name: 'Color', typeId: laptop, attributeTypeCode: 'TEXT' };
    const { id } = (await call('POST', '/attribute', created)).body as { id: string };
    expect(await attributeNames()).toContain('Color');
    await call('PATCH', `/attribute/${id}`, { name: 'Colour' });
    expect(await attributeNames()).toContain('Colour');
    await call('DELETE', `/attribute/${id}`);
    expect(await attributeNames()).not.toContain('Colour');
  });

  test('a state that was renamed', async () => {
    const flow = { name: 'Phases', states: [{ name: 'Planned' }], transitions: [] };
    const { id, states } = getWorkflow.reply!.parse((await call('POST', '/workflow', flow)).body);
    const configuration = { workflowId: id };
    const phase = { name: 'Phase', typeId: laptop, attributeTypeCode: 'WORKFLOW', configuration };
    expect((await call('POST', '/attribute', phase)).status).toBe(200);
    const find = async (query: string) => {
      const body = { query: `Type = "Laptop" and ${query}`, limit: 1 };
      return (await call('POST', '/object/search', body)).status;
    };
    expect(await find('Phase = "Planned"')).toBe(200);
    const renamed = states.map((state) => ({ ...state, name: 'Meant' }));
    expect((await call('PATCH', `/workflow/${id}`, { states: renamed })).status).toBe(200);
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
