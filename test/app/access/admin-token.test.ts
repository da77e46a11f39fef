import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/api/client';
import { createAdminToken } from '../../../src/app/access/admin-token';

const owner = { id: '0b1ec700-0000-4000-8000-000000000001', name: 'Ada', email: 'ada@example.com' };
const described = {
  id: '0b1ec700-0000-4000-8000-000000000002',
  name: 'For Jira',
  userId: owner.id,
  lastFour: 'whatever the service says',
  access: 'read',
  workspaceId: null,
  expiresAt: '2027-01-01T00:00:00.000Z' as string | null,
  workspaces: [{ id: '0b1ec700-0000-4000-8000-000000000003', name: 'IT', isBlocked: false }],
};
const facts = {
  name: 'For Jira',
  access: 'read',
  blockedIn: [] as string[],
  reachesAny: true,
  ownerName: 'Ada',
  ownerEmail: 'ada@example.com',
  lastFour: 'oken',
  expiresAt: Date.parse('2027-01-01T00:00:00.000Z'),
  setAt: 1_000,
};

let nowMs: number;
let status: number;
let expiresAt: string | null;
let workspaces: typeof described.workspaces;
let sent: string[];
let secrets: Map<string, unknown>;
/** What happens while the service is asked. */
let meanwhile: () => Promise<unknown>;
/** What happens just before a secret is written. */
let beforeWrite: () => Promise<unknown>;

beforeEach(() => {
  nowMs = 1_000;
  status = 200;
  expiresAt = described.expiresAt;
  workspaces = described.workspaces;
  sent = [];
  secrets = new Map();
  meanwhile = () => Promise.resolve();
  beforeWrite = () => Promise.resolve();
});

function adminToken() {
  const created = createAdminToken({
    secrets: {
      find: (key) => Promise.resolve(secrets.get(key)),
      set: async (key, value) => {
        await beforeWrite();
        secrets.set(key, value);
      },
      delete: (key) => Promise.resolve(void secrets.delete(key)),
    },
    clientOf: (token) =>
      createClient({
        transport: async (path) => {
          sent.push(`${token} ${path}`);
          const body = path.endsWith('/user/me') ? owner : { ...described, expiresAt, workspaces };
          await meanwhile();
          const text = () => Promise.resolve(JSON.stringify(body));
          return { status, headers: { get: () => null }, text };
        },
        retry: { maximumAttempts: 1, baseDelayMs: 0, maximumDelayMs: 0 },
      }),
    now: () => nowMs,
  });
  return {
    ...created,
    async save(token: string) {
      const checked = await created.check(token);
      await created.keep(token, checked);
      return checked;
    },
  };
}

