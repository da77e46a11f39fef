import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { overflowOf, rulesOfColours, seriousFindings } from '../support/accessibility';

/** Fails where a loaded page isn't accessible, light and dark, or is wider than 320 pixels. */
export async function expectGoodLooks(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await seriousFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-color-mode=dark]').waitFor();
  expect(await seriousFindings(page, rulesOfColours)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => overflowOf(page)).toBe(0);
}
