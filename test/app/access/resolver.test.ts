import { expect, test } from 'vitest';
import { proxyError } from '../support/forge-runtime';
import { createFixture, requests, serviceError } from '../support/resolver-fixture';

test('lets the platform see its own request for consent, from the connect page alone', async () => {
  const fixture = createFixture();
  fixture.forge.grants.clear();
  await expect(fixture.call('connect', {}, { moduleKey: 'connect' })).rejects.toMatchObject({
    name: 'NEEDS_AUTHENTICATION_ERR',
    serviceKey: 'wds',
  });
});

test('tells whose account is connected', async () => {
  const fixture = createFixture();
  const user = {
    id: '0b0c0d0e-0000-4000-8000-000000000001',
    name: 'Ada',
    email: 'ada@example.com',
  };
  fixture.forge.service = () => Response.json(user);
  expect(await fixture.call('connection', {}, { moduleKey: 'connect' })).toEqual({
    kind: 'ok',
    value: { isConnected: true, name: 'Ada', email: 'ada@example.com' },
  });
  expect(requests(fixture, 'service')).toEqual(['GET /public/v1/user/me']);
});

test.each([
  [
    'there is no grant',
    (fixture: ReturnType<typeof createFixture>) => fixture.forge.grants.clear(),
  ],
  [
    'the service refuses the grant',
    (fixture: ReturnType<typeof createFixture>) => {
      fixture.forge.service = () => serviceError(401, 'x');
    },
  ],
  [
    'the platform lost the grant',
    (fixture: ReturnType<typeof createFixture>) => {
      fixture.forge.service = () => proxyError(401);
    },
  ],
])('says that no account is connected where %s', async (_, arrange) => {
  const fixture = createFixture();
  arrange(fixture);
  expect(await fixture.call('connection', {}, { moduleKey: 'connect' })).toEqual({
    kind: 'ok',
    value: { isConnected: false },
  });
});

test.each([403, 404])(
  'speaks of the account, not of a field, where the service answers %i for it',
  async (status) => {
    const fixture = createFixture();
    fixture.forge.service = () => serviceError(status, 'x');
    const reply = await fixture.call('connection', {}, { moduleKey: 'connect' });
    expect(reply).toMatchObject({ kind: 'problem', code: 'ACCOUNT_NOT_KNOWN', canRetry: true });
    expect(JSON.stringify(reply)).not.toContain('field');
  },
);

test('logs one line for a call that failed, and nothing of what was typed or found', async () => {
  const fixture = createFixture();
  const secret = 'canary-4711';
  fixture.forge.service = () => serviceError(400, `Unknown attribute "${secret}"`);
  await fixture.call('search', { text: secret });
  expect(fixture.log).toHaveLength(1);
  expect(JSON.parse(fixture.log[0] ?? '')).toMatchObject({
    functionKey: 'search',
    code: 'QUERY_REFUSED',
    error: 'ServiceError',
  });
  expect(fixture.log.join()).not.toContain(secret);
});

test('logs nothing for a person who has to connect first', async () => {
  const fixture = createFixture();
  fixture.forge.grants.clear();
  await fixture.call('search', { text: '' });
  expect(fixture.log).toEqual([]);
});

test('refuses to work without knowing the installation, and logs where, without the message', async () => {
  const fixture = createFixture();
  expect(await fixture.call('workspaces', {}, { installationId: '' })).toMatchObject({
    kind: 'problem',
    code: 'UNEXPECTED',
  });
  const line = JSON.parse(fixture.log[0] ?? '') as { where: string[] };
  expect(line.where[0]).toMatch(/^at /);
  expect(fixture.log.join()).not.toContain("didn't name an installation");
});

test('answers calls of two people at once with what is theirs', async () => {
  const fixture = createFixture();
  fixture.forge.service = async (_, accountId) => {
    await new Promise((resolve) => setImmediate(resolve));
    return Response.json({
      id: '0b0c0d0e-0000-4000-8000-000000000001',
      name: accountId,
      email: `${accountId ?? ''}@example.com`,
    });
  };
  const accounts = Array.from({ length: 40 }, (_, index) => (index % 2 ? 'ada' : 'ben'));
  const replies = await Promise.all(
    accounts.map((accountId) =>
      fixture.call('connection', {}, { accountId, moduleKey: 'connect' }),
    ),
  );
  expect(replies).toMatchObject(accounts.map((name) => ({ value: { name } })));
});
