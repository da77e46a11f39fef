import type { BrowserContext, Page } from 'playwright-core';
import { demoPageId, demoSiteId, demoWorkspaceId } from '../../src/service';
import { signIn } from '../support/sign-in';
import { SandboxControl } from '../support/sandbox-control';
import { atMost, besideAt, type Row } from './row';
import type { MeasuredSandbox } from './sandbox';
import { timeInTurns, timeMs } from './timing';

const rounds = 7;
const tabsPath = '/projects/DEMO/apps/project-pages';
const workspaceId = demoWorkspaceId('IT');
const laptopsPath = [
  `/workspace/${workspaceId}`,
  `/site/${demoSiteId('IT', 'Fleet')}`,
  `/page/${demoPageId('IT', 'Fleet', 'Laptops')}`,
].join('');

/**
 * What a project's tabs cost: calls of the service, and the time until the page in the first tab can be read,
 * beside the same page opened in the service itself.
 */
export async function measureProjectTabs({
  trackerUrl,
  serviceUrl,
  browser,
}: MeasuredSandbox): Promise<Row[]> {
  const control = new SandboxControl({ trackerUrl });
  const context = await browser.newContext();
  const tabs = await context.newPage();
  await tabs.goto(trackerUrl + tabsPath);
  await control.clearCalls();
  await openTabs(tabs, trackerUrl);
  const calls = await control.calls();
  const count = (pattern: RegExp) =>
    calls.filter(({ target, path }) => target === 'service' && pattern.test(path)).length;
  const [tabsMs, directMs] = await timeInTurns(rounds, [
    () => timeMs(() => openTabs(tabs, trackerUrl)),
    await openingDirectly(context, serviceUrl),
  ]);
  await context.close();
  return [
    atMost(
      'project tabs of one workspace: service calls to decide which show',
      count(/\/site(?:\?|$)/),
      'calls',
      1,
    ),
    atMost('project tab: service calls for a token', count(/\/embed-token$/), 'calls', 1),
    besideAt(
      0.5,
      'project tab from navigation to a readable page, beside the page by itself',
      tabsMs,
      directMs,
    ),
  ];
}

async function openTabs(page: Page, trackerUrl: string): Promise<void> {
  await page.goto(trackerUrl + tabsPath);
  const embedded = page.frameLocator('iframe.custom-ui-frame').frameLocator('iframe');
  await embedded.getByRole('table').first().waitFor();
}

/** Signed in before, as people are who use the service. */
async function openingDirectly(
  context: BrowserContext,
  serviceUrl: string,
): Promise<() => Promise<number>> {
  const page = await context.newPage();
  await page.goto(serviceUrl + laptopsPath);
  await signIn(page, 'admin@example.com');
  return () =>
    timeMs(async () => {
      await page.goto(serviceUrl + laptopsPath);
      await page.getByRole('table').first().waitFor();
    });
}
