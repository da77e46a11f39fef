import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fastify from 'fastify';
import { everyEndpoint } from '../../src/api/every-endpoint';
import { answerDescription } from '../../src/service/api/description/describe-api';
import { demoAttributeId, demoSiteId, demoTypeId } from '../../src/service';
import { rulesOfColours, seriousFindings } from '../support/accessibility';
import { messagesIn } from './parent-page';
import { browser, laptops, open, parent, service, useStage, withToken } from './stage';
import { createSitePage } from '../../src/api/site-page';
import { workspaceApi } from '../service/model/resources/workspace-api';

useStage();

describe('an embedded page', () => {
  test('shows itself to whoever the token is for, and says how high it is', async () => {
    const { frame, messages } = await open(withToken(laptops));
    await frame.getByRole('heading', { name: 'Laptops', level: 1 }).waitFor();
    expect(await frame.getByRole('row').count()).toBe(21);
    const shown = async () => (await messages()).find(({ type }) => type === 'shown');
    await expect.poll(shown).toMatchObject({ title: 'Laptops' });
    expect((await shown())?.['height']).toBeGreaterThan(500);
  });

  test('writes dates as its reader reads them, and as the service does where that is unknown', async () => {
    for (const { locale, day } of [
      { locale: 'de-DE', day: /^\d{2}\.\d{2}\.\d{4}$/ },
      { locale: 'no language', day: /^[A-Z]\w{2} \d{1,2}, \d{4}$/ },
    ]) {
      const { frame } = await open(withToken({ ...laptops, locale }));
      await frame.locator('time', { hasText: day }).first().waitFor();
    }
  });

  test('finds what is typed without losing the place of typing', async () => {
    const { frame } = await open(withToken(laptops));
    const search = frame.getByRole('searchbox', { name: 'Search All laptops by name' });
    await search.fill('pro mac');
    await frame.locator('[data-summary]', { hasText: '1–20 of 21' }).waitFor();
    expect(await search.inputValue()).toBe('pro mac');
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    await search.fill('nothing like it');
    await frame.locator('.notice', { hasText: 'No results for “nothing like it”.' }).waitFor();
    await frame.getByRole('link', { name: 'Show all' }).click();
    await frame.locator('[data-summary]', { hasText: '1–20 of 61' }).waitFor();
  });

  test('sorts and turns its pages by the keyboard', async () => {
    const { frame } = await open(withToken(laptops));
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
  });

  test('hands links to the page around it', async () => {
    const { frame, messages } = await open(withToken(laptops));
    await frame.getByRole('link', { name: 'Dell XPS 13' }).first().click();
    await frame.getByRole('link', { name: 'Open in the service' }).click();
    const links = async () => {
      const opened = (await messages()).filter(({ type }) => type === 'open-link');
      return opened.map(({ url }) => String(url).replace(/[\da-f-]{36}/g, '…'));
    };
    await expect
      .poll(links)
      .toEqual([`${service.url}/workspace/…/object/…`, `${service.url}/workspace/…/site/…/page/…`]);
  });

  test('asks the page around it which work items have the object of a record', async () => {
    const { frame, messages } = await open(withToken({ site: 'Fleet', page: 'Dashboard' }));
    await frame.getByRole('button', { name: 'Work items with this object' }).first().click();
    const asked = async () => (await messages()).filter(({ type }) => type === 'show-work-items');
    await expect
      .poll(asked)
      .toEqual([
        { type: 'show-work-items', objectId: expect.stringMatching(/^[\da-f-]{36}$/) as unknown },
      ]);
  });

  test('follows the theme of the page around it', async () => {
    const { frame, send } = await open(withToken({ ...laptops, colorMode: 'dark' }));
    const body = frame.locator('body');
    await frame.getByRole('table').waitFor();
    const background = () => body.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await background()).toBe('rgb(31, 31, 33)');
    await send({ type: 'theme', colorMode: 'light' });
    await expect.poll(background).toBe('rgb(255, 255, 255)');
  });

  test.each(['light', 'dark'])('is accessible, %s', async (colorMode) => {
    for (const page of ['Laptops', 'Dashboard']) {
      const opened = await open(withToken({ site: 'Fleet', page, colorMode }));
      await opened.frame.getByRole('table').first().waitFor();
      const frame = opened.page.frame({ url: `${service.url}/embed` })!;
      const rules = colorMode === 'dark' ? rulesOfColours : undefined;
      expect(await seriousFindings(frame, rules)).toEqual([]);
    }
  });

  test('needs no scrolling to the side at 320 pixels', async () => {
    const { frame } = await open(withToken({ site: 'Fleet', page: 'Dashboard' }), {
      width: 320,
    });
    await frame.getByRole('table').first().waitFor();
    const width = await frame.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
  });

  test('asks anew at a reload, and clears itself where the answer is no', async () => {
    let isAllowed = true;
    const { frame, messages, send } = await open((reason) =>
      isAllowed
        ? withToken(laptops)(reason)
        : Promise.resolve({ type: 'no-token', code: 'no-access' }),
    );
    await frame.getByRole('table').waitFor();
    isAllowed = false;
    await send({ type: 'reload' });
    await frame.getByText('You can’t open this page').waitFor();
    expect(await frame.getByRole('table').count()).toBe(0);
    await expect.poll(messages).toContainEqual({ type: 'failed', code: 'revoked' });
    const lastType = async () => (await messages()).at(-1)?.type;
    await expect.poll(lastType).toBe('resized');
    expect(await messages()).toContainEqual({ type: 'need-token', reason: 'reload' });
  });

  test('goes at once when its reader searches after the access was taken away', async () => {
    const lead = { site: 'Purchasing', page: 'Contracts that end soon', account: 'lead' };
    const { frame, messages } = await open(withToken(lead));
    await frame.getByRole('table').waitFor();
    const target = { siteId: demoSiteId('IT', 'Purchasing') };
    await service.administration.setAccess({ account: 'lead', target, read: false });
    await frame.getByRole('searchbox').fill('lease');
    await frame.getByText('This page no longer exists').waitFor();
    await service.administration.setAccess({ account: 'lead', target, read: true });
    await expect.poll(messages).toContainEqual({ type: 'failed', code: 'gone' });
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

  test('asks for another token before its session ends, and goes on', async () => {
    const { page, frame, reasons } = await openWith({ answer: () => withToken(laptops)('renew') });
    const renewed = page.waitForResponse(`${service.url}/embed/session`);
    await page.clock.fastForward(241_000);
    await (await renewed).finished();
    expect(reasons).toEqual(['start', 'renew']);
    // Then in steps, since the next time counts from whenever the page has read that answer.
    await page.clock.fastForward(236_000);
    const passTime = async () => {
      await page.clock.fastForward(5_000);
      return reasons;
    };
    await expect.poll(passTime, { interval: 200 }).toEqual(['start', 'renew', 'renew']);
    expect(await frame.getByRole('table').count()).toBe(1);
  });

  test('is cleared where the access was taken away meanwhile', async () => {
    const { page, frame } = await openWith({
      answer: () => ({ type: 'no-token', code: 'page-gone' }),
    });
    await page.clock.fastForward(241_000);
    await frame.getByText('This page no longer exists').waitFor();
    expect(await frame.getByRole('table').count()).toBe(0);
  });

  test('stays while a fault may pass, and is cleared when its session ends', async () => {
    const { page, frame, reasons } = await openWith({
      answer: () => ({ type: 'no-token', code: 'service-down' }),
    });
    await page.clock.fastForward(241_000);
    await expect.poll(() => reasons.length).toBe(2);
    expect(await frame.getByRole('table').count()).toBe(1);
    await page.clock.runFor(60_000);
    await frame.getByText('The service can’t be reached').waitFor();
    expect(await frame.getByRole('table').count()).toBe(0);
  });

  test('says that it was open for too long where its session ended before it was renewed', async () => {
    const { page, frame } = await openWith({ answer: () => new Promise<object>(() => undefined) });
    await page.route('**/embed/content', (route) => route.fulfill({ status: 401 }));
    await page.clock.fastForward(301_000);
    await frame.getByRole('link', { name: 'Next' }).click();
    await frame.getByText('This page was open for too long').waitFor();
    await expect.poll(() => messagesIn(page)).toContainEqual({ type: 'failed', code: 'expired' });
  });
});

describe('an embedded page that the service doesn’t answer', () => {
  /** Opens a page whose content is answered as the test says. */
  async function openAnswered(page: Page, answer: (route: Route) => Promise<void> | undefined) {
    await page.exposeFunction('answerNeed', withToken(laptops));
    await page.route('**/embed/content', answer);
    await page.goto(`${parent.origin}/?frame=${encodeURIComponent(`${service.url}/embed`)}`);
  }

  async function expectFailure(page: Page, code: string, title: string) {
    await page.frameLocator('iframe').getByRole('heading', { name: title }).waitFor();
    await expect.poll(() => messagesIn(page)).toContainEqual({ type: 'failed', code });
  }

  test('says that the service is busy', async () => {
    const page = await browser.newPage();
    await openAnswered(page, (route) => route.fulfill({ status: 429 }));
    await expectFailure(page, 'busy', 'The service is busy');
  });

  test('says that the service can’t be reached where no answer comes in time', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (delayMs) => timeout(delayMs / 100);
    });
    await openAnswered(page, () => undefined);
    await expectFailure(page, 'unreachable', 'The service can’t be reached');
  });
});

