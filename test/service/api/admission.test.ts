import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPersonalAccessToken } from '../../../src/service/accounts/personal-access-tokens';
import { clientWith } from '../../support/api-client';
import { duringTests } from '../../support/during-tests';
import { ids, objects, tokens } from '../fleet';
import { readError, startFleetService } from '../fleet-service';
import { setRole } from '../rights';

const service = duringTests(() => startFleetService());

// Suspending an account deletes its tokens.
beforeEach(async () => {
  await service.database.query('update account set is_suspended = false');
  await service.database.query('delete from personal_access_token where account_id = $1', [
    ids.ben,
  ]);
  await createPersonalAccessToken(service.database, {
    accountId: ids.ben,
    name: 'Test',
    token: tokens.ben,
    createdAt: new Date(),
  });
});

const suspend = (id: string, isSuspended = true, as?: 'ann' | 'ben') =>
  service.api('PUT', `/user/${id}/suspension`, { isSuspended }, as);

test('Blocking a token refuses a bulk whose body arrives after it', async () => {
  const { result } = await clientWith(service.url, tokens.ben).tokens.list();
  const { id = '' } = result[0] ?? {};
  const end = await sendSlowly('POST', '/object/bulk', '{"operations":[]}');
  expect((await service.api('PUT', `/token/${id}/block`)).status).toBe(204);
  expect(await end()).toBe(403);
  await service.api('DELETE', `/token/${id}/block`);
});

describe('suspending an account', () => {
  test('is refused to whoever isn’t an administrator, and of whoever is no member', async () => {
    expect((await suspend(ids.ann, true, 'ben')).status).toBe(403);
    expect((await suspend(ids.cat)).status).toBe(404);
    const refused = await suspend(ids.ann);
    expect(readError(refused).violations).toMatchObject([{ violationType: 'CONFLICT' }]);
  });

  test('refuses what arrives whole only after it, with or without a use for the body', async () => {
    const object = `/object/${objects.zoe}`;
    const endings = [
      await sendSlowly('POST', '/object/bulk', '{"operations":[]}'),
      await sendSlowly('DELETE', object, '{}'),
    ];
    const suspended = await suspend(ids.ben);
    expect(suspended.body).toMatchObject({ id: ids.ben, role: 'editor', isSuspended: true });
    expect(await Promise.all(endings.map((end) => end()))).toEqual([401, 401]);
    expect((await service.api('GET', object)).status).toBe(200);
    expect((await service.api('GET', '/type', undefined, 'ben')).status).toBe(401);
    expect(await suspend(ids.ben, false)).toMatchObject({ body: { isSuspended: false } });
    expect((await service.api('GET', '/type', undefined, 'ben')).status).toBe(401);
  });
});

