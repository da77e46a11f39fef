import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedAudience } from '../../src/api/site-page';
import { demoPageId, demoSiteId, demoWorkspaceId } from '../../src/service';
import type { Service } from '../../src/service';
import { launchBrowser } from '../support/browser';
import { startDemoService } from '../support/demo-service';
import { seriousFindings } from '../sandbox-web/accessibility';
import { openParent, startParentSite } from './parent-page';
import type { AnswerNeed, OpenedParent, ParentSite } from './parent-page';

let browser: Browser;
let parent: ParentSite;
let foreign: ParentSite;
let service: Service;
beforeAll(async () => {
  browser = await launchBrowser();
  parent = await startParentSite();
  foreign = await startParentSite();
  service = await startDemoService({ embeddingOrigins: [parent.origin] });
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await parent.close();
  await foreign.close();
});

interface Shown {
  readonly site: string;
  readonly page: string;
  readonly account?: string;
  readonly colorMode?: string;
}

async function createToken({ site, page, account = 'admin' }: Shown): Promise<string> {
  const path = `/site/${demoSiteId('IT', site)}/page/${demoPageId('IT', site, page)}/embed-token`;
  const response = await fetch(`${service.url}/public/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer demo-${account}-token`,
      'wds-workspace-id': demoWorkspaceId('IT'),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ audience: embedAudience, parentOrigin: parent.origin }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

const withToken =
  (shown: Shown): AnswerNeed =>
  async () => ({
    type: 'token',
    token: await createToken(shown),
    theme: { colorMode: shown.colorMode ?? 'light' },
    locale: 'en-US',
  });

const laptops = { site: 'Fleet', page: 'Laptops' };

function open(answerNeed: AnswerNeed, options: { width?: number } = {}): Promise<OpenedParent> {
  const frame = `${service.url}/embed`;
  return openParent(browser, { origin: parent.origin, frame, answerNeed, ...options });
}

describe('an embedded page', () => {
  it('shows itself to whoever the token is for, and says how high it is', async () => {
    const { page, frame, messages } = await open(withToken(laptops));
    await frame.getByRole('heading', { name: 'Laptops', level: 1 }).waitFor();
    expect(await frame.getByRole('row').count()).toBe(21);
    const shown = (await messages()).find(({ type }) => type === 'shown');
    expect(shown).toMatchObject({ title: 'Laptops' });
    expect(shown?.['height']).toBeGreaterThan(500);
    await page.close();
  });

  it('finds what is typed without losing the place of typing', async () => {
    const { page, frame } = await open(withToken(laptops));
    const search = frame.getByRole('searchbox', { name: 'Search in All laptops' });
    await search.fill('pro mac');
    await frame.locator('[data-summary]', { hasText: '1–20 of 21' }).waitFor();
    expect(await search.inputValue()).toBe('pro mac');
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    await search.fill('nothing like it');
    await frame.locator('.notice', { hasText: 'Nothing is called “nothing like it”.' }).waitFor();
    await frame.getByRole('link', { name: 'Show all' }).click();
    await frame.locator('[data-summary]', { hasText: '1–20 of 61' }).waitFor();
    await page.close();
  });

  it('sorts and turns its pages by the keyboard', async () => {
    const { page, frame } = await open(withToken(laptops));
    await frame.getByRole('link', { name: 'Price' }).press('Enter');
    await frame.locator('th[aria-sort=ascending]', { hasText: 'Price' }).waitFor();
    await frame.getByRole('link', { name: 'Price' }).press('Enter');
    await frame.locator('th[aria-sort=descending]', { hasText: 'Price' }).waitFor();
    expect(await frame.getByRole('row').nth(1).innerText()).toContain('MacBook Pro 16');
    await frame.getByRole('link', { name: 'Next' }).press('Enter');
    await frame.locator('[data-summary]', { hasText: '21–40 of 61' }).waitFor();
    await frame.locator('#announcement', { hasText: '21–40 of 61' }).waitFor();
    const focused = frame.locator(':focus');
    expect(await focused.innerText()).toBe('Next');
    await page.close();
  });

  it('hands links to the page around it', async () => {
    const { page, frame, messages } = await open(withToken(laptops));
    await frame.getByRole('link', { name: 'Dell XPS 13' }).first().click();
    await frame.getByRole('link', { name: 'Open in the service' }).click();
    const links = async () => {
      const opened = (await messages()).filter(({ type }) => type === 'open-link');
      return opened.map(({ url }) => String(url).replace(/[\da-f-]{36}/g, '…'));
    };
    await expect
      .poll(links)
      .toEqual([`${service.url}/workspace/…/object/…`, `${service.url}/workspace/…/site/…/page/…`]);
    await page.close();
  });

  it('follows the theme of the page around it', async () => {
    const { page, frame, send } = await open(withToken({ ...laptops, colorMode: 'dark' }));
    const body = frame.locator('body');
    await frame.getByRole('table').waitFor();
    const background = () => body.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await background()).toBe('rgb(29, 33, 37)');
    await send({ type: 'theme', colorMode: 'light' });
    await expect.poll(background).toBe('rgb(255, 255, 255)');
    await page.close();
  });

  it.each(['light', 'dark'])('is accessible, %s', async (colorMode) => {
    for (const page of ['Laptops', 'Dashboard']) {
      const opened = await open(withToken({ site: 'Fleet', page, colorMode }));
      await opened.frame.getByRole('table').first().waitFor();
      const frame = opened.page.frame({ url: `${service.url}/embed` })!;
      expect(await seriousFindings(frame)).toEqual([]);
      await opened.page.close();
    }
  });

  it('needs no scrolling to the side at 320 pixels', async () => {
    const { page, frame } = await open(withToken({ site: 'Fleet', page: 'Dashboard' }), {
      width: 320,
    });
    await frame.getByRole('table').first().waitFor();
    const width = await frame.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    await page.close();
  });

  it('asks anew at a reload, and clears itself where the answer is no', async () => {
    let isAllowed = true;
    const { page, frame, messages, send } = await open((reason) =>
      isAllowed
        ? withToken(laptops)(reason)
        : Promise.resolve({ type: 'no-token', code: 'no-access' }),
    );
    await frame.getByRole('table').waitFor();
    isAllowed = false;
    await send({ type: 'reload' });
    await frame.getByText('You can’t open this page').waitFor();
    expect(await frame.getByRole('table').count()).toBe(0);
    const said = await messages();
    expect(said.at(-1)).toEqual(expect.objectContaining({ type: 'resized' }));
    expect(said).toContainEqual({ type: 'need-token', reason: 'reload' });
    expect(said).toContainEqual({ type: 'failed', code: 'revoked' });
    await page.close();
  });

  it('goes at once when its reader searches after the access was taken away', async () => {
    const lead = { site: 'Purchasing', page: 'Contracts that end soon', account: 'lead' };
    const { page, frame, messages } = await open(withToken(lead));
    await frame.getByRole('table').waitFor();
    const target = { siteId: demoSiteId('IT', 'Purchasing') };
    await service.administration.setAccess({ account: 'lead', target, read: false });
    await frame.getByRole('searchbox').fill('lease');
    await frame.getByText('This page isn’t there any more').waitFor();
    await service.administration.setAccess({ account: 'lead', target, read: true });
    expect(await messages()).toContainEqual({ type: 'failed', code: 'gone' });
    await page.close();
  });
});