const call = workspaceApi(() => service);

/** A page with two tables, one above the other. */
async function openTwoTables() {
  const table = {
    kind: 'table',
    typeId: demoTypeId('IT', 'Laptop'),
    columns: [demoAttributeId('IT', 'Laptop', 'Price')],
    pageSize: 10,
  };
  const blocks = ['Upper', 'Lower'].map((heading) => ({ ...table, heading }));
  const path = `/site/${demoSiteId('IT', 'Fleet')}/page`;
  const { body } = await call('POST', path, { name: 'Two tables', blocks });
  const { id: pageId } = createSitePage.reply!.parse(body);
  const opened = await open(withToken({ site: 'Fleet', pageId }));
  const [upper, lower] = [0, 1].map((index) => opened.frame.locator(`#block-${index}`));
  await lower!.getByRole('table').waitFor();
  return { ...opened, upper: upper!, lower: lower! };
}

test('turns the pages of one table and leaves the other where its reader left it', async () => {
  const { upper, lower, send, frame } = await openTwoTables();
  await lower.getByRole('link', { name: 'Next' }).click();
  await lower.locator('[data-summary]', { hasText: '11–20 of 61' }).waitFor();
  await upper.getByRole('link', { name: 'Price' }).click();
  await upper.locator('th[aria-sort=ascending]', { hasText: 'Price' }).waitFor();
  await frame.locator('h1').evaluate((heading) => heading.replaceChildren('Before'));
  await send({ type: 'reload' });
  await frame.getByRole('heading', { name: 'Two tables' }).waitFor();
  expect(await lower.locator('[data-summary]').innerText()).toBe('11–20 of 61');
  expect(await upper.locator('th[aria-sort=ascending]').innerText()).toContain('Price');
});

