import { afterAll, beforeAll, expect, test } from 'vitest';
import { overflowOf, rulesOfColours, seriousFindings } from '../support/accessibility';
import { adminFunctions, adminTab, ok } from './support/app-functions';
import { PageHost, type Functions } from './support/page-host';

let host: PageHost;
beforeAll(async () => {
  host = await PageHost.start();
});
afterAll(() => host.close());

const closed = { ...adminTab(1), isOpen: false };
const screens: Record<string, Functions> = {
  'of an admin, with a tab that they cannot open': {
    tabs: () => ok({ canManage: true, tabs: [closed, adminTab(2)] }),
  },
  'without tabs': { tabs: () => ok({ canManage: false, tabs: [] }) },
  'of someone who is not connected': { tabs: () => ({ kind: 'consent' }) },
};

test.each(Object.entries(screens))(
  'the page %s is accessible, light and dark, and fits into 320 pixels',
  async (_, functions) => {
    const all = { ...adminFunctions(host.serviceOrigin), ...functions };
    const { page } = await host.open({ functions: all });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.locator('h2, [role=tab], h4').first().waitFor();
    for (const mode of ['light', 'dark']) {
      await page.evaluate(
        (to) => document.documentElement.setAttribute('data-color-mode', to),
        mode,
      );
      const rules = mode === 'dark' ? rulesOfColours : undefined;
      expect(await seriousFindings(page, rules)).toEqual([]);
    }
    await expect.poll(() => overflowOf(page)).toBe(0);
    await page.close();
  },
);
