import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DatabaseBusy } from '../../../src/service/base/database/database';
import { ada, Browser, callbackOf, password, redirectUri, useIdentityServer } from './browser';
import { hashPassword, verifyPassword } from '../../../src/service/accounts/password';
import { findSignInAccount } from '../../../src/service/accounts/people';
import { PasswordChecks } from '../../../src/service/accounts/password-checks';
import {
  createSignInThrottle,
  signInWithPassword,
} from '../../../src/service/accounts/password-sign-in';

const running = useIdentityServer();

const { open } = running;

describe('tampering', () => {
  async function post(url: string, headers: HeadersInit, fields = { intent: 'allow' }) {
    const body = new URLSearchParams(fields);
    return fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  }

  test('an interaction is unknown to a browser that did not start it', async () => {
    const { url } = await open();
    const stranger = await new Browser().open(url);
    expect(stranger.status).toBe(400);
    expect(stranger.html).toContain('This sign-in has expired');
    expect((await post(url, {})).status).toBe(400);
  });

  test('an interaction cannot be answered under the address of another', async () => {
    const browser = new Browser();
    const [first, second] = [await open({}, browser), await open()];
    const cookie = 'wds-interaction=guess; wds-interaction.sig=guess';
    expect((await post(second.url, { Cookie: cookie })).status).toBe(400);
    expect((await browser.open(first.url)).status).toBe(200);
  });

  test.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['no origin at all', { Origin: 'null' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('a form from %s is refused and changes nothing', async (_name, headers: HeadersInit) => {
    const browser = new Browser();
    const page = await open({}, browser);
    const consentPage = await browser.signIn(page, ada.email);
    const refused = await browser.submit(consentPage, { intent: 'allow' }, headers);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('Nothing was changed');
    const allowed = await browser.submit(consentPage, { intent: 'allow' });
    expect(callbackOf(allowed).has('code')).toBe(true);
  });

  test('consent cannot be given before signing in', async () => {
    const browser = new Browser();
    const answer = await browser.submit(await open({}, browser), { intent: 'allow' });
    expect(answer.html).toContain('<h1>Sign in</h1>');
  });

  test('an interaction ends after half an hour', async () => {
    const browser = new Browser();
    const page = await open({}, browser);
    running.clock.advance(30 * 60_000);
    const late = await browser.signIn(page, ada.email);
    expect(late.html).toContain('This sign-in has expired');
  });

  test('a form that is too long or of another kind is refused', async () => {
    const browser = new Browser();
    const page = await open({}, browser);
    const tooLong = await browser.signIn(page, 'x'.repeat(20_000));
    expect([tooLong.status, tooLong.html.includes('This form is too long')]).toEqual([413, true]);
    const form = 'application/x-www-form-urlencoded';
    for (const type of ['application/json', 'foo', `${form}; charset=latin1`]) {
      const other = await browser.open(page.url, {
        method: 'POST',
        body: '{"intent":"allow"}',
        headers: { 'Content-Type': type },
      });
      expect([other.status, other.html.includes('couldn’t be read')]).toEqual([415, true]);
    }
  });
});

describe('a form', () => {
  test.each([
    ['letters of another encoding', Buffer.from('email=müller&password=x', 'latin1')],
    ['letters of another encoding, written out', 'email=m%FCller&password=x'],
    ['half a letter, written out', 'email=m%C3&password=x'],
  ])('with %s is refused, rather than changed', async (_what, body) => {
    const page = await new Browser().open(`${running.url}/oauth/sign-in`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([page.status, page.html.includes('This form couldn’t be read')]).toEqual([400, true]);
  });

  test.each([
    ['as browsers send it', 'email=m%C3%BCller&password=100%25', ''],
    ['with its letters as they are', 'email=müller&password=100%', ''],
    ['with the name of its encoding', 'email=m%c3%bcller&password=x', '; charset="UTF-8"'],
  ])('in UTF-8 is read %s', async (_what, body, charset) => {
    const browser = new Browser();
    const { html, url } = await browser.visit(`${running.url}/account/tokens`);
    const formKey = /name="formKey" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const page = await browser.open(new URL('/oauth/sign-in', url).href, {
      method: 'POST',
      body: `${body}&formKey=${formKey}`,
      headers: { 'Content-Type': `application/x-www-form-urlencoded${charset}` },
    });
    expect(page.html).toContain('value="müller"');
  });
});

describe('a wrong authorization request', () => {
  test.each([
    ['an unknown client', { client_id: '<script>x' }, 'This app isn’t registered here'],
    ['another redirect address', { redirect_uri: 'https://evil.example/' }, 'return address'],
    ['a longer redirect address', { redirect_uri: `${redirectUri}/x` }, 'return address'],
    ['no redirect address', { redirect_uri: '' }, 'This request can’t be answered'],
  ])(
    'with %s ends here, not at the app',
    async (_name, parameters: Record<string, string>, text) => {
      const page = await open(parameters);
      expect(page.status).toBe(400);
      expect(page.headers.get('location')).toBeNull();
      expect(page.html).toContain(text);
      expect(page.html).not.toContain('<script');
    },
  );

  test.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no prompt although nobody is signed in', { prompt: 'none' }, 'login_required'],
    ['a state that can’t be stored', { state: 'a\0b' }, 'invalid_request'],
    ['a login hint that can’t be stored', { login_hint: 'a\0b' }, 'invalid_request'],
    ['a scope of OpenID Connect', { scope: 'read openid' }, 'invalid_scope'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['a scope that doesn’t exist', { scope: 'write' }, 'invalid_scope'],
    ['another spelling of the scope', { scope: 'READ' }, 'invalid_scope'],
    ['only the scope to stay connected', { scope: 'offline_access' }, 'invalid_scope'],
  ])('with %s is answered to the app', async (_name, parameters: Record<string, string>, error) => {
    const page = await open(parameters);
    const location = new URL(page.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(redirectUri);
    expect(location.href).toContain(`error=${error}`);
  });

  test('is answered with the state of the app and who answers, where its scope is wrong', async () => {
    const callback = callbackOf(await open({ scope: 'write', state: 'kept' }));
    expect(Object.fromEntries(callback)).toMatchObject({
      state: 'kept',
      iss: running.url,
      error_description: 'ask for the scope read',
    });
  });

  test('gets no more than the scope that exists', async () => {
    const parameters = { scope: 'read write' };
    const code = await running.authorize({ parameters });
    const { body } = await running.exchangeCode(code);
    expect(body.scope).toBe('read');
  });

  test('at an unknown address is a page with 404', async () => {
    for (const path of ['', 'nothing', 'authorize/x/y', 'session/end']) {
      expect((await new Browser().open(`${running.url}/oauth/${path}`)).status).toBe(404);
    }
  });
});

describe('while the database is busy', () => {
  beforeEach(() => {
    vi.spyOn(running.server.identity, 'getServer').mockRejectedValue(new DatabaseBusy());
  });
  afterEach(() => vi.restoreAllMocks());

  test.each(['GET', 'POST'])('a page of an account says when to try again: %s', async (method) => {
    const page = await new Browser().open(`${running.url}/account/tokens`, { method });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(page.html).toContain('The service is busy. Wait a few seconds, then try again.');
  });

  test('an app that asks for tokens is told that it can try again', async () => {
    const answer = await fetch(`${running.url}/oauth/token`, { method: 'POST' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({ error: 'temporarily_unavailable' });
  });
});

test('the address of a person’s data says whether the token is at fault', async () => {
  const ask = async (headers: HeadersInit) => {
    const answer = await fetch(`${running.url}/oauth/userinfo`, { headers });
    return [answer.status, answer.headers.get('www-authenticate')];
  };
  expect(await ask({})).toEqual([401, 'Bearer']);
  expect(await ask({ Authorization: 'Bearer x' })).toEqual([401, 'Bearer error="invalid_token"']);
});

test.each(['token', 'revoke'])(
  'a body of no kind is an invalid request: /oauth/%s',
  async (path) => {
    const answer = await fetch(`${running.url}/oauth/${path}`, {
      method: 'POST',
      body: 'grant_type=authorization_code',
      headers: { 'Content-Type': 'foo' },
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
  },
);

const cheap = { cost: 16, blockSize: 8, parallelization: 1 };

describe('a password hash', () => {
  test('accepts its password and no other', async () => {
    const hash = await hashPassword('correct horse', cheap);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    for (const other of ['', 'correct hors', 'Correct horse', 'correct horse ']) {
      expect(await verifyPassword(other, hash)).toBe(false);
    }
  });

  test('differs each time and does not contain the password', async () => {
    const [one, two] = [await hashPassword('horse', cheap), await hashPassword('horse', cheap)];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^scrypt\$16\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  });

  test('accepts the same letters however the keyboard composes them', async () => {
    const hash = await hashPassword('caf\u00E9', cheap);
    expect(await verifyPassword('cafe\u0301', hash)).toBe(true);
  });

  const forms = ['', 'demo', 'scrypt$16$8$1$$', 'scrypt$16$8$1$c2FsdA$', 'bcrypt$1$2$3$a$b'];
  test.each([undefined, ...forms])('of the form %j accepts nothing', async (hash) => {
    expect(await verifyPassword('demo', hash)).toBe(false);
  });
});

async function signIn(email: string, typed: string) {
  const form = new URLSearchParams({ email, password: typed });
  const throttle = createSignInThrottle(running.database, () => new Date());
  const passwordChecks = new PasswordChecks();
  const dependencies = { database: running.database, throttle, passwordChecks };
  const outcome = await signInWithPassword(form, dependencies, () => true);
  return outcome.kind;
}

test('refuses an unknown account also with the password of another one', async () => {
  expect(await signIn('nobody@example.com', password)).toBe('refused');
  expect(await signIn(ada.email, password)).toBe('signedIn');
});

test.each(['\0', 'ada\0@example.com', '\ud800@example.com'])(
  'refuses %j, an address that can’t be stored, like any other unknown one',
  async (email) => {
    expect(await signIn(email, password)).toBe('refused');
  },
);

test('always compares an unknown address with the same account, where there is one', async () => {
  const { database } = running;
  const cheaper = await hashPassword(password, cheap);
  await database.query('update account set password_hash = $1 where id = $2', [cheaper, ada.id]);
  const unknown = await findSignInAccount(database, 'nobody@example.com');
  expect(unknown).toEqual({
    account: undefined,
    decoyHash: expect.stringMatching(/^scrypt\$/) as string,
  });
  expect(await findSignInAccount(database, 'Nobody@Example.com ')).toEqual(unknown);
});

test('takes the work of a stored password for an unknown account, as for a known one', async () => {
  const { database } = running;
  // A cost that is refused shows that it was asked for.
  await database.query("update account set password_hash = 'scrypt$3$8$1$c2FsdA$a2V5'");
  for (const email of [ada.email, 'nobody@example.com']) {
    await expect(signIn(email, 'wrong')).rejects.toThrow(/scrypt/i);
  }
  await database.query('delete from account');
  expect(await signIn('nobody@example.com', 'wrong')).toBe('refused');
});
