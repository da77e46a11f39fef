import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canary, idOf, memberFunctions, ok, problem } from './support/app-functions';
import { PageHost, type Functions, type OpenedPage } from './support/page-host';
import { silentEmbedScript, stuckEmbedScript } from './support/page-scripts';

let host: PageHost;
let opened: OpenedPage;
let page: Page;
let frame: Frame;
const functions: Functions = {};

beforeAll(async () => {
  host = await PageHost.start();
});
beforeEach(() => {
  Object.assign(functions, memberFunctions(host.serviceOrigin));
});
afterEach(() => page.close());
afterAll(() => host.close());

async function open(options: Omit<Parameters<PageHost['open']>[0], 'functions'> = {}) {
  opened = await host.open({ functions, ...options });
  ({ page } = opened);
}

async function openShown(): Promise<void> {
  await open();
  await page.locator('iframe[data-shown=true]').waitFor();
  frame = await opened.embedded();
}

/** What the embedded page says to the page around it. */
const say = (message: unknown) =>
  frame.evaluate((said) => {
    (window as unknown as { port: MessagePort }).port.postMessage(said);
  }, message);
/** The page may be gone before it is known that it spoke. */
const ended = () => undefined;
const got = () => frame.evaluate(() => (window as unknown as { got: unknown[] }).got);
const navigations = () => opened.calls.filter(({ command }) => command === 'navigate');

describe('the page of a tab', () => {
  test('gets one token of the app, by a port, with the theme and the language of Jira, and is as high as it says', async () => {
    await openShown();
    expect(await got()).toEqual([
      {
        ...{ type: 'token', token: canary, theme: { colorMode: 'light' } },
        ...{ locale: 'en-GB', timeZone: 'Asia/Tokyo' },
      },
    ]);
    expect(opened.payloadsOf('openTab')).toEqual([
      { tabId: expect.any(String) as string, parentOrigin: host.appOrigin },
    ]);
    expect(await page.locator('iframe').getAttribute('title')).toBe('Laptops');
    const height = () => page.locator('iframe').evaluate((element) => element.clientHeight);
    await expect.poll(height).toBe(700);
    await say({ type: 'resized', height: 900 });
    await expect.poll(height).toBe(900);
    await say({ type: 'resized', height: -1 });
    await say({ type: 'resized', height: '1px; color: red' });
    await say({ type: 'resized', height: 901 });
    await expect.poll(height).toBe(901);
  });

  test('leaves the token nowhere but in itself', async () => {
    await openShown();
    await say({ type: 'need-token', reason: 'renew' });
    await expect.poll(() => opened.countOf('openTab')).toBe(2);
    const kept = await page.evaluate(() => [
      document.documentElement.outerHTML,
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      document.cookie,
      location.href,
      JSON.stringify(history.state),
    ]);
    expect(JSON.stringify([kept, opened.addresses, opened.calls])).not.toContain(canary);
  });

  test('gets a new token each time that it asks, and the theme as it changes', async () => {
    await openShown();
    let count = 1;
    functions.openTab = () =>
      ok({ token: `token ${(count += 1)}`, url: `${host.serviceOrigin}/embed` });
    await say({ type: 'need-token', reason: 'renew' });
    await say({ type: 'need-token', reason: 'reload' });
    await page.evaluate(() => document.documentElement.setAttribute('data-color-mode', 'dark'));
    await expect.poll(async () => (await got()).length).toBe(4);
    const tokens = (await got()).map((message) => (message as { token?: string }).token);
    expect(tokens).toEqual(expect.arrayContaining([canary, 'token 2', 'token 3']));
    expect(await got()).toContainEqual({ type: 'theme', colorMode: 'dark' });
  });

  test('opens links by Jira, to the web alone', async () => {
    await openShown();
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      '/relative',
      'https:',
    ]) {
      await say({ type: 'open-link', url });
    }
    await say({ type: 'open-link', url: 'https://docs.example/a' });
    await expect.poll(navigations).toHaveLength(1);
    expect(navigations()[0]?.data).toEqual({ url: 'https://docs.example/a', type: 'new-tab' });
  });

  test('opens Jira’s search for the work items of an object, or says that there is none', async () => {
    await openShown();
    const objectId = idOf(1);
    functions.workItems = () => problem('JIRA_UNREACHABLE', 'Jira didn’t answer.');
    await say({ type: 'show-work-items', objectId: 'x" or project = SECRET' });
    await say({ type: 'show-work-items', objectId });
    await page.getByText('Jira can’t search for the work items').waitFor();
    expect(navigations()).toEqual([]);
    functions.workItems = () => ok({ address: '/issues/?jql=x' });
    await say({ type: 'show-work-items', objectId });
    await expect.poll(navigations).toHaveLength(1);
    expect(navigations()[0]?.data).toEqual({ url: '/issues/?jql=x', type: 'new-tab' });
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    expect(opened.countOf('workItems')).toBe(2);
  });

  test('is not spoken for by another window, before the handshake or after', async () => {
    await open({ embedScript: silentEmbedScript });
    const forge = () =>
      page.evaluate(() => {
        const messages = [
          { type: 'need-token', reason: 'start' },
          { type: 'shown', title: 'Forged', height: 10 },
          { type: 'open-link', url: 'https://evil.example' },
          { type: 'wds:connect', version: 1 },
        ];
        for (const message of messages)
          window.postMessage(message, '*', [new MessageChannel().port2]);
      });
    await page.waitForSelector('iframe[src]', { state: 'attached' });
    await forge();
    expect(await page.locator('iframe[data-shown=true]').count()).toBe(0);
    await page.close();
    await openShown();
    await forge();
    await say({ type: 'resized', height: 123 });
    await expect.poll(() => page.locator('iframe').evaluate((one) => one.clientHeight)).toBe(123);
    expect(await page.locator('iframe').getAttribute('title')).toBe('Laptops');
    expect(navigations()).toEqual([]);
    expect(opened.countOf('openTab')).toBe(1);
  });

  test('gives its port to no page of another origin that takes its place', async () => {
    await openShown();
    const loadedAgain = await page.evaluateHandle(() => {
      const loading = new Promise<void>((resolve) => {
        document.querySelector('iframe')?.addEventListener('load', () => resolve());
      });
      return { loading };
    });
    await frame.evaluate((url) => setTimeout(() => location.assign(url)), host.foreignUrl);
    await loadedAgain.evaluate(({ loading }) => loading);
    await expect.poll(() => frame.url()).toBe(host.foreignUrl);
    expect(await frame.evaluate(() => 'port' in window)).toBe(false);
  });
});

