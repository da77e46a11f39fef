import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What axe finds serious or critical, as one line for each element. */
export async function seriousFindings(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** Fails where a loaded page isn't accessible, light and dark, or is wider than 320 pixels. */
export async function expectGoodLooks(page: Page): Promise<void> {
  const html = page.locator('html');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await seriousFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => html.getAttribute('data-color-mode')).toBe('dark');
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await html.evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320);
}
