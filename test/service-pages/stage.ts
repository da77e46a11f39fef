import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { embedAudience } from '../../src/api/site-page';
import { demoPageId, demoSiteId, type Service } from '../../src/service';
import { connectBrowser } from '../support/browser';
import { callDemo, startDemoService } from '../support/demo-service';
import { openParent, startParentSite } from './parent-page';
import type { AnswerNeed, OpenedParent, ParentSite } from './parent-page';

export let browser: Browser;
/** May frame pages of the service. */
export let parent: ParentSite;
/** May not. */
export let foreign: ParentSite;
export let service: Service;
/** Starts a browser, the service and two sites for the tests of a file. What a test opens is closed after it. */
export function useStage(): void {
  beforeAll(async () => {
    browser = await connectBrowser();
    parent = await startParentSite();
    foreign = await startParentSite();
    service = await startDemoService({ embeddingOrigins: [parent.origin] });
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(async () => {
    await browser.close();
    await service.close();
    await parent.close();
    await foreign.close();
  });
}

/** Which page is shown, to whom. */
interface Shown {
  readonly site: string;
  /** The name of one of the demo's. */
  readonly page?: string;
  /** Of a page that a test made. */
  readonly pageId?: string;
  readonly account?: string;
  readonly colorMode?: string;
  readonly locale?: string;
}

export async function createToken({
  site,
  page = '',
  pageId = demoPageId('IT', site, page),
  account = 'admin',
}: Shown): Promise<string> {
  const path = `/site/${demoSiteId('IT', site)}/page/${pageId}/embed-token`;
  const body = { audience: embedAudience, parentOrigin: parent.origin };
  const response = await callDemo(service, 'POST', path, { body, account });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

export const withToken =
  (shown: Shown): AnswerNeed =>
  async () => ({
    type: 'token',
    token: await createToken(shown),
    theme: { colorMode: shown.colorMode ?? 'light' },
    locale: shown.locale ?? 'en-US',
    timeZone: 'Asia/Tokyo',
  });

export const laptops = { site: 'Fleet', page: 'Laptops' };

export function open(
  answerNeed: AnswerNeed,
  options: { width?: number } = {},
): Promise<OpenedParent> {
  const frame = `${service.url}/embed`;
  return openParent(browser, { origin: parent.origin, frame, answerNeed, ...options });
}
