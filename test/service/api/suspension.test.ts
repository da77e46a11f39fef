import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { listTokens } from '../../../src/api/token';
import { createPersonalAccessToken } from '../../../src/service/accounts/personal-access-tokens';
import { duringTests } from '../../support/during-tests';
import { ids, tokens } from '../fleet';
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
  const answered = await sendSlowly(async () => {
    expect((await service.api('PUT', `/token/${id}/block`)).status).toBe(204);
  });
  expect(answered).toBe(403);
  await service.api('DELETE', `/token/${id}/block`);
});

describe('suspending an account', () => {
  test('is refused to whoever isn’t an administrator, and of whoever is no member', async () => {
    expect((await suspend(ids.ann, true, 'ben')).status).toBe(403);
    expect((await suspend(ids.cat)).status).toBe(404);
    const refused = await suspend(ids.ann);
    expect(readError(refused).violations).toMatchObject([{ violationType: 'CONFLICT' }]);
  });

  test('refuses a bulk whose body arrives after it', async () => {
    const answered = await sendSlowly(async () => {
      const suspended = await suspend(ids.ben);
      expect(suspended.body).toMatchObject({ id: ids.ben, role: 'editor', isSuspended: true });
    });
    expect(answered).toBe(401);
    expect((await service.api('GET', '/type', undefined, 'ben')).status).toBe(401);
    expect(await suspend(ids.ben, false)).toMatchObject({ body: { isSuspended: false } });
    expect((await service.api('GET', '/type', undefined, 'ben')).status).toBe(401);
  });
});

/** Ben sends a bulk, most of it only after `meanwhile`. Returns the status of the answer. */
async function sendSlowly(meanwhile: () => Promise<void>): Promise<number | undefined> {
  const body = JSON.stringify({ operations: [] });
  const sending = request(`${service.url}/public/v1/object/bulk`, {
    method: 'POST',
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
  sending.write(body.slice(0, 5));
  await meanwhile();
  sending.end(body.slice(5));
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
