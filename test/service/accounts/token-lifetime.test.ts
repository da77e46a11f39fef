import { describe, expect, test } from 'vitest';
import {
  ada,
  adasToken,
  authorizationUrl,
  Browser,
  grace,
  MovableClock,
  openDatabaseWithAccounts,
  startIdentityServer,
  useIdentityServer,
} from './browser';

const running = useIdentityServer();

async function connect(email = ada.email) {
  const { body } = await running.exchangeCode(await running.authorize({ email }));
  return body;
}

describe('access tokens', () => {
  test('end after an hour', async () => {
    const { access_token: token } = await connect();
    running.clock.advance(60 * 60_000 - 1);
    expect(await running.authenticate(token)).toBeDefined();
    running.clock.advance(1);
    expect(await running.authenticate(token)).toBeUndefined();
    expect((await running.userInfo(token)).status).toBe(401);
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer unknown',
    'Bearer a b',
    "Bearer ' or 1",
  ])('are not recognized in the header %j', async (header) => {
    expect(await running.server.authenticate(header)).toBeUndefined();
  });
});

describe('refresh tokens', () => {
  test('are exchanged for a new pair', async () => {
    const first = await connect();
    const { status, body } = await running.refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(await running.authenticate(body.access_token)).toMatchObject({ userId: ada.id });
  });

  test('work once more within a minute, for a client whose reply got lost', async () => {
    const first = await connect();
    await running.refresh(first.refresh_token);
    running.clock.advance(60_000);
    expect((await running.refresh(first.refresh_token)).status).toBe(200);
  });

  test('end the whole grant when they are used again after a minute', async () => {
    const first = await connect();
    const { body: second } = await running.refresh(first.refresh_token);
    running.clock.advance(60_001);
    expect((await running.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await running.refresh(second.refresh_token)).body.error).toBe('invalid_grant');
    expect(await running.authenticate(second.access_token)).toBeUndefined();
  });

  test('live on in one line only, when one was exchanged twice', async () => {
    const first = await connect();
    const { body: lost } = await running.refresh(first.refresh_token);
    const { body: arrived } = await running.refresh(first.refresh_token);
    running.clock.advance(3_600_000);
    const next = await running.refresh(arrived.refresh_token);
    expect(next.status).toBe(200);
    running.clock.advance(60_001);
    expect((await running.refresh(lost.refresh_token)).body.error).toBe('invalid_grant');
    expect((await running.refresh(next.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('of another authorization of the same account are left alone', async () => {
    const browser = new Browser();
    const code = await running.authorize({ browser });
    const { body: one } = await running.exchangeCode(code);
    // The time of an authorization, in seconds, is the machine's; this one is long past.
    await running.database.query(
      `update oauth_payload set payload = payload || '{"iiat": 1}' where model = 'RefreshToken'`,
    );
    const again = await running.allowAgain(browser);
    const { body: other } = await running.exchangeCode(again.get('code') ?? '');
    await running.refresh(one.refresh_token);
    running.clock.advance(60_001);
    expect((await running.refresh(other.refresh_token)).status).toBe(200);
  });

  test('live 90 days from their last use', async () => {
    let { refresh_token: token } = await connect();
    for (let renewal = 0; renewal < 2; renewal += 1) {
      running.clock.advance(89 * 86_400_000);
      token = (await running.refresh(token)).body.refresh_token;
    }
    running.clock.advance(90 * 86_400_000);
    expect((await running.refresh(token)).body.error).toBe('invalid_grant');
  });
});

describe('revoking', () => {
  const { revoke } = running;

  test.each(['access_token', 'refresh_token'] as const)('an %s ends the grant', async (kind) => {
    const tokens = await connect();
    expect(await revoke(tokens[kind])).toBe(200);
    expect(await running.authenticate(tokens.access_token)).toBeUndefined();
    expect((await running.refresh(tokens.refresh_token)).status).toBe(400);
  });

  test('leaves the grants of other people alone', async () => {
    const [adas, graces] = [await connect(), await connect(grace.email)];
    await revoke(adas.refresh_token);
    expect(await running.authenticate(graces.access_token)).toMatchObject({ userId: grace.id });
  });

  test('asks for consent again', async () => {
    const browser = new Browser();
    const code = await running.authorize({ browser });
    const { body } = await running.exchangeCode(code);
    await revoke(body.refresh_token);
    expect((await browser.visit(authorizationUrl(running.url))).html).toContain('Allow');
  });

  test('is refused with a wrong client secret, and an unknown token is no error', async () => {
    const tokens = await connect();
    expect(await revoke(tokens.access_token, 'wrong')).toBe(401);
    expect(await running.authenticate(tokens.access_token)).toBeDefined();
    expect(await revoke('unknown')).toBe(200);
  });
});

describe('personal access tokens', () => {
  test('speak for their owner until they expire', async () => {
    const otherClock = new MovableClock();
    const otherDatabase = await openDatabaseWithAccounts(otherClock.read);
    const other = await startIdentityServer(otherDatabase, otherClock.read);
    const header = `Bearer ${adasToken}`;
    expect(await other.authenticate(header)).toEqual({
      userId: ada.id,
      name: ada.name,
      email: ada.email,
      via: 'token',
      credentialId: expect.any(String) as string,
      credentialName: 'Test',
      mayWrite: true,
      onlyWorkspaceId: null,
    });
    otherClock.advance(86_400_000);
    expect(await other.authenticate(header)).toBeUndefined();
    await other.close();
    await otherDatabase.close();
  });

  test('are refused outside of /public/', async () => {
    const { status, body } = await running.userInfo(adasToken);
    expect(status).toBe(401);
    expect(Object.keys(body)).toEqual(['timestamp', 'message', 'path']);
  });
});