describe('where the page cannot be shown', () => {
  test.each([
    ['expired', 'This page was open for too long', 'Reload'],
    ['revoked', 'You no longer have access to this page', 'Try again'],
    ['gone', 'This page isn’t available', 'Try again'],
    ['busy', 'The service is busy', 'Try again'],
    ['unreachable', 'The service can’t be reached', 'Try again'],
    ['refused', 'The service didn’t accept this page', 'Try again'],
  ])('%s: it goes, and the person can load it again', async (code, text, button) => {
    await openShown();
    await say({ type: 'failed', code }).catch(ended);
    await page.getByText(text, { exact: true }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByRole('button', { name: button }).click();
    await page.locator('iframe[data-shown=true]').waitFor();
    expect(opened.countOf('openTab')).toBe(2);
  });

  test.each([
    problem('SITE_NOT_ACCESSIBLE', 'It ended.'),
    problem('PAGE_GONE', 'It ended.'),
    { kind: 'consent' },
  ])('a renewal that the app answers with %j ends it', async (reply) => {
    await openShown();
    functions.openTab = () => reply;
    await say({ type: 'need-token', reason: 'renew' }).catch(ended);
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.getByText(/It ended|You agree once/).waitFor();
  });

  test.each([
    problem('SERVICE_UNREACHABLE', 'It is down.'),
    problem('SERVICE_BUSY', 'It is busy.'),
    '<html>',
  ])('a renewal that the app answers with %j leaves it, to ask again', async (reply) => {
    await openShown();
    functions.openTab = () => reply;
    await say({ type: 'need-token', reason: 'renew' });
    await expect.poll(got).toContainEqual({ type: 'no-token', code: 'service-down' });
    expect(await page.locator('iframe[data-shown=true]').count()).toBe(1);
    await say({ type: 'need-token', reason: 'reload' }).catch(ended);
    await page.locator('iframe').waitFor({ state: 'detached' });
  });

  test('says why the app gives no token, and loads no page', async () => {
    const detail = host.appOrigin;
    functions.openTab = () => ({ ...problem('EMBEDDING_REFUSED', 'Not allowed.'), detail });
    await open();
    await page.getByText('Not allowed.').waitFor();
    await page.getByText(detail).waitFor();
    expect(opened.addresses.some((one) => one.startsWith(host.serviceOrigin))).toBe(false);
  });

  test('takes no address that a page of the web does not have', async () => {
    functions.openTab = () => ok({ token: canary, url: 'javascript:alert(1)' });
    await open();
    await page.getByText('Something went wrong in the app.').waitFor();
  });

  test('says that it takes long also where the page came and shows nothing', async () => {
    await open({ embedScript: stuckEmbedScript, ownsClock: true });
    await expect.poll(() => page.frames().at(-1)?.url()).toBe(`${host.serviceOrigin}/embed`);
    frame = page.frames().at(-1)!;
    await expect.poll(got).toHaveLength(1);
    await page.clock.runFor(5_000);
    await page.getByText('This is taking longer than usual.').waitFor();
  });

  test('shows it in the language of the browser where Jira does not tell its own', async () => {
    await open({ refused: ['getContext'] });
    await page.locator('iframe[data-shown=true]').waitFor();
    frame = await opened.embedded();
    const locale = await page.evaluate(() => navigator.language);
    expect(await got()).toMatchObject([{ type: 'token', locale }]);
  });

  test('says that it takes long, then that the browser shows nothing', async () => {
    await open({ embedScript: silentEmbedScript, ownsClock: true });
    await page.waitForSelector('iframe[src]', { state: 'attached' });
    await page.clock.runFor(5_000);
    await page.getByText('This is taking longer than usual.').waitFor();
    await page.clock.runFor(10_000);
    await page.getByText('Your browser didn’t show this page').waitFor();
    await page.getByRole('button', { name: 'Open the service in a new tab' }).click();
    await expect.poll(navigations).toMatchObject([{ data: { url: host.serviceOrigin } }]);
  });
});
