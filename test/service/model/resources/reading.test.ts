import { Readable } from 'node:stream';
import { leaveOut, openToEveryone, setRole } from '../../rights';
import { describe, expect, test } from 'vitest';
import * as attributeApi from '../../../../src/api/attribute';
import * as objectApi from '../../../../src/api/object';
import * as typeApi from '../../../../src/api/type';
import * as userApi from '../../../../src/api/user';
import * as workspaceApi from '../../../../src/api/workspace';
import { openDiskFiles } from '../../../../src/service/base/files/file-store';
import { removeUnusedContents } from '../../../../src/service/model/resources/content-uploads';
import { attributeId, ids, objects } from '../../fleet';
import { readError, startFleetService, strictly, testTime } from '../../fleet-service';
import { duringTests } from '../../../support/during-tests';
import { writtenValues } from '../../../support/written-values';

const service = duringTests(() => startFleetService());

const api = '/public/v1';
describe('reading', () => {
  test('lists the workspaces that the caller is a member of', async () => {
    const list = async (as: 'ann' | 'cat') => {
      const answer = await service.call('GET', `${api}/workspace`, {
        as,
        headers: { 'wds-workspace-id': undefined },
      });
      return strictly(workspaceApi.listWorkspaces.reply!).parse(answer.body).result;
    };
    expect(await list('ann')).toEqual([{ id: ids.fleet, name: 'Fleet' }]);
    expect(await list('cat')).toEqual([]);
  });

  test('lists types by name, page by page', async () => {
    const answer = await service.api('GET', '/type?offset=1&limit=2');
    expect(strictly(typeApi.listTypes.reply!).parse(answer.body)).toEqual({
      total: 4,
      pageSize: 2,
      isLast: false,
      result: [
        { id: ids.contract, name: 'Contract', isReadByEveryMember: false },
        { id: ids.laptop, name: 'Laptop', isReadByEveryMember: true },
      ],
    });
  });

  test('lists types with their attributes in their order', async () => {
    const answer = await service.api('GET', '/type/enriched');
    const { result } = strictly(typeApi.listEnrichedTypes.reply!).parse(answer.body);
    expect(result[0]).toEqual({
      id: ids.city,
      name: 'City',
      isReadByEveryMember: true,
      attributes: [
        { id: attributeId('City', 'Name'), name: 'Name', attributeTypeCode: 'TEXT', isLabel: true },
        {
          id: attributeId('City', 'Founded'),
          name: 'Founded',
          attributeTypeCode: 'INTEGER',
          isLabel: false,
        },
      ],
    });
  });

  test('says of each type whether every member may read it', async () => {
    const { result } = strictly(typeApi.listEnrichedTypes.reply!).parse(
      (await service.api('GET', '/type/enriched')).body,
    );
    const told = result.map(({ name, isReadByEveryMember }) => [name, isReadByEveryMember]);
    expect(told).toEqual([
      ['City', true],
      ['Contract', false],
      ['Laptop', true],
      ['Person', true],
    ]);
  });

  test('hides a type that the caller may not read, everywhere', async () => {
    const as = 'ben';
    const list = await service.api('GET', '/type', undefined, as);
    expect(JSON.stringify(list.body)).not.toContain('Contract');
    for (const path of [
      `/type/${ids.contract}`,
      `/attribute?typeId=${ids.contract}`,
      `/attribute/${attributeId('Contract', 'Name')}`,
      `/object/${objects.lease}`,
    ]) {
      expect((await service.api('GET', path, undefined, as)).status, path).toBe(404);
      expect((await service.api('GET', path)).status, path).toBe(200);
    }
  });

  test('hides a workflow whose only type the caller may not read', async () => {
    const path = `${api}/workflow/${ids.workflow}`;
    const place = (typeId: string) => ({ workspaceId: ids.fleet, typeId });
    expect((await service.call('GET', path, { as: 'ben' })).status).toBe(200);
    await leaveOut(service.database, place(ids.laptop), ids.ben);
    const hidden = await service.call('GET', path, { as: 'ben' });
    const ben = { workspaceId: ids.fleet, userId: ids.ben };
    await setRole(service.database, ben, 'administrator');
    const borrowed = await service.api(
      'POST',
      '/attribute',
      {
        typeId: ids.city,
        name: 'Borrowed',
        attributeTypeCode: 'WORKFLOW',
        configuration: { workflowId: ids.workflow },
      },
      'ben',
    );
    await setRole(service.database, ben, 'editor');
    await openToEveryone(service.database, place(ids.laptop));
    const gone = await service.api('GET', `/workflow/${ids.ann}`);
    expect(hidden.status).toBe(404);
    expect(readError(hidden).message).toBe(readError(gone).message);
    expect(readError(borrowed).message).toContain('There is no such workflow.');
    expect((await service.call('GET', path, { as: 'ben' })).status).toBe(200);
  });

  test('lists attributes with their configuration, and the types there are', async () => {
    const answer = await service.api('GET', `/attribute?typeId=${ids.person}`);
    const { result } = strictly(attributeApi.listAttributes.reply!).parse(answer.body);
    expect(result.map((attribute) => attribute.name)).toEqual(['Name', 'Email', 'City']);
    expect(result[2]!.configuration).toEqual({ targetTypeId: ids.city });
    const types = await service.api('GET', '/attribute/type');
    const codes = attributeApi.listAttributeTypes.reply!.parse(types.body).result;
    expect(codes).toContainEqual({ code: 'SYSTEM_CREATED', name: 'Created', isReadOnly: true });
  });

  test('lists the members, finds one, and tells the caller who they are', async () => {
    const members = await service.api('GET', '/user');
    expect(userApi.listUsers.reply!.parse(members.body).result).toEqual([
      { id: ids.ann, name: 'Ann Ödegaard', email: 'ann@example.com', role: 'administrator' },
      { id: ids.ben, name: 'Ben Ödegaard', email: 'ben@example.com', role: 'editor' },
    ]);
    expect((await service.api('GET', `/user/${ids.ben}`)).body).toMatchObject({
      id: ids.ben,
    });
    const me = await service.call('GET', `${api}/user/me`, {
      as: 'cat',
      headers: { 'wds-workspace-id': undefined },
    });
    expect(strictly(userApi.user).parse(me.body).id).toBe(ids.cat);
  });

  test('says that it is well', async () => {
    expect((await service.call('GET', '/health')).body).toEqual({ status: 'ok', database: 'ok' });
  });
});

