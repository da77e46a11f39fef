import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { listTokens } from '../../../src/api/token';
import { createPersonalAccessToken } from '../../../src/service/accounts/personal-access-tokens';
import { duringTests } from '../../support/during-tests';
import { ids, objects, tokens } from '../fleet';
import { readError, startFleetService } from '../fleet-service';

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
  const { body } = await service.api('GET', '/token', undefined, 'ben');
  const { id = '' } = listTokens.reply!.parse(body).result[0] ?? {};
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