describe('the access token of the app', () => {
  test('is kept in one secret with what the service says of it', async () => {
    expect(await adminToken().save('good-token')).toEqual(facts);
    expect(await adminToken().find()).toBe('good-token');
    expect(await adminToken().describe()).toEqual(facts);
    expect([...secrets]).toEqual([['admin-token', { token: 'good-token', facts }]]);
  });

  test.each([
    ['a text', 'good-token'],
    ['without facts', { token: 'good-token' }],
    ['with facts of another shape', { token: 'good-token', facts: { name: 'For Jira' } }],
  ])('is none where what is kept is %s', async (_, kept) => {
    secrets.set('admin-token', kept);
    expect(await adminToken().find()).toBeUndefined();
    expect(await adminToken().describe()).toBeUndefined();
  });

  test.each([
    ['one of its workspaces', [false, true], { blockedIn: ['W1'], reachesAny: true }],
    ['all of its workspaces', [true, true], { blockedIn: ['W0', 'W1'], reachesAny: false }],
    ['no workspace, and has none', [], { blockedIn: [], reachesAny: false }],
  ])('is told where an administrator blocked it: in %s', async (_, blocked, reach) => {
    workspaces = blocked.map((isBlocked, index) => ({
      id: owner.id,
      name: `W${index}`,
      isBlocked,
    }));
    expect(await adminToken().save('good-token')).toMatchObject(reach);
    expect(await adminToken().test()).toMatchObject(reach);
  });

  test('says that it never ends where the service says so', async () => {
    expiresAt = null;
    expect(await adminToken().save('good-token')).toHaveProperty('expiresAt', null);
  });

  test.each([
    ['empty', ''],
    ['with a line break', 'good\ntoken'],
    ['with a line break at its end', 'good-token\n'],
    ['with a space', 'good token'],
    ['with a control character', 'good\u0000token'],
    ['with a letter that no header carries', 'gööd'],
    ['too long', 'x'.repeat(1_001)],
  ])('is refused unsent where it is %s', async (_, token) => {
    await expect(adminToken().save(token)).rejects.toMatchObject({ code: 'TOKEN_UNUSABLE' });
    expect(sent).toEqual([]);
    expect(await adminToken().find()).toBeUndefined();
  });

  test.each([400, 401, 403, 404])(
    'stays where the service answers %s to a new one',
    async (code) => {
      await adminToken().save('good-token');
      status = code;
      await expect(adminToken().save('bad-token')).rejects.toMatchObject({ code: 'TOKEN_REFUSED' });
      expect(await adminToken().find()).toBe('good-token');
      expect(await adminToken().describe()).toEqual(facts);
    },
  );

  test('stays as it was where the service does not answer', async () => {
    status = 500;
    await expect(adminToken().save('good-token')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await adminToken().describe()).toBeUndefined();
  });

  test('is tested with what is stored, and keeps when it was set', async () => {
    await adminToken().save('good-token');
    nowMs = 5_000;
    expiresAt = null;
    expect(await adminToken().test()).toEqual({ ...facts, expiresAt: null });
    expect(await adminToken().describe()).toEqual({ ...facts, expiresAt: null });
  });

  test('fails its test once it ended or was revoked, and where there is none', async () => {
    await expect(adminToken().test()).rejects.toMatchObject({ code: 'TOKEN_MISSING' });
    await adminToken().save('good-token');
    status = 401;
    await expect(adminToken().test()).rejects.toMatchObject({ code: 'TOKEN_REFUSED' });
    expect(await adminToken().find()).toBe('good-token');
  });

  test.each([
    ['replaced', () => adminToken().save('another-token'), 'another-token'],
    ['removed', () => adminToken().remove(), undefined],
  ])('stays %s where that happens during its test', async (_, change, left) => {
    await adminToken().save('good-token');
    expiresAt = null;
    meanwhile = () => {
      meanwhile = () => Promise.resolve();
      return change();
    };
    await adminToken().test();
    expect(await adminToken().find()).toBe(left);
    expect((await adminToken().describe())?.lastFour).toBe(left?.slice(-4));
  });

  test.each([
    ['replaced', () => adminToken().save('another-one'), 'another-one'],
    ['removed', () => adminToken().remove(), undefined],
  ])('stays %s where that happens just before what its test found is kept', async (...given) => {
    const [, change, left] = given;
    await adminToken().save('good-token');
    expiresAt = null;
    nowMs = 5_000;
    beforeWrite = () => {
      beforeWrite = () => Promise.resolve();
      return change();
    };
    await adminToken().test();
    expect(await adminToken().find()).toBe(left);
    expect((await adminToken().describe())?.lastFour).toBe(left?.slice(-4));
    await adminToken().save('good-token');
    await adminToken().remove();
    expect([...secrets]).toEqual([]);
  });

  test('that is saved again is described as it was then', async () => {
    await adminToken().save('good-token');
    expiresAt = null;
    await adminToken().test();
    nowMs = 5_000;
    expiresAt = described.expiresAt;
    await adminToken().save('good-token');
    expect(await adminToken().describe()).toEqual({ ...facts, setAt: 5_000 });
  });

  test('is the last of two that are saved at once, with its own facts', async () => {
    await Promise.all(['the-first-1111', 'the-second-2222'].map((one) => adminToken().save(one)));
    const [token, kept] = [await adminToken().find(), await adminToken().describe()];
    expect(kept?.lastFour).toBe(token?.slice(-4));
  });
});