describe('the page of an object', () => {
  test('sends whoever is not signed in to the sign-in page and back', async () => {
    const path = `/workspace/${ids.fleet}/object/${objects.a}`;
    const response = await fetch(service.url + path, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      `/oauth/sign-in?returnTo=${encodeURIComponent(path)}`,
    );
  });
});

describe('a file that nothing holds', () => {
  test('is removed after 24 hours, and one that an object holds is not', async () => {
    const { files, ...opened } = await openDiskFiles('memory');
    const keysLeft = async () => {
      const rows = await service.database.query<{ key: string }>('select key from content');
      return rows.map(({ key }) => key).sort();
    };
    try {
      await files.put('contents/fresh', Readable.from(['bytes']), 100);
      await service.database.query(
        `update content set created_at = $1, file_key = 'contents/' || key`,
        [testTime],
      );
      const remove = (hours: number) =>
        removeUnusedContents({
          database: service.database,
          files,
          clock: () => new Date(testTime.getTime() + hours * 60 * 60_000),
        });
      await remove(23);
      expect(await keysLeft()).toEqual(['back', 'foreign', 'fresh', 'front', 'other']);
      await remove(24);
      expect(await keysLeft()).toEqual(['back', 'front']);
      expect(await files.findSize('contents/fresh')).toBeUndefined();
    } finally {
      await opened.close();
    }
  });
});

