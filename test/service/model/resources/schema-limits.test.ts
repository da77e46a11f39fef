import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/api/page';
import {
  changeSchema,
  viewWorkspace,
} from '../../../../src/service/model/permissions/workspace-view';
import { createAttribute } from '../../../../src/service/model/resources/attributes';
import { duringTests } from '../../../support/during-tests';
import { ids } from '../../fleet';
import { readError, startFleetService, testTime, type Answer } from '../../fleet-service';

const service = duringTests(() => startFleetService());

/** A configuration that takes about so many bytes. */
function configurationOf(bytes: number) {
  const count = Math.ceil(bytes / 337);
  const options = Array.from({ length: count }, (_, index) => ({
    id: `option-${index}`.padEnd(78, '-'),
    name: `Option ${index}`.padEnd(240, '.'),
  }));
  return { isRequired: false, isMultiple: false, options };
}

let made = 0;
const newName = () => `Own ${(made += 1)}`;

async function createType(description?: string): Promise<string> {
  const answer = await service.api('POST', '/type', { name: newName(), description });
  return (answer.body as { id: string }).id;
}

const create = (typeId: string, configuration: object | null, fields: object = {}) =>
  service.api('POST', '/attribute', {
    ...{ typeId, name: newName(), attributeTypeCode: 'OPTION', configuration },
    ...fields,
  });

const configure = (id: string, configuration: object) =>
  service.api('PATCH', `/attribute/${id}`, { attributeTypeCode: 'OPTION', configuration });

/** As they could be before there were limits. Returns the id of one of them. */
async function insertAttributes(typeId: string, count: number, configuration: object | null) {
  const id = randomUUID();
  await changeSchema(service.database, { workspaceId: ids.fleet }, (transaction) =>
    transaction.query(
      `insert into attribute (workspace_id, id, type_id, name, attribute_type_code, configuration, position)
       select $1::uuid, case number when 1 then $2::uuid else gen_random_uuid() end, $3::uuid,
         $4::text || number, 'OPTION', $5::jsonb, 100 + number
       from generate_series(1, $6::integer) as number`,
      [
        ...[ids.fleet, id, typeId, newName()],
        configuration === null ? null : JSON.stringify(configuration),
        count,
      ],
    ),
  );
  return id;
}

function violationOf(answer: Answer): string {
  expect(answer.status).toBe(400);
  const [{ violationType, domain, fieldIdentifier } = {}] = readError(answer).violations ?? [];
  return [violationType, domain, fieldIdentifier].join(' ');
}

describe('the configuration of an attribute', () => {
  test('takes up to 256 kB, at the start and later', async () => {
    const typeId = await createType();
    const created = await create(typeId, configurationOf(255_000));
    expect(created.status).toBe(200);
    const { id } = created.body as { id: string };
    expect((await service.api('GET', `/attribute/${id}`)).body).toEqual(created.body);
    expect((await configure(id, configurationOf(254_000))).status).toBe(200);
    const tooLong = 'TOO_LONG ATTRIBUTE configuration';
    expect(violationOf(await configure(id, configurationOf(257_000)))).toBe(tooLong);
    const refused = await create(typeId, configurationOf(336_000));
    expect(violationOf(refused)).toBe(tooLong);
    expect(readError(refused).message).toMatch(/up to 256 kB, and this one takes 3\d\d kB\./);
  });

  test('that is longer from before is read, renamed, shortened and deleted, but doesn’t grow', async () => {
    const typeId = await createType();
    const configuration = configurationOf(320_000);
    const id = await insertAttributes(typeId, 1, configuration);
    expect((await service.api('GET', `/attribute/${id}`)).body).toMatchObject({ configuration });
    const renamed = await service.api('PATCH', `/attribute/${id}`, { name: 'Renamed' });
    expect(renamed.body).toMatchObject({ name: 'Renamed', configuration });
    expect(violationOf(await configure(id, configurationOf(330_000)))).toMatch(/^TOO_LONG/);
    expect((await configure(id, configurationOf(320_000))).status).toBe(200);
    expect((await configure(id, configurationOf(300_000))).status).toBe(200);
    expect((await service.api('DELETE', `/attribute/${id}`)).status).toBe(204);
  });

  test('still says which options an object may have, and what they are called', async () => {
    const typeId = await createType();
    const label = await create(typeId, null, { attributeTypeCode: 'TEXT' });
    const option = await create(typeId, configurationOf(200_000));
    const [labelId, optionId] = [label, option].map(({ body }) => (body as { id: string }).id);
    const { name, id } = configurationOf(200_000).options[300]!;
    const valued = (value: string) =>
      service.api('POST', '/object', {
        typeId,
        attributes: [
          { attributeId: labelId, values: ['One'] },
          { attributeId: optionId, values: [value] },
        ],
      });
    const shown = { value: id, details: { name } };
    for (const written of [id, name]) {
      const { body } = await valued(written);
      const { attributes } = body as { attributes: { attributeId: string; values: object[] }[] };
      expect(attributes.find(({ attributeId }) => attributeId === optionId)?.values).toMatchObject([
        shown,
      ]);
    }
    expect((await valued('none of them')).status).toBe(400);
  });
});

