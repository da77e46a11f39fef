import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGroup } from '../../../../src/api/group';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import { readNameDoubles } from '../../../../src/service/model/resources/name-doubles';
import { fillTakenNames } from '../../../../src/service/model/resources/taken-names';
import { normalizeStoredAddresses } from '../../../../src/service/accounts/stored-addresses';
import { findAccountWithPassword } from '../../../../src/service/accounts/people';
import { duringTests } from '../../../support/during-tests';
import { ids } from '../../fleet';
import { readError, startFleetService } from '../../fleet-service';
import { ownTypes } from '../../own-types';
import { insertAccount } from '../../rows';

const composed = 'Caf\u00e9 bar';
/** The same text in Unicode, with another space and in capitals. */
const decomposed = 'CAFE\u0301\u00a0BAR';

const service = duringTests(() => startFleetService());
const call = (method: string, path: string, body?: unknown) => service.api(method, path, body);
const newType = ownTypes(() => service.as('ann'));
const conflictIn = async (answer: ReturnType<typeof call>) =>
  readError(await answer).violations?.map(({ violationType, fieldIdentifier }) =>
    [violationType, fieldIdentifier].join(' '),
  );

const withNames = (...names: string[]) => ({
  options: names.map((name, index) => ({ id: `option-${index}`, name })),
});

describe('A name that is equal in Unicode is taken', () => {
  test('for a type, also for one that is renamed, until the other one is called otherwise', async () => {
    const { types } = service.as('ann');
    const one = await types.create({ name: composed });
    expect(await conflictIn(call('POST', '/type', { name: decomposed }))).toEqual([
      'CONFLICT name',
    ]);
    const other = await newType();
    const rename = (id: string, name: string) => call('PATCH', `/type/${id}`, { name });
    expect(await conflictIn(rename(other.typeId, decomposed))).toEqual(['CONFLICT name']);
    expect((await rename(one.id, decomposed)).status).toBe(200);
    expect((await rename(one.id, 'Renamed bar')).status).toBe(200);
    expect((await rename(other.typeId, composed)).status).toBe(200);
    expect((await call('DELETE', `/type/${other.typeId}`)).status).toBe(204);
    expect((await rename(one.id, composed)).status).toBe(200);
    await types.delete(one.id);
  });

  test('for an attribute of a type, which a query finds by either form', async () => {
    const type = await newType();
    const id = await type.add(composed, 'TEXT');
    const again = { typeId: type.typeId, name: decomposed, attributeTypeCode: 'TEXT' };
    expect(await conflictIn(call('POST', '/attribute', again))).toEqual(['CONFLICT name']);
    expect(
      await conflictIn(call('PATCH', `/attribute/${type.label}`, { name: decomposed })),
    ).toEqual(['CONFLICT name']);
    const objectId = await type.create('One', { [id]: ['here'] });
    const query = `"${decomposed}" = "here"`;
    const { result } = await service.as('ann').objects.search({ query, typeId: type.typeId });
    expect(result.map((each) => each.id)).toEqual([objectId]);
  });

  test('for a group', async () => {
    const first = await call('POST', '/group', { name: composed });
    expect(first.status).toBe(200);
    expect(await conflictIn(call('POST', '/group', { name: decomposed }))).toEqual([
      'CONFLICT name',
    ]);
    const { id } = createGroup.reply!.parse(first.body);
    await call('DELETE', `/group/${id}`);
    expect((await call('POST', '/group', { name: decomposed })).status).toBe(200);
    await service.database.query('delete from user_group');
    expect((await call('POST', '/group', { name: composed })).status).toBe(200);
  });

  test('for an option, which values name in either form', async () => {
    const type = await newType();
    const body = { typeId: type.typeId, name: 'Place', attributeTypeCode: 'OPTION' };
    const double = { ...body, configuration: withNames(composed, decomposed) };
    expect(await conflictIn(call('POST', '/attribute', double))).toEqual([
      'CONFLICT configuration.options',
    ]);
    const place = await type.add('Place', 'OPTION', withNames(composed));
    const objectId = await type.create('One', { [place]: [decomposed] });
    const { attributes } = await service.as('ann').objects.get(objectId);
    expect(attributes.find(({ attributeId }) => attributeId === place)?.values).toMatchObject([
      { value: 'option-0' },
    ]);
  });

  test('for a state of a workflow, to which transitions refer in either form', async () => {
    const workflow = (states: string[], from: string) => ({
      name: 'Opening',
      states: states.map((name) => ({ name })),
      transitions: [{ name: 'Go', fromStateId: from, toStateId: 'Gone' }],
    });
    const double = workflow([composed, decomposed, 'Gone'], 'Gone');
    expect(await conflictIn(call('POST', '/workflow', double))).toEqual(['CONFLICT states.1.name']);
    const created = await call('POST', '/workflow', workflow([composed, 'Gone'], decomposed));
    expect(created.status).toBe(200);
  });

  test('for a person', async () => {
    const person = (email: string) => ({ email, name: 'J\u00f6rg', role: 'reader' });
    expect((await call('POST', '/user', person('J\u00f6rg@example.com'))).status).toBe(200);
    const again = [person('jo\u0308rg@example.com'), person('J\u00f6rg@EXAMPLE.com')];
    expect(await conflictIn(call('POST', '/user/bulk', { users: again }))).toEqual([
      'CONFLICT email',
    ]);
    const accounts = await service.database.query(`select from account where name = 'J\u00f6rg'`);
    expect(accounts).toHaveLength(1);
  });
});

