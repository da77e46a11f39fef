import { beforeEach, describe, expect, test } from 'vitest';
import { group, type Group } from '../../../../src/api/group';
import { duringTests } from '../../../support/during-tests';
import { ids } from '../../fleet';
import { readError, startFleetService, type Answer } from '../../fleet-service';
import { changeRights, openToEveryone, setRole } from '../../rights';

const service = duringTests(() => startFleetService());
const city = { workspaceId: ids.fleet, typeId: ids.city };

const read = ({ body, status }: Answer): Group => {
  expect(status, JSON.stringify(body)).toBe(200);
  return group.parse(body);
};
const api = () => service.as('ann');
const create = (name: string, ...userIds: string[]) => api().groups.create({ name, userIds });
const change = (changed: Group, body: object, headers = {}) =>
  service.call('PATCH', `/public/v1/group/${changed.id}`, { body, headers });
const remove = (removed: Group, headers = {}) =>
  service.call('DELETE', `/public/v1/group/${removed.id}`, { headers });
const violationsOf = (answer: Answer) =>
  readError(answer).violations?.map(
    ({ violationType, fieldIdentifier, invalidValue }) =>
      `${violationType} ${fieldIdentifier} ${invalidValue}`,
  );
const ben = { workspaceId: ids.fleet, userId: ids.ben };
const benSees = async (path: string) => (await service.api('GET', path, undefined, 'ben')).status;

beforeEach(async () => {
  await openToEveryone(service.database, city);
  await changeRights(service.database, ids.fleet, 'delete from user_group', []);
  for (const table of ['history', 'site']) await service.database.query(`delete from ${table}`);
  await setRole(service.database, ben, 'editor');
});

