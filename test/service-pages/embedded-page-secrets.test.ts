import { describe, expect, test } from 'vitest';
import { openParent } from './parent-page';
import {
  browser,
  createToken,
  foreign,
  laptops,
  parent,
  service,
  useStage,
  withToken,
} from './stage';

useStage();

describe('an embedded page keeps its secrets', () => {
  test('in memory: in no address, storage, cookie, attribute or referrer', async () => {
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
        JSON.stringify(localStorage),
        JSON.stringify(sessionStorage),
        document.cookie,
        location.href,
        document.referrer,
        history.state,
        Object.keys(window).filter((key) => /token|session/i.test(key)),
        performance.getEntries().map(({ name }) => name),
      ]),
    );
    const cookies = JSON.stringify(await context.cookies());
    await expect.poll(() => secrets).toHaveLength(3);
    for (const secret of secrets) {
      expect([kept, cookies, ...addresses].filter((text) => text.includes(secret))).toEqual([]);
    }
    expect(addresses.filter((address) => address.startsWith(service.url)).length).toBeGreaterThan(
      4,
    );
  });
});

describe('an embedded page shows nothing', () => {
  test('inside a page that may not frame it', async () => {
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
  });

  test('inside an allowed page that a foreign one frames', async () => {
    const framing = `${parent.origin}/?frame=${encodeURIComponent(`${service.url}/embed`)}`;
    const opened = await openParent(browser, {
      origin: foreign.origin,
      frame: framing,
      answerNeed: withToken(laptops),
    });
    await expect
      .poll(() => opened.page.frames().map((one) => one.url()))
      .toContain('chrome-error://chromewebdata/');
  });

  test('by itself, without a page around it', async () => {
    const page = await browser.newPage();
    await page.clock.install();
    await page.goto(`${service.url}/embed`);
    await page.clock.fastForward(11_000);
    await page.getByText('This page can only be opened inside Jira').waitFor();
  });

  test('to a parent of another origin, where nothing else keeps that out', async () => {
    const page = await browser.newPage();
    let asked = 0;
    await page.exposeFunction('answerNeed', () => {
      asked += 1;
      return { type: 'no-token', code: 'busy' };
    });
    await page.route(`${service.url}/embed`, async (route) => {
      const response = await route.fetch();
      const headers = Object.entries(response.headers());
      const others = headers.filter(([name]) => name !== 'content-security-policy');
      await route.fulfill({ response, headers: Object.fromEntries(others) });
    });
    await page.clock.install();
    await page.goto(`${foreign.origin}/?frame=${encodeURIComponent(`${service.url}/embed`)}`);
    await page.frameLocator('iframe').getByText('Loading the page…').waitFor();
    await page.clock.fastForward(11_000);
    await page.frameLocator('iframe').getByText('can only be opened inside Jira').waitFor();
    expect(asked).toBe(0);
  });

  test('to other messages than the handshake, to other frames, and to a second handshake', async () => {
    const page = await browser.newPage();
    await page.exposeFunction('answerNeed', () => ({ type: 'no-token', code: 'busy' }));
    await page.goto(`${parent.origin}/?frame=about:blank`);
    const said = await page.evaluate(sendAll, `${service.url}/embed`);
    expect(said).toEqual(['handshake: need-token']);
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
  const send = (name: string, message: unknown) =>
    target.postMessage(message, '*', [newPort(name)]);
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
