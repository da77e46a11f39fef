import { beforeEach, describe, expect, test } from 'vitest';
import { ada, Browser, callbackOf, grace, redirectUri, type Page } from '../../accounts/browser';
import { useIdentityServer } from '../../accounts/browser';

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
