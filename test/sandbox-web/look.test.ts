import { describe, expect, it } from 'vitest';
import { seriousFindings } from './browser-page';
import { useSandboxPages } from './sandbox-pages';

const { visit } = useSandboxPages();

describe('the look', () => {
  // The screens of the demo are looked at in test/e2e, with the real app on them.
  const paths = [
    '/projects',
    '/browse/NONE-1',
    '/settings/apps',
    '/settings/apps/gallery-page',
    '/settings/apps/crashing-page',
  ];

  it.each(paths)('of %s is accessible, light and dark, and fits into 320 pixels', async (path) => {
    const page = await visit(path, { colorScheme: 'light' });
    const html = page.locator('html');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => html.getAttribute('data-color-mode')).toBe('dark');
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await html.evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320);
  });

  it('follows the theme that the person chooses', async () => {
    const page = await visit('/projects', { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const html = page.locator('html');
    await expect.poll(() => html.getAttribute('data-color-mode')).toBe('dark');
    await page.reload();
    await expect.poll(() => html.getAttribute('data-color-mode')).toBe('dark');
  });
});
