import { beforeEach, describe, expect, test } from 'vitest';
import { ids, tokens } from '../fleet';
import { startFleetService, testTime } from '../fleet-service';
import { clientWith } from '../../support/api-client';
import { duringTests } from '../../support/during-tests';
import { refusalOf } from '../../support/refused-calls';
import { setRole } from '../rights';

const dayMs = 86_400_000;

const service = duringTests(() => startFleetService({ clock: () => new Date(now) }));
let now = testTime.getTime();
beforeEach(() => {
  now = testTime.getTime();
});

const tokensWith = (token: string) => clientWith(service.url, token).tokens;
const ann = () => tokensWith(tokens.ann);

describe('a personal access token', () => {
  test('is created for some days, shown once, and says who it is', async () => {
    const created = await ann().create({ name: ' Script ', durationDays: 30 });
    const expiresAt = new Date(now + 30 * dayMs).toISOString();
    expect(created).toMatchObject({ name: 'Script', expiresAt, lastUsedAt: null });
    expect(await tokensWith(created.token).current()).toEqual({
      id: created.id,
      name: 'Script',
      userId: ids.ann,
      lastFour: created.token.slice(-4),
      access: 'write',
      workspaceId: null,
      expiresAt,
      workspaces: [{ id: ids.fleet, name: 'Fleet', isBlocked: false }],
    });
    expect(JSON.stringify(await ann().list())).not.toContain(created.token);
  });

  test('lasts 90 days unless a duration is chosen, and no longer than the one it is created with', async () => {
    const created = await ann().create({ name: 'By default' });
    expect(created.expiresAt).toBe(new Date(now + 90 * dayMs).toISOString());
    const week = await ann().create({ name: 'For a week', durationDays: 7 });
    const within = await tokensWith(week.token).create({ name: 'Within it' });
    expect(within.expiresAt).toBe(week.expiresAt);
  });

  test('is listed with its last use, to within ten minutes', async () => {
    const { id, token } = await ann().create({ name: 'Used', durationDays: null });
    const lastUsedAt = async () =>
      (await ann().list()).result.find((entry) => entry.id === id)?.lastUsedAt;
    expect(await lastUsedAt()).toBeNull();
    await tokensWith(token).current();
    expect(await lastUsedAt()).toBe(testTime.toISOString());
    now += 9 * 60_000;
    await tokensWith(token).current();
    expect(await lastUsedAt()).toBe(testTime.toISOString());
    now += 60_000;
    await tokensWith(token).current();
    expect(await lastUsedAt()).toBe(new Date(now).toISOString());
  });

  test('is refused once it is revoked, also by itself', async () => {
    const { id, token } = await ann().create({ name: 'Revoked', durationDays: 1 });
    await tokensWith(token).revoke(id);
    await expect(tokensWith(token).current()).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(ann().revoke(id)).rejects.toMatchObject({ code: 'notFound' });
  });

  test('creates none that ends later than itself', async () => {
    const { token } = await ann().create({ name: 'For a week', durationDays: 7 });
    const own = tokensWith(token);
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
    await expect(tokensWith(tokens.ben).revoke(id)).rejects.toMatchObject({ code: 'notFound' });
  });

  test('stops at a hundred, also when they are asked for at once', async () => {
    await service.database.query(
      `insert into personal_access_token (id, account_id, name, token_hash, last_four, created_at)
       select gen_random_uuid(), $1, 'Many', 'hash ' || number, 'last', $2
       from generate_series(1, 97) as number`,
      [ids.cat, testTime],
    );
    const asking = Array.from({ length: 5 }, () =>
      tokensWith(tokens.cat).create({ name: 'One more', durationDays: 1 }),
    );
    const outcomes = await Promise.allSettled(asking);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});

const administration = (token: string) => clientWith(service.url, token).inWorkspace(ids.fleet);

describe('a token that can only read', () => {
  test('reads what its owner can, and changes nothing', async () => {
    const { id, token, access } = await ann().create({ name: 'Reads', access: 'read' });
    expect([access, (await tokensWith(token).current()).access]).toEqual(['read', 'read']);
    const { types } = administration(token);
    expect((await types.list()).total).toBeGreaterThan(0);
    const refused = {
      code: 'forbidden',
      reason: 'This access token is read-only. To change something, use one that can write.',
    };
    for (const call of [
      () => types.create({ name: 'No' }),
      () => tokensWith(token).create({ name: 'No', access: 'read' }),
      () => tokensWith(token).revoke(id),
    ]) {
      await expect(call()).rejects.toMatchObject(refused);
    }
  });
});

describe('a token for one workspace', () => {
  const forFleet = async (name: string) =>
    ann().create({ name, workspaceId: ids.fleet.toUpperCase() });

  beforeEach(async () => {
    const here = { workspaceId: ids.archive, userId: ids.ann };
    await setRole(service.database, here, 'administrator');
  });

  test('finds no other workspace', async () => {
    const { token, workspaceId } = await forFleet('Fleet alone');
    expect(workspaceId).toBe(ids.fleet);
    const client = clientWith(service.url, token);
    expect((await client.workspaces.list()).result.map(({ id }) => id)).toEqual([ids.fleet]);
    expect((await client.inWorkspace(ids.fleet).types.list()).total).toBeGreaterThan(0);
    const there = client.inWorkspace(ids.archive).types.list();
    expect((await refusalOf(there)).code).toBe('notFound');
  });

  test('creates only tokens for that workspace', async () => {
    const own = tokensWith((await forFleet('Narrow')).token);
    const created = await own.create({ name: 'As narrow', workspaceId: ids.fleet });
    expect(created.workspaceId).toBe(ids.fleet);
    for (const [workspaceId, violationType] of [
      [undefined, 'INVALID'],
      [null, 'INVALID'],
      [ids.archive, 'NOT_FOUND'],
    ] as const) {
      await expect(own.create({ name: 'Wider', workspaceId })).rejects.toMatchObject({
        code: 'invalid',
        violations: [{ fieldIdentifier: 'workspaceId', violationType, domain: 'TOKEN' }],
      });
    }
  });

  test('sees and revokes only tokens for that workspace', async () => {
    const wide = await ann().create({ name: 'Everywhere' });
    const elsewhere = await ann().create({ name: 'Archive', workspaceId: ids.archive });
    const narrow = await forFleet('Narrow');
    const own = tokensWith(narrow.token);
    const listed = (await own.list({ limit: 200 })).result;
    expect(new Set(listed.map(({ workspaceId }) => workspaceId))).toEqual(new Set([ids.fleet]));
    for (const { id } of [wide, elsewhere]) {
      await expect(own.revoke(id)).rejects.toMatchObject({ code: 'notFound' });
    }
    await own.revoke(narrow.id);
    await expect(own.current()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('is refused for a workspace that its owner is no member of', async () => {
    const call = tokensWith(tokens.ben).create({ name: 'Archive', workspaceId: ids.archive });
    expect((await refusalOf(call)).violations).toMatchObject([
      { fieldIdentifier: 'workspaceId', violationType: 'NOT_FOUND' },
    ]);
  });
});

describe('the tokens of members', () => {
  const asAnn = () => administration(tokens.ann).memberTokens;
  const ofBen = async () => {
    const { result } = await asAnn().list({ limit: 200 });
    return result.filter(({ owner }) => owner.id === ids.ben);
  };

  test('are shown to administrators with their owner, without the secret', async () => {
    const { id, token } = await tokensWith(tokens.ben).create({ name: 'Export', access: 'read' });
    const [shown] = (await ofBen()).filter((each) => each.id === id);
    expect(shown).toEqual({
      id,
      name: 'Export',
      owner: { id: ids.ben, name: 'Ben Ödegaard', email: 'ben@example.com' },
      lastFour: token.slice(-4),
      access: 'read',
      workspaceId: null,
      createdAt: testTime.toISOString(),
      expiresAt: new Date(now + 90 * dayMs).toISOString(),
      lastUsedAt: null,
      isBlocked: false,
    });
    expect(JSON.stringify(await asAnn().list())).not.toContain(token);
    const asBen = administration(tokens.ben).memberTokens.list();
    expect((await refusalOf(asBen)).code).toBe('forbidden');
  });

  test('are left out once they have expired, and where they are for another workspace', async () => {
    const there = { workspaceId: ids.archive, userId: ids.ben };
    await setRole(service.database, there, 'editor');
    const ben = tokensWith(tokens.ben);
    const gone = await ben.create({ name: 'Short', durationDays: 1 });
    const elsewhere = await ben.create({ name: 'Archive', workspaceId: ids.archive });
    now += dayMs;
    const shown = (await ofBen()).map(({ id }) => id);
    for (const { id } of [gone, elsewhere]) {
      expect(shown).not.toContain(id);
      await expect(asAnn().block(id)).rejects.toMatchObject({ code: 'notFound' });
    }
  });

  test('can be blocked in one workspace and unblocked, from the next request on', async () => {
    const { id, token } = await tokensWith(tokens.ben).create({ name: 'Blocked' });
    const { types } = administration(token);
    await types.list();
    await asAnn().block(id);
    await asAnn().block(id);
    await expect(types.list()).rejects.toMatchObject({
      code: 'forbidden',
      reason:
        'This token is blocked in this workspace. An administrator of the workspace can unblock it.',
    });
    expect((await ofBen()).find((each) => each.id === id)?.isBlocked).toBe(true);
    const workspaces = async () => (await tokensWith(token).current()).workspaces;
    const blocked = { id: ids.fleet, name: 'Fleet', isBlocked: true };
    expect(await workspaces()).toContainEqual(blocked);
    await asAnn().unblock(id);
    expect(await workspaces()).toContainEqual({ ...blocked, isBlocked: false });
    await types.list();
    const entries = await service.database.query(
      `select user_id, kind, action, detail -> 'after' as after from history
       where workspace_id = $1 and subject_id = $2 order by number`,
      [ids.fleet, id],
    );
    const entry = { user_id: ids.ann, kind: 'token', action: 'change' };
    expect(entries).toEqual([
      { ...entry, after: { name: 'Blocked', isBlocked: true } },
      { ...entry, after: { name: 'Blocked', isBlocked: false } },
    ]);
  });

  test('hand their block on to those that are created with them', async () => {
    const { id, token } = await tokensWith(tokens.ben).create({ name: 'Parent' });
    await asAnn().block(id);
    const child = await tokensWith(token).create({ name: 'Child' });
    const call = administration(child.token).types.list();
    expect((await refusalOf(call)).code).toBe('forbidden');
  });

  test('are no business of another workspace', async () => {
    const { result } = await tokensWith(tokens.cat).list();
    await expect(asAnn().block(result[0]?.id ?? '')).rejects.toMatchObject({ code: 'notFound' });
    await expect(asAnn().unblock(ids.laptop)).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('an OAuth access token', () => {
  test('neither sees, creates nor revokes tokens', async () => {
    await service.database.query(
      `insert into oauth_payload (model, id_hash, payload, account_id, grant_id, expires_at)
       values ('AccessToken', encode(sha256('oauth'), 'hex'), '{"scope": "read"}', $1, 'grant', $2)`,
      [ids.ann, new Date(now + dayMs)],
    );
    const app = tokensWith('oauth');
    const { result } = await ann().list();
    const calls = [
      () => app.current(),
      () => app.list(),
      () => app.create({ name: 'x', durationDays: 1 }),
      () => app.revoke(result[0]?.id ?? ''),
      () => administration('oauth').memberTokens.list(),
      () => administration('oauth').audit.list(),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
