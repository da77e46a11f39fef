import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/service/accounts/password';
import { createSignInThrottle } from '../../../../src/service/accounts/password-sign-in';
import {
  ada,
  Browser,
  callbackOf,
  grace,
  password,
  redirectUri,
  useIdentityServer,
  type Page,
} from '../../accounts/browser';

const running = useIdentityServer();

const { open } = running;

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('every page', () => {
  test('loads nothing, runs nothing and cannot be framed', async () => {
    for (const page of [await open(), await open({ client_id: 'unknown' })]) {
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(page.html).not.toMatch(/<script|\sstyle=|\son\w+=/);
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('lets its form lead back to the app', async () => {
    const policy = (await open()).headers.get('content-security-policy');
    expect(policy).toContain(`form-action 'self' ${new URL(redirectUri).origin}`);
  });
});

describe('the sign-in page', () => {
  test('names the app, and its fields have labels', async () => {
    const { status, html } = await open();
    expect(status).toBe(200);
    expect(html).toContain('to continue to Workspace Objects for Jira');
    expect(html).toMatch(/<label for="email">Email<\/label>/);
    expect(html).toMatch(/<label for="password">Password<\/label>/);
  });

  test('keeps the email and announces what to do after a wrong password', async () => {
    const page = await open({}, browser);
    const refused = await browser.signIn(page, 'Ada@Example.com "x', 'wrong');
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('value="Ada@Example.com &quot;x"');
    expect(refused.html).toMatch(/role="alert"[^>]*>[^<]*enter the password again/);
    expect(refused.html).not.toContain('value="wrong"');
    const consentPage = await browser.signIn(refused, ' ADA@example.com ');
    expect(consentPage.html).toContain('Allow');
  });

  test.each([
    ['grace@müller.de', 'GRACE@xn--mller-kva.de'],
    ['grace@xn--mller-kva.de', 'grace@Müller.de'],
  ])('knows the account of %s as %s', async (stored, typed) => {
    const rename = 'update account set email = $2 where email = $1';
    await running.database.query(rename, [grace.email, stored]);
    const consentPage = await browser.signIn(await open({}, browser), typed);
    await running.database.query(rename, [stored, grace.email]);
    expect(consentPage.html).toContain('Allow');
  });

  test.each([
    ['', 'x', 'Enter your email address.'],
    ['ada@example.com', '', 'Enter your password.'],
    ['nobody@example.com', 'x', 'Check both, then enter the password again.'],
    ["' or 1=1 --", 'x', 'Check both, then enter the password again.'],
  ])('answers email %j and password %j with %j', async (email, typedPassword, message) => {
    const refused = await browser.signIn(await open({}, browser), email, typedPassword);
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(message)]);
  });

  test('returns access_denied to the app on Cancel', async () => {
    const callback = callbackOf(
      await browser.submit(await open({}, browser), { intent: 'cancel' }),
    );
    expect(callback.get('error')).toBe('access_denied');
    expect(callback.get('state')).toBe('a state');
    expect(callback.get('code')).toBeNull();
  });

  test('slows down after five wrong passwords, also for the right one, and one account only', async () => {
    const page = await open({}, browser);
    const attempt = (email: string, typedPassword?: string) =>
      browser.signIn(page, email, typedPassword);
    for (let count = 0; count < 5; count += 1) {
      expect((await attempt(grace.email, 'wrong')).status).toBe(422);
    }
    const slowed = await attempt(grace.email.toUpperCase());
    expect(slowed.status).toBe(429);
    expect(slowed.headers.get('retry-after')).toBe('30');
    expect(slowed.html).toContain('Wait 30 seconds, then try again.');
    expect((await attempt(ada.email, 'wrong')).status).toBe(422);

    running.clock.advance(30_000);
    expect((await attempt(grace.email, 'wrong')).status).toBe(422);
    running.clock.advance(30_000);
    expect((await attempt(grace.email)).headers.get('retry-after')).toBe('30');
    running.clock.advance(30_000);
    expect((await attempt(grace.email)).html).toContain('Allow');
  });

  test('counts attempts that come at the same time', async () => {
    const attempts = Array.from({ length: 12 }, async () => {
      return browser.signIn(await open({}, browser), 'crowd@example.com', 'wrong');
    });
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
  });
});

describe('after the clock was set back, a person who typed wrong passwords', () => {
  const day = 24 * 60 * 60_000;
  afterAll(() => running.clock.advance(8 * day));

  test('waits no longer than they had to', async () => {
    const page = await browser.visit(`${running.url}/oauth/sign-in`);
    const attempt = (typedPassword?: string) => browser.signIn(page, grace.email, typedPassword);
    for (let count = 0; count < 5; count += 1) await attempt('wrong');
    running.clock.advance(-8 * day);
    expect((await attempt()).headers.get('retry-after')).toBe('30');
    running.clock.advance(30_000);
    expect((await attempt()).status).not.toBe(429);
  });

  test('goes on where they needn’t wait', async () => {
    const throttle = createSignInThrottle(running.database, running.clock.read);
    await throttle.begin('new@example.com');
    running.clock.advance(-day);
    expect(await throttle.begin('new@example.com')).toBe(0);
    running.clock.advance(day);
  });
});

describe('beside many made-up sign-ins', () => {
  const setPassword = async (parameters?: Parameters<typeof hashPassword>[1]) => {
    const hash = await hashPassword(password, parameters);
    await running.database.query('update account set password_hash = $1', [hash]);
  };
  // As costly as in practice: accounts made for tests have a cheap one.
  beforeAll(() => setPassword());
  afterAll(() => setPassword({ cost: 1024, blockSize: 8, parallelization: 1 }));

  test('a person signs in before most of them are answered', async () => {
    const page = await browser.visit(`${running.url}/oauth/sign-in`);
    const leaving = new AbortController();
    let answered = 0;
    const madeUp = Array.from({ length: 60 }, async (_, count) => {
      await browser.signIn(page, `made-up-${count}@example.com`, password, leaving.signal);
      answered += 1;
    });
    const others = Promise.allSettled(madeUp);
    const countAttempts = () => running.database.query('select from sign_in_failure');
    await expect.poll(async () => (await countAttempts()).length).toBeGreaterThanOrEqual(60);
    const answeredBefore = answered;
    const { status } = await browser.signIn(page, ada.email, password);
    leaving.abort();
    await others;
    expect(status).not.toBe(422);
    expect(answered - answeredBefore).toBeLessThan(20);
  });
});

describe('the consent page', () => {
  async function openConsent(browser = new Browser(), email = ada.email): Promise<Page> {
    return browser.signIn(await open({}, browser), email);
  }

  test('says which app, what it may do, as whom, and where it leads', async () => {
    const { html } = await openConsent();
    expect(html).toContain('Allow Workspace Objects for Jira to access your account?');
    expect(html).toContain('Read workspace objects you can see');
    expect(html).toContain('<a href="/account/connected-apps">Connected apps</a>');
    expect(html).toContain('Ada &lt;b&gt;Byron&lt;/b&gt; (ada@example.com)');
    expect(html).toContain(new URL(redirectUri).host);
  });

  test('returns access_denied to the app on Cancel', async () => {
    const callback = callbackOf(
      await browser.submit(await openConsent(browser), { intent: 'cancel' }),
    );
    expect(callback.get('error')).toBe('access_denied');
    expect(callback.get('error_description')).toBe('You canceled the connection.');
  });

  test('lets the person go on with another account', async () => {
    const consentPage = await openConsent(browser);
    const another = /<a href="([^"]+)">Use another account/.exec(consentPage.html)?.[1] ?? '';
    const signInPage = await browser.visit(new URL(another, running.url).href);
    expect(signInPage.html).toContain('Continue as Ada');
    const refused = await browser.signIn(signInPage, grace.email, 'wrong');
    const back = /<a href="([^"]+)">Continue as Ada/.exec(refused.html)?.[1] ?? '';
    const backAt = await browser.visit(new URL(back, running.url).href);
    expect(backAt.html).toContain('Allow access');
    const graces = await browser.signIn(refused, grace.email);
    expect(graces.html).toContain('Grace Hopper (grace@example.com)');
    const code = callbackOf(await browser.submit(graces, { intent: 'allow' })).get('code') ?? '';
    const { body } = await running.exchangeCode(code);
    expect(await running.server.authenticate(`Bearer ${body.access_token}`)).toMatchObject({
      userId: grace.id,
    });
  });

  test.each(['login', 'login consent'])('signs anyone in again for prompt=%s', async (prompt) => {
    await running.authorize({ browser });
    const signInPage = await open({ prompt }, browser);
    expect(signInPage.html).not.toContain('Continue as');
    const consentPage = await browser.signIn(signInPage, grace.email);
    expect(consentPage.html).toContain('Grace Hopper');
    expect(callbackOf(await browser.submit(consentPage, { intent: 'allow' })).has('code')).toBe(
      true,
    );
  });
});