describe('what refers to an object', () => {
  const list = async (objectId: string, as?: 'ben' | 'cat', query = '') => {
    const answer = await service.api('GET', `/object/${objectId}/referrer${query}`, undefined, as);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return strictly(objectApi.listReferrers.reply!).parse(answer.body);
  };
  const addressOf = (objectId: string) =>
    `${service.url}/workspace/${ids.fleet}/object/${objectId}`;

  test('is listed by label, with the attributes that do and the page that lists it', async () => {
    expect(await list(objects.zoe)).toEqual({
      total: 2,
      pageSize: 50,
      isLast: true,
      result: [
        {
          id: objects.lease,
          typeId: ids.contract,
          label: 'Lease 2024',
          url: addressOf(objects.lease),
          attributeIds: [attributeId('Contract', 'Signed by')],
        },
        {
          id: objects.a,
          typeId: ids.laptop,
          label: 'MacBook Pro 14',
          url: addressOf(objects.a),
          attributeIds: [attributeId('Laptop', 'Holder')],
        },
      ],
      url: `${addressOf(objects.zoe)}/referrers`,
    });
    const second = await list(objects.zoe, undefined, '?offset=1&limit=1');
    expect(second).toMatchObject({ total: 2, isLast: true, result: [{ id: objects.a }] });
    expect(await list(objects.e)).toMatchObject({ total: 0, result: [] });
  });

  test('has nothing of a type that the caller may not read, neither listed nor counted', async () => {
    expect(await list(objects.zoe, 'ben')).toMatchObject({
      total: 1,
      isLast: true,
      result: [{ id: objects.a }],
    });
  });

  test.each([
    ['of a type that the caller may not read', objects.lease, 'ben', 'object'],
    ['of another workspace', objects.archived, undefined, 'object'],
    ['that nobody knows', ids.fleet, undefined, 'object'],
    ['for someone outside the workspace', objects.zoe, 'cat', 'workspace'],
  ] as const)('isn’t there for an object %s', async (_, objectId, as, missing) => {
    const answer = await service.api('GET', `/object/${objectId}/referrer`, undefined, as);
    expect(answer.status).toBe(404);
    expect(readError(answer).message).toContain(missing);
  });

  test('counts an object once, whatever its attributes, and not the object itself', async () => {
    const target = await createObject('City', { Name: ['Itself'] });
    const [first, second] = await Promise.all(
      ['First', 'Second'].map((name) => addReference(name, ids.city, ids.city)),
    );
    const values = { [first!]: [target], [second!]: [target] };
    await setValues(target, values);
    expect((await list(target)).total).toBe(0);
    const other = await createObject('City', { Name: ['Other'] });
    await setValues(other, values);
    const { total, result } = await list(target);
    expect({ total, ids: result.map(({ id }) => id) }).toEqual({ total: 1, ids: [other] });
    expect(new Set(result[0]?.attributeIds)).toEqual(new Set([first, second]));
    await service.api('DELETE', `/object/${other}`);
    expect((await list(target)).total).toBe(0);
  });

  test('comes in the order of labels also where many refer, on any page', async () => {
    const target = await createObject('City', { Name: ['Center'] });
    const twin = await addReference('Twin', ids.city, ids.city);
    const refer = (typeId: string, referring: string, count: number) =>
      service.database.query(
        `with added as (
           insert into object (id, workspace_id, type_id, label, label_key, label_words, created_at, updated_at)
           select gen_random_uuid(), $1, $2, key, key, '', now(), now()
           from (select md5(number::text) as key from generate_series(1, $5::integer) as number) as one
           returning id, label
         )
         insert into object_value (id, workspace_id, object_id, attribute_id, position, value, reference_id)
         select gen_random_uuid(), $1, id, $3, 0, $4::text, $4::uuid from added where label > '03'`,
        [ids.fleet, typeId, referring, target, count],
      );
    await refer(ids.person, attributeId('Person', 'City'), 2_300);
    await refer(ids.city, twin, 400);
    const whole = [];
    for (const offset of [0, 200, 400, 600, 800, 1_000, 1_200]) {
      whole.push(...(await list(target, undefined, `?offset=${offset}&limit=200`)).result);
    }
    const labels = whole.map(({ label }) => label);
    expect(labels).toEqual([...labels].sort());
    expect(new Set(whole.map(({ id }) => id)).size).toBe(1_400);
    const first = await list(target, undefined, '?limit=5');
    expect(first.result).toEqual(whole.slice(0, 5));
    expect(new Set(first.result.map(({ typeId }) => typeId)).size).toBe(2);
    const later = await list(target, undefined, '?offset=990&limit=20');
    expect(later).toMatchObject({ total: first.total, result: whole.slice(990, 1_010) });
  });

  test('shows the first 255 characters of a long label', async () => {
    const target = await createObject('City', { Name: ['Far away'] });
    await createObject('Person', { Name: ['n'.repeat(1_000)], City: [target] });
    expect((await list(target)).result[0]?.label).toBe('n'.repeat(255));
  });

  async function createdId(path: string, body: unknown): Promise<string> {
    const answer = await service.api('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (answer.body as { id: string }).id;
  }

  function createObject(type: 'City' | 'Person', values: Readonly<Record<string, string[]>>) {
    const typeId = type === 'City' ? ids.city : ids.person;
    const attributes = Object.entries(values).map(([name, list]) => ({
      attributeId: attributeId(type, name),
      values: list,
    }));
    return createdId('/object', { typeId, attributes });
  }

  function addReference(name: string, typeId: string, targetTypeId: string) {
    const configuration = { targetTypeId };
    return createdId('/attribute', { name, typeId, attributeTypeCode: 'REFERENCE', configuration });
  }

  async function setValues(objectId: string, values: Readonly<Record<string, string[]>>) {
    const attributes = writtenValues(values);
    const answer = await service.api('PATCH', `/object/${objectId}`, { attributes });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
});