test('searches in both tables at once, also where the first answer comes last', async () => {
  const { page, upper, lower } = await openTwoTables();
  let answerUpper: () => void = () => undefined;
  const isLowerShown = new Promise<void>((resolve) => (answerUpper = resolve));
  await page.route('**/embed/content', async (route) => {
    const { block } = route.request().postDataJSON() as { block?: number };
    if (block === 0) await isLowerShown;
    await route.continue();
  });
  // Both within the time that a search waits for more to be typed.
  await page.clock.install();
  await upper.getByRole('searchbox').fill('pro mac');
  await lower.getByRole('searchbox').fill('dell');
  await page.clock.runFor(1_000);
  await lower.locator('[data-summary]', { hasNotText: 'of 61' }).waitFor();
  answerUpper();
  await upper.locator('[data-summary]', { hasText: '1–10 of 21' }).waitFor();
  expect(await lower.getByRole('searchbox').inputValue()).toBe('dell');
});

describe('the page of the API’s description', () => {
  const app = fastify();
  let url: string;
  beforeAll(async () => {
    answerDescription(app, 'http://127.0.0.1');
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  test('shows every operation, in the colors of the reader, and asks no other host', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    const problems: string[] = [];
    page.on('console', (message) => {
      // Browsers look for an icon, which the service has none of.
      const isIcon = message.location().url.endsWith('/favicon.ico');
      if (message.type() === 'error' && !isIcon) problems.push(message.text());
    });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(url) || request.url().startsWith('data:');
      if (!isOwn) problems.push(`It asked ${request.url()}.`);
    });
    await page.goto(`${url}/openapi/`);
    const operation = page.locator('#operations-Objects-createObject');
    await operation.getByRole('button').first().click();
    await operation.getByText('The values of one object can take up to 1 MB together.').waitFor();
    await expect.poll(() => page.locator('.opblock').count()).toBeGreaterThan(everyEndpoint.length);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const isDark = () => document.documentElement.classList.contains('dark-mode');
    await expect.poll(() => page.evaluate(isDark)).toBe(true);
    expect(problems).toEqual([]);
  });
});