describe('a type', () => {
  test('has up to 500 attributes', async () => {
    const typeId = await createType();
    await insertAttributes(typeId, 499, null);
    expect((await create(typeId, null)).status).toBe(200);
    expect(violationOf(await create(typeId, null))).toBe('TOO_MANY ATTRIBUTE name');
  });

  test('takes up to 4 MB of attributes, and those that are there may change without growing', async () => {
    const typeId = await createType();
    const id = await insertAttributes(typeId, 19, configurationOf(210_000));
    expect(violationOf(await create(typeId, configurationOf(100_000)))).toBe(
      'TOO_LONG ATTRIBUTE configuration',
    );
    expect(violationOf(await configure(id, configurationOf(250_000)))).toMatch(/^TOO_LONG/);
    expect((await configure(id, configurationOf(209_000))).status).toBe(200);
    expect((await service.api('PATCH', `/attribute/${id}`, { name: 'Short' })).status).toBe(200);
  });
});

test('a workspace takes up to 64 MB of types, also where several grow at once', async () => {
  const { database } = service;
  const workspaceId = ids.archive;
  const typeId = randomUUID();
  const configuration = JSON.stringify(configurationOf(250_000));
  await changeSchema(database, { workspaceId }, async (transaction) => {
    await transaction.query(
      `insert into type (workspace_id, id, name) select $1, gen_random_uuid(), 'Large ' || number
       from generate_series(1, 16) as number`,
      [workspaceId],
    );
    await transaction.query(
      `insert into attribute (workspace_id, id, type_id, name, attribute_type_code, configuration, position)
       select $1, gen_random_uuid(), type.id, 'Choice ' || number, 'OPTION', $2::jsonb, number
       from type, generate_series(1, case name when 'Large 1' then 10 else 16 end) as number
       where workspace_id = $1 and name like 'Large %'`,
      [workspaceId, configuration],
    );
    await transaction.query("insert into type (workspace_id, id, name) values ($1, $2, 'Small')", [
      workspaceId,
      typeId,
    ]);
  });
  // Of the type alone: to read all of them takes seconds.
  const caller = { userId: ids.ann, name: '', email: '', via: 'token' } as const;
  const { role, version } = await viewWorkspace(database, caller, ids.fleet);
  const named = { id: typeId, name: 'Small', description: null, symbol: null };
  const type = { ...named, isReadByEveryMember: true, attributes: [] };
  const seen = { types: [type], readOnlyTypeIds: new Set<string>() };
  const view = { workspaceId, caller, role, version, ...seen };
  const grow = (name: string) =>
    createAttribute({ database, clock: () => testTime }, view, {
      ...{ typeId, name, attributeTypeCode: 'OPTION' },
      configuration: configurationOf(250_000),
    });
  const outcomes = await Promise.allSettled([grow('One'), grow('Two'), grow('Three')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    expect(outcome.reason).toMatchObject({
      status: 400,
      detail: { violations: [{ violationType: 'TOO_LONG', fieldIdentifier: 'configuration' }] },
    });
  }
});

test('a workflow takes up to 256 kB', async () => {
  const states = Array.from({ length: 100 }, (_, index) => ({ name: `State ${index}` }));
  const transitionsOf = (length: number) =>
    Array.from({ length: 500 }, (_, index) => ({
      name: `Move ${index}`.padEnd(length, '…'),
      fromStateId: `State ${index % 100}`,
      toStateId: `State ${(index + 1) % 100}`,
    }));
  const of = (length: number) => ({ name: newName(), states, transitions: transitionsOf(length) });
  const created = await service.api('POST', '/workflow', of(20));
  expect(created.status).toBe(200);
  expect(violationOf(await service.api('POST', '/workflow', of(200)))).toBe(
    'TOO_LONG WORKFLOW transitions',
  );
  const { id } = created.body as { id: string };
  const name = 'Renamed';
  expect((await service.api('PATCH', `/workflow/${id}`, { name })).body).toMatchObject({ name });
});

describe('a page of types', () => {
  const insertTypes = (count: number) =>
    changeSchema(service.database, { workspaceId: ids.fleet }, (transaction) =>
      transaction.query(
        `insert into type (workspace_id, id, name, description)
         select $1, gen_random_uuid(), 'AA ' || number, repeat('x', 900000)
         from generate_series(1, $2::integer) as number`,
        [ids.fleet, count],
      ),
    );

  test('above 8 MB is refused, and answered with fewer', async () => {
    await insertTypes(10);
    for (const path of ['/type?', '/type/enriched?', '/type?all=true&']) {
      const refused = await service.api('GET', `${path}limit=200`);
      expect(refused.status).toBe(400);
      expect(readError(refused).message).toBe(
        'These types are too large for one answer. Ask for fewer with limit.',
      );
      const { status, body } = await service.api('GET', `${path}limit=8&offset=1`);
      expect(status).toBe(200);
      expect((body as Page<unknown>).result).toHaveLength(8);
    }
  });
});
