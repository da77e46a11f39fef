import { beforeEach, describe, expect, test } from 'vitest';
import { attributeId, ids, objects } from '../fleet';
import { readError, startFleetService, testTime, type Answer } from '../fleet-service';
import { duringTests } from '../../support/during-tests';
import { createPersonalAccessToken } from '../../../src/service/accounts/personal-access-tokens';

const api = '/public/v1';
const limits = { perToken: 5, perWorkspace: 8 };
const windowMs = 300_000;

const service = duringTests(() => startFleetService({ limits, clock: () => new Date(now) }));
let now = testTime.getTime();
beforeEach(() => {
  now += 2 * windowMs;
});

const get = (path = '/workspace', options = {}) => service.call('GET', api + path, options);
const retryAfterOf = ({ headers }: Answer) => Number(headers.get('retry-after'));
async function useUp(count: number, options = {}, path = '/type'): Promise<void> {
  for (let request = 0; request < count; request += 1) {
    expect((await get(path, options)).status).toBe(200);
  }
}

describe('the limit of a token', () => {
  test('refuses one more with 429, what to wait, and the error body', async () => {
    await useUp(limits.perToken, {}, '/workspace');
    const refused = await get();
    expect(refused.status).toBe(429);
    expect(retryAfterOf(refused)).toBe(301);
    expect(readError(refused).message).toBe(
      'Too many requests in 5 minutes for this token. Wait 301 seconds, then continue.',
    );
    now += 301_000;
    expect((await get()).status).toBe(200);
  });

  test('counts requests whatever becomes of them', async () => {
    const search = `${api}/object/search`;
    const statuses = [
      await get('/nothing'),
      await service.api('PUT', '/type'),
      await service.call('POST', search, { rawBody: '{' }),
      await get('/object/%E0%A4%A'),
      await get('/type', { headers: { 'wds-workspace-id': ids.archive } }),
      await get(),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 405, 400, 400, 404, 429]);
  });

  test('lets exactly as many through of those that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get()));
    expect(answers.filter(({ status }) => status === 200).length).toBe(limits.perToken);
  });

  test('counts for no workspace where an administrator blocked the token', async () => {
    await service.database.query(
      `insert into token_block (workspace_id, token_id)
       select $1, id from personal_access_token where account_id = $2`,
      [ids.fleet, ids.ben],
    );
    for (let request = 0; request < limits.perToken; request += 1) {
      expect((await get('/type', { as: 'ben' })).status).toBe(403);
    }
    await service.database.query('delete from token_block');
    await useUp(limits.perToken);
  });

  test('is each token’s own', async () => {
    await useUp(limits.perToken, {}, '/workspace');
    expect((await get('/workspace', { as: 'ben' })).status).toBe(200);
    expect((await get('/workspace', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });
});

describe('the limit of a workspace', () => {
  test('holds for everyone in it together, and takes nothing from their tokens', async () => {
    await useUp(4);
    await useUp(4, { as: 'ben' });
    for (let request = 0; request < 10; request += 1) {
      const refused = await get('/type', { as: 'ben' });
      expect([refused.status, retryAfterOf(refused)]).toEqual([429, 301]);
    }
    expect((await get('/workspace', { as: 'ben' })).status).toBe(200);
    expect((await get('/workspace', { as: 'ben' })).status).toBe(429);
  });

  test('is not used up by people who may not see it', async () => {
    const elsewhere = { as: 'cat', headers: { 'wds-workspace-id': ids.fleet } };
    for (let request = 0; request < limits.perToken; request += 1) {
      expect((await get('/type', elsewhere)).status).toBe(404);
    }
    await useUp(4);
    await useUp(4, { as: 'ben' });
  });

  test('counts what a member is refused', async () => {
    const readOnly = 'a-token-that-only-reads';
    const { database } = service;
    await createPersonalAccessToken(database, {
      ...{ accountId: ids.ben, name: 'Read', token: readOnly, access: 'read' as const },
      createdAt: new Date(now),
    });
    const headers = { authorization: `Bearer ${readOnly}` };
    for (let request = 0; request < 4; request += 1) {
      expect((await service.call('POST', `${api}/type`, { headers })).status).toBe(403);
    }
    await useUp(4);
    expect((await get('/type', { as: 'ben' })).status).toBe(429);
  });

  test('counts a body that cannot be read, and writes nothing when it refuses', async () => {
    await useUp(4, { as: 'ben' });
    const path = `${api}/object/${objects.a}`;
    await service.call('PATCH', path, { rawBody: '{' });
    await useUp(3);
    const body = { attributes: [{ attributeId: attributeId('Laptop', 'Name'), values: ['Late'] }] };
    expect((await service.call('PATCH', path, { body })).status).toBe(429);
    now += windowMs + 1;
    expect((await get(`/object/${objects.a}`)).body).not.toMatchObject({ label: 'Late' });
  });
});