describe('A group', () => {
  test('is read by every member, and changed by administrators', async () => {
    const crew = await create('Crew', ids.ben, ids.ben);
    expect(crew).toEqual({ id: crew.id, name: 'Crew', userIds: [ids.ben] });
    const another = await create('Aviators');
    const { groups } = service.as('ben');
    expect((await groups.list()).result).toEqual([another, crew]);
    const second = await service.api('GET', '/group?offset=1&limit=1');
    expect(second.body).toEqual({ total: 2, pageSize: 1, isLast: true, result: [crew] });
    expect(await groups.get(crew.id)).toEqual(crew);
    const refused = await service.api('POST', '/group', { name: 'x' }, 'ben');
    expect(refused.status).toBe(403);
    const renamed = read(await change(crew, { name: ' Captains ' }));
    expect(renamed).toEqual({ ...crew, name: 'Captains' });
    const changed = read(await change(crew, { userIds: [ids.ann] }));
    expect(changed).toEqual({ ...renamed, userIds: [ids.ann] });
    expect((await remove(crew)).status).toBe(204);
    for (const answer of [await change(crew, {}), await remove(crew)])
      expect(answer.status).toBe(404);
  });

  test('has a name of its own in the workspace, whatever its letters', async () => {
    const crew = await create('Crew');
    const other = await create('Other');
    const again = await service.api('POST', '/group', { name: 'CREW' });
    expect(violationsOf(again)).toEqual(['CONFLICT name CREW']);
    expect(violationsOf(await change(other, { name: 'crew' }))).toEqual(['CONFLICT name crew']);
    expect(read(await change(crew, { name: 'CREW' })).name).toBe('CREW');
    const unseen = await service.api('POST', '/group', { name: 'Cr\u200bew\u2060' });
    expect(violationsOf(unseen)).toEqual(['CONFLICT name Crew']);
    const atOnce = await Promise.all(
      ['Pilots', 'pilots'].map((name) => service.api('POST', '/group', { name })),
    );
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('has members of the workspace alone', async () => {
    const crew = await create('Crew', ids.ben);
    for (const answer of [
      await service.api('POST', '/group', { name: 'New', userIds: [ids.ann, ids.cat] }),
      await change(crew, { userIds: [ids.cat] }),
    ]) {
      expect(violationsOf(answer)).toEqual([`NOT_FOUND userIds ${ids.cat}`]);
      expect(readError(answer).message).toBe(`This workspace has no member ${ids.cat}.`);
    }
    expect((await api().groups.get(crew.id)).userIds).toEqual([ids.ben]);
    await api().users.remove(ids.ben);
    expect((await api().groups.get(crew.id)).userIds).toEqual([]);
  });

  test('is changed under the condition that nobody else did', async () => {
    const crew = await create('Crew');
    const { headers } = await service.call('GET', `/public/v1/group/${crew.id}`);
    const current = { 'if-match': headers.get('etag') ?? '' };
    const stale = { 'if-match': '"other"' };
    expect((await change(crew, { name: 'x' }, stale)).status).toBe(412);
    expect((await remove(crew, stale)).status).toBe(412);
    expect((await change(crew, { userIds: [ids.ben] }, current)).status).toBe(200);
    expect((await change(crew, { name: 'x' }, current)).status).toBe(412);
    expect((await remove(crew, current)).status).toBe(412);
  });

  test('can be one of 500, and no more', async () => {
    await service.database.query(
      `insert into user_group (workspace_id, id, name)
       select $1, gen_random_uuid(), 'Group ' || number from generate_series(1, 500) as number`,
      [ids.fleet],
    );
    const answer = await service.api('POST', '/group', { name: 'One more' });
    expect(violationsOf(answer)).toEqual(['TOO_MANY name One more']);
  });

  test('is in the history with what is different', async () => {
    const crew = await create('Crew', ids.ben);
    await change(crew, { name: 'Crew', userIds: [ids.ben] });
    await change(crew, { name: 'Captains', userIds: [ids.ann] });
    await remove(crew);
    const entries = await service.database.query<{ action: string; detail: object }>(
      `select action, detail from history where kind = 'group' and subject_id = $1 order by number`,
      [crew.id],
    );
    const bens = { name: 'Crew', userIds: [ids.ben] };
    const anns = { name: 'Captains', userIds: [ids.ann] };
    expect(entries).toEqual([
      { action: 'create', detail: { version: 1, after: bens } },
      { action: 'change', detail: { version: 1, before: bens, after: anns } },
      { action: 'delete', detail: { version: 1, before: anns } },
    ]);
  });
});

describe('Access by a group', () => {
  test('to a type comes and goes with the next request', async () => {
    const crew = await create('Crew');
    const principals = { userIds: [], groupIds: [crew.id] };
    await api().types.setAccess(ids.city, { read: principals, write: principals });
    const path = `/type/${ids.city}`;
    expect(await benSees(path)).toBe(404);
    await change(crew, { userIds: [ids.ben] });
    expect(await benSees(path)).toBe(200);
    await change(crew, { userIds: [] });
    expect(await benSees(path)).toBe(404);
    await change(crew, { userIds: [ids.ben] });
    await remove(crew);
    expect(await benSees(path)).toBe(404);
    const nobody = { userIds: [], groupIds: [] };
    expect(await api().types.getAccess(ids.city)).toEqual({ read: nobody, write: nobody });
  });

  test('to a site comes and goes with the next request', async () => {
    const crew = await create('Crew');
    const deck = { name: 'Deck', isOpen: false, groupIds: [crew.id] };
    const site = await api().sites.create(deck);
    const path = `/site/${site.id}/page`;
    expect(await benSees(path)).toBe(404);
    await change(crew, { userIds: [ids.ben] });
    expect(await benSees(path)).toBe(200);
    await remove(crew);
    expect(await benSees(path)).toBe(404);
    expect((await api().sites.get(site.id)).groupIds).toEqual([]);
  });

  test('is gone for someone who left and came again', async () => {
    const crew = await create('Crew', ids.ben);
    const principals = { userIds: [], groupIds: [crew.id] };
    await api().types.setAccess(ids.city, { read: principals, write: principals });
    await api().users.remove(ids.ben);
    await setRole(service.database, ben, 'editor');
    expect(await benSees(`/type/${ids.city}`)).toBe(404);
  });
});
