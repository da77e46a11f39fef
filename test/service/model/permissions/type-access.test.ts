import { beforeEach, describe, expect, test } from 'vitest';
import * as typeApi from '../../../../src/api/type';
import { duringTests } from '../../../support/during-tests';
import { attributeId, ids } from '../../fleet';
import { readError, startFleetService, strictly, type Answer } from '../../fleet-service';
import { changeRights, openToEveryone, setRole } from '../../rights';
import { insertGroup } from '../../rows';
import { id as numbered } from '../../fleet-stages';

const service = duringTests(() => startFleetService());
const everyone = { everyone: true } as const;
const city = { workspaceId: ids.fleet, typeId: ids.city };
const crew = numbered(900);
const bergen = { attributeId: attributeId('City', 'Name'), values: ['Bergen'] };
const ben = { workspaceId: ids.fleet, userId: ids.ben };

const people = (...userIds: string[]) => ({ userIds, groupIds: [] as string[] });
const groups = (...groupIds: string[]) => ({ userIds: [] as string[], groupIds });

/** As their administrator, ann. */
function put(body: unknown, typeId: string = ids.city, headers = {}): Promise<Answer> {
  return service.call('PUT', `/public/v1/type/${typeId}/access`, { body, headers });
}

async function give(read: typeApi.Principals, write: typeApi.Principals = read): Promise<void> {
  const answer = await put({ read, write });
  expect(answer.status).toBe(200);
  expect(strictly(typeApi.typeAccess).parse(answer.body)).toEqual({ read, write });
  expect((await service.api('GET', `/type/${ids.city}/access`)).body).toEqual({ read, write });
}

function violationsOf(answer: Answer): string[] {
  const { violations = [] } = readError(answer);
  return violations.map(({ violationType, domain, fieldIdentifier, invalidValue }) =>
    [violationType, domain, fieldIdentifier, invalidValue].join(' '),
  );
}

/** Whether ben reads the type, and what becomes of a city of his. */
async function benSees(): Promise<readonly [number, number]> {
  const creation = { typeId: ids.city, attributes: [bergen] };
  const read = await service.api('GET', `/type/${ids.city}`, undefined, 'ben');
  return [read.status, (await service.api('POST', '/object', creation, 'ben')).status];
}

beforeEach(async () => {
  await openToEveryone(service.database, city);
  await changeRights(service.database, ids.fleet, 'delete from user_group', []);
  await insertGroup(service.database, ids.fleet, { id: crew, name: 'Crew' });
  await changeRights(
    service.database,
    ids.fleet,
    'insert into user_group_member (workspace_id, group_id, user_id) values ($1, $2, $3)',
    [ids.fleet, crew, ids.ben],
  );
});

