import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/service/database';
import {
  ada,
  adasToken,
  authorizationUrl,
  authorize,
  Browser,
  callbackOf,
  clientId,
  clientSecret,
  exchangeCode,
  grace,
  MovableClock,
  openDatabaseWithAccounts,
  redirectUri,
  refresh,
  requestTokens,
  startIdentityServer,
} from './browser';
import type { IdentityServer } from './browser';

const clock = new MovableClock();
let database: Database;
let server: IdentityServer;

beforeAll(async () => {
  database = await openDatabaseWithAccounts(clock.read);
  server = await startIdentityServer(database, clock.read);
});

afterAll(async () => {
  expect(server.errors).toEqual([]);
  await server.close();
  await database.close();
});

function authenticate(token: string) {
  return server.identity.authenticate(`Bearer ${token}`);
}

async function connect(email = ada.email) {
  const { body } = await exchangeCode(server.url, await authorize(server.url, { email }));
  return body;
}

async function userInfo(token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/oauth/userinfo`, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('connecting an account', () => {
  it('gives the app opaque tokens for the person who signed in and allowed it', async () => {
    const { status, body } = await exchangeCode(server.url, await authorize(server.url));
    expect({ status, ...body }).toEqual({
      status: 200,
      access_token: expect.stringMatching(/^[\w-]{40,}$/) as string,
      refresh_token: expect.stringMatching(/^[\w-]{40,}$/) as string,
      expires_in: 3600,
      scope: 'read',
      token_type: 'Bearer',
    });
    expect(await authenticate(body.access_token)).toEqual({
      userId: ada.id,
      name: ada.name,
      email: ada.email,
      via: 'oauth',
    });
    expect(await userInfo(body.access_token)).toEqual({
      status: 200,
      body: { sub: ada.id, email: ada.email },
    });
  });

  it('returns the state of the app and says who issued the code', async () => {
    const browser = new Browser();
    const consentPage = await browser.signIn(
      await browser.visit(authorizationUrl(server.url)),
      ada.email,
    );
    const callback = callbackOf(await browser.submit(consentPage, { intent: 'allow' }));
    expect(callback.get('state')).toBe('a state');
    expect(callback.get('iss')).toBe(server.url);
  });

  it('accepts the client secret by HTTP basic authentication too', async () => {
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const response = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: await authorize(server.url),
        redirect_uri: redirectUri,
      }),
    });
    expect(response.status).toBe(200);
  });

  it('asks a person who is signed in and has allowed the app nothing again', async () => {
    const browser = new Browser();
    await authorize(server.url, { browser });
    const again = await browser.visit(authorizationUrl(server.url));
    expect(callbackOf(again).get('code')).toBeTruthy();
  });

  it('keeps grants and sessions over a restart', async () => {
    const browser = new Browser();
    const { body } = await exchangeCode(server.url, await authorize(server.url, { browser }));
    const restarted = await startIdentityServer(database, clock.read);
    try {
      expect(await restarted.identity.authenticate(`Bearer ${body.access_token}`)).toMatchObject({
        email: ada.email,
      });
      expect((await refresh(restarted.url, body.refresh_token)).status).toBe(200);
      const again = await browser.visit(authorizationUrl(restarted.url));
      expect(callbackOf(again).get('code')).toBeTruthy();
    } finally {
      await restarted.close();
    }
  });

  it('stores no code, token or session id in plain text', async () => {
    const code = await authorize(server.url);
    const { body } = await exchangeCode(server.url, code);
    const rows = await database.query<{ text: string }>(
      `select oauth_payload::text as text from oauth_payload
       union all select personal_access_token::text from personal_access_token`,
    );
    const stored = rows.map(({ text }) => text).join('\n');
    for (const secret of [code, body.access_token, body.refresh_token, adasToken]) {
      expect(stored).not.toContain(secret);
    }
    expect(rows.length).toBeGreaterThan(3);
  });
});

describe('PKCE', () => {
  const verifier = 'a-verifier-that-is-long-enough-to-be-accepted-by-anyone';
  const parameters = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };

  it('exchanges the code for the verifier of its challenge', async () => {
    const code = await authorize(server.url, { parameters });
    expect((await exchangeCode(server.url, code, { code_verifier: verifier })).status).toBe(200);
  });

  it.each([
    ['a wrong verifier', { code_verifier: `${verifier}x` }],
    ['no verifier', {}],
  ])('refuses the code with %s', async (_name, sent: Record<string, string>) => {
    const code = await authorize(server.url, { parameters });
    const { status, body } = await exchangeCode(server.url, code, sent);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('refuses the plain challenge method', async () => {
    const url = authorizationUrl(server.url, { ...parameters, code_challenge_method: 'plain' });
    expect(callbackOf(await new Browser().visit(url)).get('error')).toBe('invalid_request');
  });
});

describe('the token endpoint', () => {
  it('refuses a wrong client secret', async () => {
    const code = await authorize(server.url);
    const { status, body } = await exchangeCode(server.url, code, { client_secret: 'wrong' });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  it('refuses an unknown client and a client without a secret', async () => {
    const changes: Record<string, string>[] = [
      { client_id: 'someone-else' },
      { client_secret: '' },
    ];
    for (const changed of changes) {
      const { status, body } = await requestTokens(server.url, {
        grant_type: 'refresh_token',
        refresh_token: 'x',
        ...changed,
      });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
  });

  it('refuses a redirect address other than the one the code was asked for with', async () => {
    const code = await authorize(server.url);
    const { body } = await exchangeCode(server.url, code, {
      redirect_uri: 'https://id.atlassian.com/outboundAuth/finish',
    });
    expect(body.error).toBe('invalid_grant');
  });

  it('ends the whole grant when a code is replayed', async () => {
    const code = await authorize(server.url);
    const { body } = await exchangeCode(server.url, code);
    const replay = await exchangeCode(server.url, code);
    expect([replay.status, replay.body.error]).toEqual([400, 'invalid_grant']);
    expect(await authenticate(body.access_token)).toBeUndefined();
    expect((await refresh(server.url, body.refresh_token)).status).toBe(400);
  });

  it('exchanges a code once when it is sent twice at the same time', async () => {
    const code = await authorize(server.url);
    const replies = await Promise.all([1, 2, 3].map(() => exchangeCode(server.url, code)));
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted.length).toBeLessThanOrEqual(1);
  });

  it('refuses a code after its two minutes', async () => {
    const code = await authorize(server.url);
    clock.advance(2 * 60_000);
    expect((await exchangeCode(server.url, code)).body.error).toBe('invalid_grant');
  });
});

describe('access tokens', () => {
  it('end after an hour', async () => {
    const { access_token: token } = await connect();
    clock.advance(60 * 60_000 - 1);
    expect(await authenticate(token)).toBeDefined();
    clock.advance(1);
    expect(await authenticate(token)).toBeUndefined();
    expect((await userInfo(token)).status).toBe(401);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer unknown', 'Bearer a b', "Bearer ' or 1"])(
    'are not recognised in the header %j',
    async (header) => {
      expect(await server.identity.authenticate(header)).toBeUndefined();
    },
  );
});

describe('refresh tokens', () => {
  it('are exchanged for a new pair', async () => {
    const first = await connect();
    const { status, body } = await refresh(server.url, first.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(await authenticate(body.access_token)).toMatchObject({ userId: ada.id });
  });

  it('work once more within a minute, for a client whose reply got lost', async () => {
    const first = await connect();
    await refresh(server.url, first.refresh_token);
    clock.advance(60_000);
    expect((await refresh(server.url, first.refresh_token)).status).toBe(200);
  });

  it('end the whole grant when they are used again after a minute', async () => {
    const first = await connect();
    const { body: second } = await refresh(server.url, first.refresh_token);
    clock.advance(60_001);
    expect((await refresh(server.url, first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(server.url, second.refresh_token)).body.error).toBe('invalid_grant');
    expect(await authenticate(second.access_token)).toBeUndefined();
  });

  it('live 90 days from their last use', async () => {
    let { refresh_token: token } = await connect();
    for (let renewal = 0; renewal < 2; renewal += 1) {
      clock.advance(89 * 86_400_000);
      token = (await refresh(server.url, token)).body.refresh_token;
    }
    clock.advance(90 * 86_400_000);
    expect((await refresh(server.url, token)).body.error).toBe('invalid_grant');
  });
});

describe('revoking', () => {
  async function revoke(token: string, secret = clientSecret): Promise<number> {
    const response = await fetch(`${server.url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, client_secret: secret, token }),
    });
    return response.status;
  }

  it.each(['access_token', 'refresh_token'] as const)('an %s ends the grant', async (kind) => {
    const tokens = await connect();
    expect(await revoke(tokens[kind])).toBe(200);
    expect(await authenticate(tokens.access_token)).toBeUndefined();
    expect((await refresh(server.url, tokens.refresh_token)).status).toBe(400);
  });

  it('leaves the grants of other people alone', async () => {
    const [adas, graces] = [await connect(), await connect(grace.email)];
    await revoke(adas.refresh_token);
    expect(await authenticate(graces.access_token)).toMatchObject({ userId: grace.id });
  });

  it('asks for consent again', async () => {
    const browser = new Browser();
    const code = await authorize(server.url, { browser });
    const { body } = await exchangeCode(server.url, code);
    await revoke(body.refresh_token);
    expect((await browser.visit(authorizationUrl(server.url))).html).toContain('Allow');
  });

  it('is refused with a wrong client secret, and an unknown token is no error', async () => {
    const tokens = await connect();
    expect(await revoke(tokens.access_token, 'wrong')).toBe(401);
    expect(await authenticate(tokens.access_token)).toBeDefined();
    expect(await revoke('unknown')).toBe(200);
  });
});

describe('personal access tokens', () => {
  it('speak for their owner until they expire', async () => {
    const otherClock = new MovableClock();
    const otherDatabase = await openDatabaseWithAccounts(otherClock.read);
    const other = await startIdentityServer(otherDatabase, otherClock.read);
    const header = `Bearer ${adasToken}`;
    expect(await other.identity.authenticate(header)).toEqual({
      userId: ada.id,
      name: ada.name,
      email: ada.email,
      via: 'token',
    });
    otherClock.advance(86_400_000);
    expect(await other.identity.authenticate(header)).toBeUndefined();
    await other.close();
    await otherDatabase.close();
  });

  it('are refused outside of /public/', async () => {
    const { status, body } = await userInfo(adasToken);
    expect(status).toBe(401);
    expect(Object.keys(body)).toEqual(['timestamp', 'message', 'path']);
  });
});
