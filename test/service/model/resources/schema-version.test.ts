import { beforeAll, describe, expect, inject, test } from 'vitest';
import { listAttributes } from '../../../../src/api/attribute';
import { listEnrichedTypes } from '../../../../src/api/type';
import { getWorkflow } from '../../../../src/api/workflow';
import { demoTypeId, demoWorkspaceId } from '../../../../src/service';
import {
  changeSchema,
  viewWorkspace,
} from '../../../../src/service/model/permissions/workspace-view';
import type { Queryable } from '../../../../src/service/base/database/database';
import { startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { openTestDatabase, refuseForgottenVersions } from '../../../support/test-database';
import { fillFleet, ids } from '../../fleet';
import { workspaceApi } from './workspace-api';

const service = duringTests(() => startDemoService());
const call = workspaceApi(() => service);

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
    const workspaceId = demoWorkspaceId('IT');
    await service.administration.setAccess({
      account: 'member',
      target: { workspaceId },
      read: false,
    });
    expect((await call('GET', '/type', undefined, 'member')).status).toBe(404);
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
