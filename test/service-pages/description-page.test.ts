import fastify from 'fastify';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyEndpoint } from '../../src/api/every-endpoint';
import { answerDescription } from '../../src/service/api/description/describe-api';
import { connectBrowser } from '../support/browser';

const app = fastify();
let browser: Browser;
let url: string;
beforeAll(async () => {
  answerDescription(app, 'http://127.0.0.1');
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

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
