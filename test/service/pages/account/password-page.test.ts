import { describe, expect, test } from 'vitest';
import { ada, grace, password, useIdentityServer, type Browser } from '../../accounts/browser';

const running = useIdentityServer();
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