describe('Names from before', () => {
  const twin = { typeId: randomUUID(), otherId: randomUUID(), attributeId: randomUUID() };
  const address = 'zo\u00eb@example.com';
  const oldAddress = 'zoe\u0308@example.com';
  const [zoe, other, alone] = [randomUUID(), randomUUID(), randomUUID()];

  beforeAll(async () => {
    const { database } = service;
    await database.transaction(async (transaction) => {
      await transaction.query(
        'insert into type (workspace_id, id, name) values ($1, $2, $3), ($1, $4, $5)',
        [ids.fleet, twin.typeId, 'H\u00f4tel', twin.otherId, 'Ho\u0302tel'],
      );
      await transaction.query(
        `insert into attribute (workspace_id, id, type_id, name, attribute_type_code, position, configuration)
         values ($1, $2, $3, 'Kind', 'OPTION', 0, $4::jsonb)`,
        [ids.fleet, twin.attributeId, twin.typeId, JSON.stringify(withNames(composed, decomposed))],
      );
      await transaction.query('update workspace_schema set version = $2 where workspace_id = $1', [
        ids.fleet,
        randomUUID(),
      ]);
    });
    await insertAccount(database, { id: zoe, email: address, name: 'Zo\u00eb' });
    await insertAccount(database, { id: other, email: oldAddress, name: 'Zo\u00eb' });
    await insertAccount(database, { id: alone, email: 'ame\u0301lie@example.com', name: 'A' });
    await fillTakenNames(database);
  });

  test('that are equal stay, and no other one joins them', async () => {
    const rename = (id: string, name: string) => call('PATCH', `/type/${id}`, { name });
    expect(await conflictIn(call('POST', '/type', { name: 'H\u00d4TEL' }))).toEqual([
      'CONFLICT name',
    ]);
    expect((await rename(twin.typeId, 'h\u00f4tel')).status).toBe(200);
    expect((await rename(twin.typeId, 'Inn')).status).toBe(200);
    expect(await conflictIn(rename(twin.typeId, 'H\u00f4tel'))).toEqual(['CONFLICT name']);
    expect((await rename(twin.otherId, 'Hostel')).status).toBe(200);
    expect((await rename(twin.typeId, 'H\u00f4tel')).status).toBe(200);
  });

  test('of options stay through a change of others', async () => {
    const patch = (...names: string[]) =>
      call('PATCH', `/attribute/${twin.attributeId}`, {
        attributeTypeCode: 'OPTION',
        configuration: withNames(...names),
      });
    expect(await conflictIn(patch(composed, decomposed, composed))).toEqual([
      'CONFLICT configuration.options',
    ]);
    expect((await patch(composed, decomposed, 'Third')).status).toBe(200);
  });

  test('are listed for an administrator', async () => {
    const caller = {
      userId: ids.ann,
      name: 'Ann',
      email: 'ann@example.com',
      via: 'session',
    } as const;
    const view = await viewWorkspace(service.database, caller, ids.fleet);
    expect(await readNameDoubles(service.database, view)).toContainEqual({
      what: 'Option or state of \u201cKind\u201d in \u201cH\u00f4tel\u201d',
      names: [composed, decomposed],
    });
  });

  test('of accounts stay where both are there, are told to the operator, and are signed in to as they are written', async () => {
    const { database } = service;
    const lines = await normalizeStoredAddresses(database);
    expect(lines).toEqual([expect.stringContaining(`${zoe} and ${other}`)]);
    expect((await findAccountWithPassword(database, address))?.id).toBe(zoe);
    expect((await findAccountWithPassword(database, oldAddress))?.id).toBe(other);
    expect((await findAccountWithPassword(database, 'Ame\u0301lie@example.com'))?.id).toBe(alone);
    expect((await findAccountWithPassword(database, 'am\u00e9lie@example.com'))?.id).toBe(alone);
  });
});

test('A value of an option that is written in the form of one of two is that one', async () => {
  const type = await newType();
  const place = await type.add('Place', 'OPTION', withNames(composed));
  await service.database.transaction(async (transaction) => {
    await transaction.query('update attribute set configuration = $2::jsonb where id = $1', [
      place,
      JSON.stringify(withNames(composed, decomposed)),
    ]);
    await transaction.query('update workspace_schema set version = $2 where workspace_id = $1', [
      ids.fleet,
      randomUUID(),
    ]);
  });
  const objectId = await type.create('One', { [place]: [decomposed] });
  const found = await service.as('ann').objects.get(objectId);
  expect(found.attributes).toMatchObject([{}, { values: [{ value: 'option-1' }] }]);
});
