import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  ada,
  adasToken,
  authorizationUrl,
  Browser,
  callbackOf,
  clientId,
  clientSecret,
  redirectUri,
  refresh,
  requestTokens,
  startIdentityServer,
  useIdentityServer,
} from './browser';
import { openTestDatabase } from '../../support/test-database';
import { createAuthorizationServer } from '../../../src/service/accounts/authorization-server';

const running = useIdentityServer();

describe('connecting an account', () => {
  test('gives the app opaque tokens for the person who signed in and allowed it', async () => {
    const { status, body } = await running.exchangeCode(await running.authorize());
    expect({ status, ...body }).toEqual({
      status: 200,
      access_token: expect.stringMatching(/^[\w-]{40,}$/) as string,
      refresh_token: expect.stringMatching(/^[\w-]{40,}$/) as string,
      expires_in: 3600,
      scope: 'read',
      token_type: 'Bearer',
    });
    expect(await running.authenticate(body.access_token)).toEqual({
      userId: ada.id,
      name: ada.name,
      email: ada.email,
      via: 'oauth',
      credentialId: expect.any(String) as string,
      credentialName: 'Workspace Objects for Jira',
      mayWrite: false,
      onlyWorkspaceId: null,
    });
    expect(await running.userInfo(body.access_token)).toEqual({
      status: 200,
      body: { sub: ada.id, email: ada.email },
    });
  });

  test('returns the state of the app after the person has signed in, and says who issued the code', async () => {
    const browser = new Browser();
    const consentPage = await browser.signIn(await running.open({}, browser), ada.email);
    const callback = callbackOf(await browser.submit(consentPage, { intent: 'allow' }));
    expect([callback.get('state'), callback.get('iss')]).toEqual(['a state', running.url]);
  });

  test('accepts the client secret by HTTP basic authentication too', async () => {
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const response = await fetch(`${running.url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: await running.authorize(),
        redirect_uri: redirectUri,
      }),
    });
    expect(response.status).toBe(200);
  });

  test('shows who is signed in before each connection: another person may use the browser', async () => {
    const browser = new Browser();
    await running.authorize({ browser });
    const again = await browser.visit(authorizationUrl(running.url));
    expect(again.html).toContain(ada.email);
    expect(again.html).toContain('Use another account');
    const callback = callbackOf(await browser.submit(again, { intent: 'allow' }));
    expect(callback.get('code')).toBeTruthy();
  });

  test('leaves earlier connections of the same account alone when one ends', async () => {
    const browser = new Browser();
    const code = await running.authorize({ browser });
    const { body: one } = await running.exchangeCode(code);
    const again = await running.allowAgain(browser);
    const { body: other } = await running.exchangeCode(again.get('code') ?? '');
    await running.revoke(other.refresh_token);
    expect((await running.refresh(other.refresh_token)).status).toBe(400);
    expect((await running.refresh(one.refresh_token)).status).toBe(200);
  });

  test('keeps grants and sessions over a restart', async () => {
    const browser = new Browser();
    const { body } = await running.exchangeCode(await running.authorize({ browser }));
    const restarted = await startIdentityServer(running.database, running.clock.read);
    try {
      expect(await restarted.authenticate(`Bearer ${body.access_token}`)).toMatchObject({
        email: ada.email,
      });
      expect((await refresh(restarted.url, body.refresh_token)).status).toBe(200);
      const again = await browser.visit(authorizationUrl(restarted.url));
      expect(again.html).toContain(ada.email);
    } finally {
      await restarted.close();
    }
  });

  test('stores no code, token or session id in plain text', async () => {
    const browser = new Browser();
    const code = await running.authorize({ browser });
    const { body } = await running.exchangeCode(code);
    const session = browser.cookies().find(({ name }) => name === 'wds-session')?.value ?? '';
    await browser.visit(authorizationUrl(running.url, { prompt: 'login' }));
    const rows = await running.database.query<{ text: string }>(
      `select oauth_payload::text as text from oauth_payload
       union all select personal_access_token::text from personal_access_token`,
    );
    const stored = rows.map(({ text }) => text).join('\n');
    expect(session).not.toBe('');
    for (const secret of [code, body.access_token, body.refresh_token, session, adasToken]) {
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

  test('exchanges the code for the verifier of its challenge', async () => {
    const code = await running.authorize({ parameters });
    expect((await running.exchangeCode(code, { code_verifier: verifier })).status).toBe(200);
  });

  test.each([
    ['a wrong verifier', { code_verifier: `${verifier}x` }],
    ['no verifier', {}],
  ])('refuses the code with %s', async (_name, sent: Record<string, string>) => {
    const code = await running.authorize({ parameters });
    const { status, body } = await running.exchangeCode(code, sent);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  test('refuses the plain challenge method', async () => {
    const page = await running.open({ ...parameters, code_challenge_method: 'plain' });
    expect(callbackOf(page).get('error')).toBe('invalid_request');
  });
});

describe('the token endpoint', () => {
  test('refuses a wrong client secret', async () => {
    const code = await running.authorize();
    const { status, body } = await running.exchangeCode(code, { client_secret: 'wrong' });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test.each<[string, Record<string, string>]>([
    ['an unknown client', { client_id: 'someone-else' }],
    ['a client without a secret', { client_secret: '' }],
  ])('refuses %s', async (_who, changed) => {
    const parameters = { grant_type: 'refresh_token', refresh_token: 'x', ...changed };
    const { status, body } = await requestTokens(running.url, parameters);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test('refuses a redirect address other than the one the code was asked for with', async () => {
    const code = await running.authorize();
    const redirect_uri = 'https://id.atlassian.com/outboundAuth/finish';
    const { body } = await running.exchangeCode(code, { redirect_uri });
    expect(body.error).toBe('invalid_grant');
  });

  test('ends the whole grant when a code is replayed', async () => {
    const code = await running.authorize();
    const { body } = await running.exchangeCode(code);
    const replay = await running.exchangeCode(code);
    expect([replay.status, replay.body.error]).toEqual([400, 'invalid_grant']);
    expect(await running.authenticate(body.access_token)).toBeUndefined();
    expect((await running.refresh(body.refresh_token)).status).toBe(400);
  });

  test('exchanges a code once when it is sent twice at the same time', async () => {
    const code = await running.authorize();
    const replies = await Promise.all([1, 2, 3].map(() => running.exchangeCode(code)));
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted.length).toBeLessThanOrEqual(1);
  });

  test('refuses a code after its two minutes', async () => {
    const code = await running.authorize();
    running.clock.advance(2 * 60_000);
    expect((await running.exchangeCode(code)).body.error).toBe('invalid_grant');
  });
});

test('leaves the console alone, also where two servers start side by side', async () => {
  const { warn } = console;
  const database = await openTestDatabase();
  const start = (issuer: string) =>
    createAuthorizationServer({
      database,
      issuer,
      clients: [],
      clock: () => new Date(),
      reportError: () => undefined,
    });
  const starting = Promise.all([start('http://127.0.0.1:1'), start('http://127.0.0.1:2')]);
  expect(console.warn).toBe(warn);
  await starting;
  expect(console.warn).toBe(warn);
  await database.close();
});
