import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { duringTests } from '../../support/during-tests';
import { ids, tokens } from '../fleet';
import { readError, startFleetService } from '../fleet-service';

const service = duringTests(() => startFleetService());

beforeEach(async () => {
  await service.database.query('update account set is_suspended = false');
});

const suspend = (id: string, isSuspended = true, as?: 'ann' | 'ben') =>
  service.api('PUT', `/user/${id}/suspension`, { isSuspended }, as);

describe('suspending an account', () => {
  test('is refused to whoever isn’t an administrator, and of whoever is no member', async () => {
    expect((await suspend(ids.ann, true, 'ben')).status).toBe(403);
    expect((await suspend(ids.cat)).status).toBe(404);
    const refused = await suspend(ids.ann);
    expect(readError(refused).violations).toMatchObject([{ violationType: 'CONFLICT' }]);
  });

  test('refuses a bulk whose body arrives after it', async () => {
    await service.api('GET', '/type', undefined, 'ben');
    const body = JSON.stringify({ operations: [] });
    const answer = new Promise<number | undefined>((resolve, reject) => {
      const sending = request(`${service.url}/public/v1/object/bulk`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens.ben}`,
          'wds-workspace-id': ids.fleet,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      });
      sending.on('response', (response) => resolve(response.resume().statusCode));
      sending.on('error', reject);
      sending.write(body.slice(0, 5), () => {
        suspend(ids.ben).then(({ body: suspended }) => {
          expect(suspended).toMatchObject({ id: ids.ben, role: 'editor', isSuspended: true });
          sending.end(body.slice(5));
        }, reject);
      });
    });
    expect(await answer).toBe(401);
    expect((await service.api('GET', '/type', undefined, 'ben')).status).toBe(401);
    expect(await suspend(ids.ben, false)).toMatchObject({ body: { isSuspended: false } });
    expect((await service.api('GET', '/type', undefined, 'ben')).status).toBe(401);
  });
});