/** Ben sends a call but for the end of its body. Returns what sends the end, and returns the status of the answer. */
async function sendSlowly(
  method: string,
  path: string,
  body: string,
): Promise<() => Promise<number | undefined>> {
  const sending = request(`${service.url}/public/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.ben}`,
      'wds-workspace-id': ids.fleet,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(sending, 'response');
  // Once the service asks for the body, it looks at the request.
  sending.flushHeaders();
  await once(sending, 'continue');
  sending.write(body.slice(0, 1));
  return async () => {
    sending.end(body.slice(1));
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
}

/** For whom the operator allows it. */
const ann = () => clientWith(service.url, tokens.ann);
const historyOf = (workspaceId: string) =>
  service.database.query(
    `select user_id as by, action, detail -> 'before' as before, detail -> 'after' as after
     from history where workspace_id = $1 and kind = 'workspace' order by number`,
    [workspaceId],
  );

describe('a workspace', () => {
  test('is created by whom the operator allows it, who becomes its administrator', async () => {
    const created = await ann().workspaces.create({ name: ' Purchasing ' });
    expect(created.name).toBe('Purchasing');
    const { workspaces } = ann().inWorkspace(created.id);
    const renamed = await workspaces.update(created.id, { name: 'Buying' });
    expect(renamed).toEqual({ id: created.id, name: 'Buying' });
    expect((await ann().workspaces.list()).result).toContainEqual(renamed);
    expect(await historyOf(created.id)).toEqual([
      { by: ids.ann, action: 'create', before: null, after: { name: 'Purchasing' } },
      { by: ids.ann, action: 'change', before: { name: 'Purchasing' }, after: { name: 'Buying' } },
    ]);
  });

  test('is neither created nor renamed by anyone else, who is told what to do', async () => {
    const ben = { workspaceId: ids.fleet, userId: ids.ben };
    await setRole(service.database, ben, 'administrator');
    for (const [method, path, body] of [
      ['POST', '/workspace', { name: 'Mine' }],
      ['POST', '/workspace', { unknown: 1 }],
      ['POST', '/workspace', []],
      ['PATCH', `/workspace/${ids.fleet}`, { name: 'Mine' }],
      ['PATCH', `/workspace/${ids.fleet}`, { name: '' }],
    ] as const) {
      const answer = await service.api(method, path, body, 'ben');
      expect([answer.status, readError(answer).message]).toEqual([
        403,
        'You can’t create or rename workspaces. Ask whoever runs the service to add your email address to workspaceCreators in its configuration file.',
      ]);
    }
    await setRole(service.database, ben, 'editor');
  });

  test('has a name that no other one has, whatever the case', async () => {
    const taken = { status: 400, violations: [{ violationType: 'CONFLICT' }] };
    await expect(ann().workspaces.create({ name: 'fLEET' })).rejects.toMatchObject(taken);
    const { id } = await ann().workspaces.create({ name: 'Yard' });
    const { workspaces } = ann().inWorkspace(id);
    await expect(workspaces.update(id, { name: 'Archive' })).rejects.toMatchObject(taken);
    expect(await workspaces.update(id, { name: 'YARD' })).toEqual({ id, name: 'YARD' });
  });

  test('is renamed only where the header names it too', async () => {
    const { status } = await service.api('PATCH', `/workspace/${ids.archive}`, { name: 'Mine' });
    expect(status).toBe(404);
  });

  test('is not created with a token for one workspace', async () => {
    const narrow = await ann().tokens.create({ name: 'Narrow', workspaceId: ids.fleet });
    const headers = { authorization: `Bearer ${narrow.token}` };
    for (const name of ['More', '']) {
      const sent = { body: { name }, headers };
      expect((await service.call('POST', '/public/v1/workspace', sent)).status).toBe(403);
    }
  });

  test.each(['', ' ', 'x'.repeat(101), 'a\u0000'])('is not called %j', async (name) => {
    expect((await service.api('POST', '/workspace', { name })).status).toBe(400);
  });
});

afterEach(() => vi.restoreAllMocks());

/** What a call has the database read. */
async function statementsOf(method: string, path: string, body?: object): Promise<string[]> {
  // After it the types of the workspace are known, and whether texts are still folded as by an earlier version.
  await service.api('POST', '/object/search', { query: 'Label ~ "zo"' });
  const sent: string[] = [];
  const { database } = service;
  for (const name of ['query', 'queryPrepared'] as const) {
    const send = database[name].bind(database);
    vi.spyOn(database, name).mockImplementation((sql, parameters) => {
      sent.push(sql);
      return send(sql, parameters);
    });
  }
  expect((await service.call(method, path, { body })).status).toBe(200);
  return sent;
}

test('reads who calls and what they may see in one statement, also before a search', async () => {
  const body = { query: 'Label ~ "zo"' };
  const statements = await statementsOf('POST', '/public/v1/object/search', body);
  const expected = ['from find_bearer', 'from object', 'from shown'];
  expect(statements).toEqual(expected.map((table) => expect.stringContaining(table) as string));
});