describe('The access to a type', () => {
  test('is everyone’s until someone is named, and changes with the next request', async () => {
    expect((await service.api('GET', `/type/${ids.city}/access`)).body).toEqual({
      read: everyone,
      write: everyone,
    });
    expect(await benSees()).toEqual([200, 200]);
    await give(people(ids.ann));
    expect(await benSees()).toEqual([404, 404]);
    await give(people(ids.ann, ids.ben), people(ids.ann));
    expect(await benSees()).toEqual([200, 403]);
    await give(everyone, people(ids.ann));
    expect(await benSees()).toEqual([200, 403]);
    await give(everyone, people(ids.ben));
    expect(await benSees()).toEqual([200, 200]);
    await give(everyone);
    expect(await benSees()).toEqual([200, 200]);
  });

  test('comes through a group to whoever is in it', async () => {
    await give(groups(crew), people());
    expect(await benSees()).toEqual([200, 403]);
    await give(groups(crew), people(ids.ben));
    expect(await benSees()).toEqual([200, 200]);
    await give(everyone, groups(crew));
    expect(await benSees()).toEqual([200, 200]);
    const leave = 'delete from user_group_member where user_id = $1';
    await changeRights(service.database, ids.fleet, leave, [ids.ben]);
    expect(await benSees()).toEqual([200, 403]);
    await give(groups(crew));
    expect(await benSees()).toEqual([404, 404]);
  });

  test('gives a reader no right to change objects', async () => {
    await setRole(service.database, ben, 'reader');
    await give(people(ids.ben));
    expect(await benSees()).toEqual([200, 403]);
    await setRole(service.database, ben, 'editor');
    expect(await benSees()).toEqual([200, 200]);
  });

  test('keeps out an administrator who isn’t named, and is still theirs to give', async () => {
    await give(people(ids.ben));
    expect((await service.api('GET', `/type/${ids.city}`)).status).toBe(404);
    const { list } = service.as('ann').types;
    const names = async (...query: Parameters<typeof list>) =>
      (await list(...query)).result.map(({ name }) => name);
    expect(await names()).not.toContain('City');
    expect(await names({ all: 'false' })).not.toContain('City');
    expect(await names({ all: 'true' })).toEqual(['City', 'Contract', 'Laptop', 'Person']);
    await give(people(ids.ann));
    expect((await service.api('GET', `/type/${ids.city}`)).status).toBe(200);
  });

  test('is listed with types that they can’t read for administrators alone', async () => {
    await give(people(ids.ann));
    const { result } = await service.as('ben').types.list({ all: 'true' });
    expect(result.map(({ name }) => name)).toEqual(['Laptop', 'Person']);
  });

  test('isn’t given back to someone who left and came again', async () => {
    await give(people(ids.ann, ids.ben));
    expect((await service.api('DELETE', `/user/${ids.ben}`)).status).toBe(204);
    const { body } = await service.api('GET', `/type/${ids.city}/access`);
    expect(body).toEqual({ read: people(ids.ann), write: people(ids.ann) });
    await setRole(service.database, ben, 'editor');
    expect(await benSees()).toEqual([404, 404]);
  });

  test('is changed under the condition that nobody else did', async () => {
    const { headers } = await service.call('GET', `/public/v1/type/${ids.city}/access`);
    const access = { read: everyone, write: people(ids.ann) };
    const stale = { 'if-match': '"other"' };
    const refused = await put(access, ids.city, stale);
    expect(refused.status).toBe(412);
    expect(readError(refused).message).toMatch(/^The type has changed since you read it\./);
    const current = { 'if-match': headers.get('etag') ?? undefined };
    expect((await put(access, ids.city, current)).status).toBe(200);
    expect((await put(access, ids.city, current)).status).toBe(412);
  });

  test('takes ids in capital letters', async () => {
    const shouted = people(numbered(12).toUpperCase());
    const answer = await put({ read: shouted, write: shouted });
    expect(answer.body).toEqual({ read: people(ids.ben), write: people(ids.ben) });
  });

  const unable = (who: string) =>
    `${who} would change objects of this type without being able to read them. Add them to read too.`;
  const noMember = `This workspace has no member ${ids.cat}.`;
  const noGroup = `This workspace has no group ${ids.ann}.`;

  async function expectRefused(access: object, violation: string, message: string) {
    const answer = await put(access);
    expect(violationsOf(answer)).toEqual([violation]);
    expect(readError(answer).message).toBe(message);
    expect(await benSees()).toEqual([200, 200]);
  }

  test.each<[string, typeApi.Principals, typeApi.Principals, string, string]>([
    ['nobody of the workspace', people(ids.cat), people(), `read.userIds ${ids.cat}`, noMember],
    ['no such writer', everyone, people(ids.cat), `write.userIds ${ids.cat}`, noMember],
    ['no group', groups(ids.ann), groups(), `read.groupIds ${ids.ann}`, noGroup],
  ])('is refused with %s', async (_, read, write, place, message) => {
    await expectRefused({ read, write }, `NOT_FOUND TYPE ${place}`, message);
  });

  test.each<[string, typeApi.Principals, typeApi.Principals, string, string]>([
    ['a writer', people(ids.ann), people(ids.ben), `userIds ${ids.ben}`, 'Ben Ödegaard'],
    ['a group', people(ids.ben), groups(crew), `groupIds ${crew}`, 'The group "Crew"'],
    ['everyone as writers', people(ids.ann), everyone, 'everyone true', 'Everyone'],
  ])('is refused with %s who can’t read', async (_, read, write, place, who) => {
    await expectRefused({ read, write }, `INVALID TYPE write.${place}`, unable(who));
  });

  test('names everyone who would change objects without being able to read them', async () => {
    const write = { userIds: [ids.ann, ids.ben], groupIds: [crew] };
    const { message, violations } = readError(await put({ read: people(), write }));
    expect(violations).toHaveLength(3);
    expect(message).toBe(
      ['Ann Ödegaard', 'Ben Ödegaard', 'The group "Crew"'].map(unable).join(' '),
    );
    const two = { userIds: [ids.ben], groupIds: [crew] };
    expect((await put({ read: people(ids.ann), write: two })).status).toBe(400);
  });

  test.each([
    ['a part missing', { read: everyone }],
    ['everyone that is false', { read: everyone, write: { everyone: false } }],
    ['everyone and a list', { read: { ...everyone, ...people() }, write: everyone }],
    ['another part', { read: people(), write: people(), extra: 1 }],
    ['no ids', { read: people('x'), write: people() }],
    [
      '10,000 people',
      { read: people(...Array.from({ length: 10_000 }, () => ids.ann)), write: people() },
    ],
  ])('is refused in another form: %s', async (_, body) => {
    expect((await put(body)).status).toBe(400);
  });

  test.each([
    ['another workspace', ids.archived],
    ['nowhere', numbered(999)],
  ])('of a type of %s isn’t there', async (_, typeId) => {
    for (const answer of [
      await service.api('GET', `/type/${typeId}/access`),
      await put({ read: everyone, write: everyone }, typeId),
    ]) {
      expect(answer.status).toBe(404);
      expect(readError(answer).message).toBe('There is no such type, or you can’t see it.');
    }
  });
});