describe('signing in for a page of the service', () => {
  const signInUrl = (returnTo: string) =>
    `${running.url}/oauth/sign-in?${new URLSearchParams({ returnTo }).toString()}`;

  async function findSession(browser: Browser) {
    const probe = createServer((request, response) => {
      void running.server.identity.findBrowserSession(request).then((caller) => {
        response.end(JSON.stringify(caller ?? null));
      });
    });
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as { port: number };
    const { html } = await browser.open(`http://127.0.0.1:${port}/workspace/x`);
    probe.close();
    return JSON.parse(html) as unknown;
  }

  test('leads back to the page, and the session is known', async () => {
    expect(await findSession(browser)).toBeNull();
    const page = await browser.open(signInUrl('/workspace/a/object/b?c=d'));
    const done = await browser.open(`${running.url}/oauth/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({
        email: ada.email,
        password: 'correct horse',
        returnTo: '/workspace/a/object/b?c=d',
        formKey: /name="formKey" value="([^"]+)"/.exec(page.html)?.[1] ?? '',
      }),
    });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/workspace/a/object/b?c=d']);
    expect(await findSession(browser)).toEqual({
      userId: ada.id,
      name: ada.name,
      email: ada.email,
      via: 'session',
    });
  });

  test('offers who is signed in to continue, or to sign in as someone else', async () => {
    await running.authorize({ browser });
    const page = await browser.visit(signInUrl('/workspace/a'));
    expect(page.html).toMatch(/<a href="\/workspace\/a">Continue as Ada/);
    await browser.signIn(page, grace.email);
    expect(await findSession(browser)).toMatchObject({ userId: grace.id });
  });

  test('begins a new session, so that nobody can prepare one', async () => {
    await running.authorize({ browser });
    const before = browser.cookies().filter(({ name }) => name.startsWith('wds-session'));
    await browser.signIn(await browser.visit(signInUrl('/workspace/a')), ada.email);
    expect(await findSession(browser)).toMatchObject({ userId: ada.id });
    expect(await findSession(new Browser(before))).toBeNull();
  });

  test('keeps the email and the target after a wrong password', async () => {
    const page = await browser.visit(signInUrl('/workspace/a'));
    const refused = await browser.signIn(page, grace.email, 'wrong');
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('value="grace@example.com"');
    expect(refused.html).toContain('name="returnTo" value="/workspace/a"');
    expect(refused.html).not.toContain('>Cancel<');
  });

  test.each(['https://evil.example/', '/a/..//evil.example/', ''])(
    'never leads to %j',
    async (target) => {
      const page = await browser.visit(signInUrl(target));
      expect(page.html).toContain('name="returnTo" value="/oauth/sign-in"');
      const fields = { email: ada.email, password: 'correct horse', returnTo: target };
      const done = await browser.submit(page, fields);
      expect(done.url).toBe(`${running.url}/oauth/sign-in`);
    },
  );

  test('refuses a form that was not given to this browser', async () => {
    const page = await new Browser().visit(signInUrl('/workspace/a'));
    const refused = await new Browser().signIn(page, ada.email);
    expect(refused.status).toBe(403);
  });

  test('is not fooled by a session id whose signature is missing', async () => {
    await running.authorize({ browser });
    const forged = new Browser(browser.cookies().filter(({ name }) => name !== 'wds-session.sig'));
    expect(await findSession(browser)).toMatchObject({ userId: ada.id });
    expect(await findSession(forged)).toBeNull();
  });
});

const path = '/account/password';
const chosen = 'another long password';

const signIn = (email: string, typed?: string) => running.signIn(path, email, typed);
const isSignedIn = async (browser: Browser) =>
  !(await browser.visit(running.url + path)).html.includes('<h1>Sign in</h1>');

describe('the page of the password', () => {
  test('asks for the old one, and signs out everywhere else if that is wanted', async () => {
    const [{ browser, page }, elsewhere] = [await signIn(ada.email), await signIn(ada.email)];
    const wrong = await browser.submit(page, { current: 'not it', password: chosen });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('This isn’t your current password. Enter it again.');
    const changed = await browser.submit(page, {
      current: password,
      password: chosen,
      everywhere: 'yes',
    });
    expect(changed.html).toContain('Your password was changed. You’re signed out everywhere else.');
    expect([await isSignedIn(browser), await isSignedIn(elsewhere.browser)]).toEqual([true, false]);
    expect((await signIn(ada.email)).page.status).toBe(422);
    const { browser: kept, page: again } = await signIn(ada.email, chosen);
    await kept.submit(again, { current: chosen, password: 'correct horse battery' });
    expect([await isSignedIn(browser), await isSignedIn(kept)]).toEqual([true, true]);
  });

  test.each([
    ['too short', 'at least 12'],
    ['x'.repeat(201), 'at most 200'],
  ])('refuses %s', async (typed, problem) => {
    const { browser, page } = await signIn(grace.email);
    const refused = await browser.submit(page, { current: password, password: typed });
    expect([refused.status, refused.html.includes(problem)]).toEqual([422, true]);
  });

  test('counts wrong passwords as the sign-in does', async () => {
    const { browser, page } = await signIn(grace.email);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await browser.submit(page, { current: 'wrong', password: chosen });
    }
    const refused = await browser.submit(page, { current: password, password: chosen });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    running.clock.advance(31_000);
    expect((await signIn(grace.email)).page.status).toBe(200);
  });
});
