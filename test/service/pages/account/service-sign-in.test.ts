import { createServer } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { ada, Browser, grace, useIdentityServer } from '../../accounts/browser';

const running = useIdentityServer();

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
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

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    '/a/..//evil.example/',
    'javascript:alert(1)',
    'workspace/a',
    '',
  ])('never leads to %j', async (target) => {
    const page = await browser.visit(signInUrl(target));
    expect(page.html).toContain('name="returnTo" value="/oauth/sign-in"');
    const fields = { email: ada.email, password: 'correct horse', returnTo: target };
    const done = await browser.submit(page, fields);
    expect(done.url).toBe(`${running.url}/oauth/sign-in`);
  });

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