describe('Whoever reads a type and may not change its objects', () => {
  const forbidden =
    'You can read objects of "City", but not change them. An administrator of the workspace can give you access.';

  async function aCity(): Promise<string> {
    await openToEveryone(service.database, city);
    const creation = { typeId: ids.city, attributes: [bergen] };
    const { id } = await service.as('ben').objects.create(creation);
    await give(everyone, people(ids.ann));
    return id;
  }

  test('is told so before anything else about a change', async () => {
    const objectId = await aCity();
    const path = `/public/v1/object/${objectId}`;
    const headers = { 'if-match': '"other"' };
    const malformed = { 'if-match': 'other' };
    const attributes = [{ attributeId: ids.ann, values: ['x'] }];
    for (const answer of [
      await service.call('PATCH', path, { as: 'ben', headers, body: { attributes } }),
      await service.call('PATCH', path, { as: 'ben', body: { attributes: [] } }),
      await service.call('PATCH', path, { as: 'ben', body: { unknown: 1 } }),
      await service.call('PATCH', path, { as: 'ben', body: { attributes }, headers: malformed }),
      await service.call('PATCH', path, { as: 'ben', rawBody: '{' }),
      await service.call('PATCH', path, { as: 'ben' }),
      await service.call('DELETE', path, { as: 'ben', headers }),
      await service.call('DELETE', path, { as: 'ben', headers: malformed }),
      await service.api('POST', '/object', { typeId: ids.city, attributes }, 'ben'),
    ]) {
      expect(answer.status).toBe(403);
      expect(readError(answer).message).toBe(forbidden);
    }
    expect((await service.api('GET', `/object/${objectId}`, undefined, 'ben')).status).toBe(200);
  });

  test('is told what is wrong with a change where they may change, and that nothing is there where they read nothing', async () => {
    const path = `/public/v1/object/${await aCity()}`;
    const malformed = { 'if-match': 'other' };
    for (const refused of [{ body: { unknown: 1 } }, { rawBody: '{' }, { headers: malformed }]) {
      expect((await service.call('PATCH', path, refused)).status).toBe(400);
      const elsewhere = `/public/v1/object/${numbered(999)}`;
      expect((await service.call('PATCH', elsewhere, refused)).status).toBe(404);
      const nowhere = { ...refused, headers: { 'wds-workspace-id': undefined } };
      expect((await service.call('PATCH', path, nowhere)).status).toBe(400);
    }
  });

  test('changes nothing by a bulk that also changes what they may', async () => {
    const objectId = await aCity();
    const bag = { attributeId: attributeId('Laptop', 'Name'), values: ['Left in a bag'] };
    const operations = [
      { objectOperationType: 'create', typeId: ids.laptop, attributes: [bag] },
      { objectOperationType: 'delete', objectId },
    ];
    const answer = await service.api('POST', '/object/bulk', { operations }, 'ben');
    expect(answer.status).toBe(400);
    expect(readError(answer)).toMatchObject({
      message: `Nothing was changed. Operation 1: ${forbidden}`,
      violations: [{ index: 1, fieldIdentifier: 'objectId', violationType: 'READ_ONLY' }],
    });
    expect((await service.api('GET', `/object/${objectId}`)).status).toBe(200);
  });
});

test('What someone may not know of is said not to be there, each by its name', async () => {
  const messageOf = async (path: string, workspaceId: string = ids.fleet) => {
    const headers = { 'wds-workspace-id': workspaceId };
    const answer = await service.call('GET', `/public/v1${path}`, { as: 'ben', headers });
    expect(answer.status).toBe(404);
    return readError(answer).message;
  };
  const notThere = (what: string) => `There is no such ${what}, or you can’t see it.`;
  expect(await messageOf('/type', ids.archive)).toBe(notThere('workspace'));
  expect(await messageOf(`/type/${ids.contract}`)).toBe(notThere('type'));
  const hidden = attributeId('Contract', 'Name');
  expect(await messageOf(`/attribute/${hidden}`)).toBe(notThere('attribute'));
});

test('A role that doesn’t allow a call is named with those that do', async () => {
  await setRole(service.database, ben, 'reader');
  const answer = await service.api('POST', '/object', {}, 'ben');
  await setRole(service.database, ben, 'editor');
  expect(readError(answer).message).toBe(
    'Your role in this workspace is reader. Only an editor or an administrator can do this. An administrator of the workspace can change your role.',
  );
});