describe('an embedded page that stays open', () => {
  /** Answers the first question with a token, and then as the test says. */
  async function openWith(next: { answer: () => object | Promise<object> }) {
    const reasons: string[] = [];
    const page = await browser.newPage();
    await page.clock.install();
    await page.exposeFunction('answerNeed', (reason: string) => {
      reasons.push(reason);
      return reasons.length === 1 ? withToken(laptops)(reason) : next.answer();
    });
    await page.goto(`${parent.origin}/?frame=${encodeURIComponent(`${service.url}/embed`)}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('table').waitFor();
    return { page, frame, reasons };
  }

  it('asks for another token before its session ends, and goes on', async () => {
    const { page, frame, reasons } = await openWith({ answer: () => withToken(laptops)('renew') });
    const renewed = page.waitForResponse(`${service.url}/embed/session`);
    await page.clock.fastForward(241_000);
    await (await renewed).finished();
    await frame.locator('html').evaluate(() => Promise.resolve());
    await page.clock.fastForward(241_000);
    await expect.poll(() => reasons).toEqual(['start', 'renew', 'renew']);
    expect(await frame.getByRole('table').count()).toBe(1);
    await page.close();
  });

  it('is cleared where the access was taken away meanwhile', async () => {
    const { page, frame } = await openWith({
      answer: () => ({ type: 'no-token', code: 'page-gone' }),
    });
    await page.clock.fastForward(241_000);
    await frame.getByText('This page isn’t there any more').waitFor();
    expect(await frame.getByRole('table').count()).toBe(0);
    await page.close();
  });

  it('stays while a fault may pass, and is cleared when its session ends', async () => {
    const { page, frame, reasons } = await openWith({
      answer: () => ({ type: 'no-token', code: 'service-down' }),
    });
    await page.clock.fastForward(241_000);
    await expect.poll(() => reasons.length).toBe(2);
    expect(await frame.getByRole('table').count()).toBe(1);
    await page.clock.runFor(60_000);
    await frame.getByText('The service can’t be reached').waitFor();
    expect(await frame.getByRole('table').count()).toBe(0);
    await page.close();
  });
});

describe('an embedded page keeps its secrets', () => {
  it('in memory: in no address, storage, cookie, attribute or referrer', async () => {
    const secrets: string[] = [];
    const addresses: string[] = [];
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('request', (request) => {
      addresses.push(request.url(), request.headers()['referer'] ?? '');
    });
    page.on('response', async (response) => {
      if (!response.url().endsWith('/embed/session')) return;
      secrets.push(((await response.json()) as { session: string }).session);
    });
    await page.exposeFunction('answerNeed', async () => {
      const token = await createToken(laptops);
      secrets.push(token, token.split('.')[2] ?? '');
      return { type: 'token', token, theme: { colorMode: 'light' }, locale: 'en' };
    });
    await page.goto(`${parent.origin}/?frame=${encodeURIComponent(`${service.url}/embed`)}`);
    const frame = page.frame({ url: `${service.url}/embed` })!;
    await frame.getByRole('table').waitFor();
    await frame.getByRole('searchbox').fill('mac');
    await frame.locator('#announcement', { hasText: 'of' }).waitFor();
    const kept = await frame.evaluate(() =>
      JSON.stringify([
        document.documentElement.outerHTML,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        location.href,
        document.referrer,
        history.state,
        Object.keys(window).filter((key) => /token|session/i.test(key)),
        performance.getEntries().map(({ name }) => name),
      ]),
    );
    const cookies = JSON.stringify(await context.cookies());
    expect(secrets).toHaveLength(3);
    for (const secret of secrets) {
      expect([kept, cookies, ...addresses].filter((text) => text.includes(secret))).toEqual([]);
    }
    expect(addresses.filter((address) => address.startsWith(service.url)).length).toBeGreaterThan(
      4,
    );
    await context.close();
  });
});

describe('an embedded page shows nothing', () => {
  it('inside a page that may not frame it', async () => {
    const frame = `${service.url}/embed`;
    const opened = await openParent(browser, {
      origin: foreign.origin,
      frame,
      answerNeed: withToken(laptops),
    });
    await expect
      .poll(() => opened.page.frames().map((one) => one.url()))
      .toContain('chrome-error://chromewebdata/');
    expect(await opened.messages()).toEqual([]);
    await opened.page.close();
  });

  it('inside an allowed page that a foreign one frames', async () => {
    const framing = `${parent.origin}/?frame=${encodeURIComponent(`${service.url}/embed`)}`;
    const opened = await openParent(browser, {
      origin: foreign.origin,
      frame: framing,
      answerNeed: withToken(laptops),
    });
    await expect
      .poll(() => opened.page.frames().map((one) => one.url()))
      .toContain('chrome-error://chromewebdata/');
    await opened.page.close();
  });

  it('by itself, without a page around it', async () => {
    const page = await browser.newPage();
    await page.clock.install();
    await page.goto(`${service.url}/embed`);
    await page.clock.fastForward(11_000);
    await page.getByText('This page can only be opened inside Jira').waitFor();
    await page.close();
  });

  it('to a parent of another origin, where nothing else keeps that out', async () => {
    const page = await browser.newPage();
    let asked = 0;
    await page.exposeFunction('answerNeed', () => {
      asked += 1;
      return { type: 'no-token', code: 'busy' };
    });
    await page.route(`${service.url}/embed`, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _policy, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.clock.install();
    await page.goto(`${foreign.origin}/?frame=${encodeURIComponent(`${service.url}/embed`)}`);
    await page.frameLocator('iframe').getByText('Loading the page…').waitFor();
    await page.clock.fastForward(11_000);
    await page.frameLocator('iframe').getByText('can only be opened inside Jira').waitFor();
    expect(asked).toBe(0);
    await page.close();
  });

  it('to other messages than the handshake, to other frames, and to a second handshake', async () => {
    const page = await browser.newPage();
    await page.exposeFunction('answerNeed', () => ({ type: 'no-token', code: 'busy' }));
    await page.goto(`${parent.origin}/?frame=about:blank`);
    const said = await page.evaluate(sendAll, `${service.url}/embed`);
    expect(said).toEqual(['handshake: need-token']);
    await page.close();
  });
});

/** Sends what should be ignored, then the handshake, then another one; returns who was answered. */
async function sendAll(address: string): Promise<string[]> {
  const said: string[] = [];
  const frame = document.createElement('iframe');
  frame.src = address;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  const target = frame.contentWindow!;
  const newPort = (name: string) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type !== 'resized') said.push(`${name}: ${data.type}`);
    };
    return port2;
  };
  const send = (name: string, message: unknown, from: Window = window) =>
    from.postMessage.call(target, message, '*', [newPort(name)]);
  send('version', { type: 'wds:connect', version: 2 });
  send('type', { type: 'connect', version: 1 });
  send('text', 'wds:connect');
  send('nothing', null);
  target.postMessage({ type: 'wds:connect', version: 1 }, '*');
  const sibling = document.createElement('iframe');
  const answered = new Promise((resolve) => {
    window.addEventListener('message', resolve, { once: true });
  });
  sibling.srcdoc = `<script>
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => parent.postMessage('sibling was answered', '*');
    parent.frames[1].postMessage({ type: 'wds:connect', version: 1 }, '*', [port2]);
    parent.postMessage('sent', '*');
  </script>`;
  document.body.append(sibling);
  const { data } = (await answered) as MessageEvent<string>;
  if (data !== 'sent') said.push(data);
  await new Promise<void>((resolve) => {
    window.addEventListener('message', ({ data }) => said.push(String(data)));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type !== 'need-token') return;
      said.push('handshake: need-token');
      send('again', { type: 'wds:connect', version: 1 });
      port1.postMessage({ type: 'no-token', code: 'busy' });
      port1.onmessage = ({ data }: MessageEvent<{ type: string }>) => {
        if (data.type === 'failed') resolve();
      };
    };
    target.postMessage({ type: 'wds:connect', version: 1 }, '*', [port2]);
  });
  return said;
}
