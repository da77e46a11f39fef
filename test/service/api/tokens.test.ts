import { beforeEach, describe, expect, test } from 'vitest';
import { createClient, fetchTransport } from '../../../src/api/client';
import { ids, tokens } from '../fleet';
import { startFleetService, testTime } from '../fleet-service';
import { duringTests } from '../../support/during-tests';

const dayMs = 86_400_000;

const service = duringTests(() => startFleetService({ clock: () => new Date(now) }));
let now = testTime.getTime();
beforeEach(() => {
  now = testTime.getTime();
});

const clientWith = (token: string) =>
  createClient({
    transport: fetchTransport(service.url, { token }),
    retry: { maximumAttempts: 1, baseDelayMs: 0, maximumDelayMs: 0 },
  }).tokens;
const ann = () => clientWith(tokens.ann);

describe('a personal access token', () => {
  test('is created for some days, shown once, and says who it is', async () => {
    const created = await ann().create({ name: ' Script ', durationDays: 30 });
    const expiresAt = new Date(now + 30 * dayMs).toISOString();
    expect(created).toMatchObject({ name: 'Script', expiresAt, lastUsedAt: null });
    expect(await clientWith(created.token).current()).toEqual({
      id: created.id,
      name: 'Script',
      userId: ids.ann,
      lastFour: created.token.slice(-4),
      expiresAt,
    });
    expect(JSON.stringify(await ann().list())).not.toContain(created.token);
  });

  test('is listed with its last use, to within ten minutes', async () => {
    const { id, token } = await ann().create({ name: 'Used', durationDays: null });
    const lastUsedAt = async () =>
      (await ann().list()).result.find((entry) => entry.id === id)?.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await clientWith(token).current();
    expect(await lastUsedAt()).toBe(testTime.toISOString());
    now += 9 * 60_000;
    await clientWith(token).current();
    expect(await lastUsedAt()).toBe(testTime.toISOString());
    now += 60_000;
    await clientWith(token).current();
    expect(await lastUsedAt()).toBe(new Date(now).toISOString());
  });

  test('is refused once it is revoked, also by itself', async () => {
    const { id, token } = await ann().create({ name: 'Revoked', durationDays: 1 });
    await clientWith(token).revoke(id);
    await expect(clientWith(token).current()).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(ann().revoke(id)).rejects.toMatchObject({ code: 'notFound' });
  });

  test('creates none that ends later than itself', async () => {
    const { token } = await ann().create({ name: 'For a week', durationDays: 7 });
    const own = clientWith(token);
    expect((await own.create({ name: 'Shorter', durationDays: 7 })).expiresAt).not.toBeNull();
    for (const durationDays of [8, null]) {
      await expect(own.create({ name: 'Longer', durationDays })).rejects.toMatchObject({
        code: 'invalid',
        violations: [{ fieldIdentifier: 'durationDays', violationType: 'INVALID' }],
      });
    }
  });

  test('is nothing that other people can revoke', async () => {
    const { id } = await ann().create({ name: 'Of Ann', durationDays: 1 });
    await expect(clientWith(tokens.ben).revoke(id)).rejects.toMatchObject({ code: 'notFound' });
  });

  test('stops at a hundred, also when they are asked for at once', async () => {
    await service.database.query(
      `insert into personal_access_token (id, account_id, name, token_hash, last_four, created_at)
       select gen_random_uuid(), $1, 'Many', 'hash ' || number, 'last', $2
       from generate_series(1, 97) as number`,
      [ids.cat, testTime],
    );
    const asking = Array.from({ length: 5 }, () =>
      clientWith(tokens.cat).create({ name: 'One more', durationDays: 1 }),
    );
    const outcomes = await Promise.allSettled(asking);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});

describe('an OAuth access token', () => {
  test('neither sees, creates nor revokes tokens', async () => {
    await service.database.query(
      `insert into oauth_payload (model, id_hash, payload, account_id, grant_id, expires_at)
       values ('AccessToken', encode(sha256('oauth'), 'hex'), '{"scope": "read"}', $1, 'grant', $2)`,
      [ids.ann, new Date(now + dayMs)],
    );
    const app = clientWith('oauth');
    const { result } = await ann().list();
    const calls = [
      () => app.current(),
      () => app.list(),
      () => app.create({ name: 'x', durationDays: 1 }),
      () => app.revoke(result[0]?.id ?? ''),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
