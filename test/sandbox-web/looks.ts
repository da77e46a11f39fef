import { describe, expect, test } from 'vitest';
import { expectGoodLooks } from './accessibility';
import type { SandboxPages } from './sandbox-pages';

/** How the page looks, to whoever looks at it and however. */
export function describeLooks({ server, visit }: SandboxPages): void {
  describe('the look', () => {
    // The screens of the demo are looked at in test/e2e, with the real app on them.
    const paths = [
      '/projects',
      '/browse/NONE-1',
      '/settings/apps',
      '/manage-profile/apps',
      '/settings/apps/gallery-page',
      '/settings/apps/crashing-page',
    ];

    test.each(paths)('of %s is accessible, light and dark, and fits into 320 px', async (path) => {
      await expectGoodLooks(await visit(path));
    });

    test('follows the theme that the person chooses', async () => {
      const page = await visit('/projects');
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      const html = page.locator('html');
      await expect.poll(() => html.getAttribute('data-color-mode')).toBe('dark');
      await page.reload();
      await expect.poll(() => html.getAttribute('data-color-mode')).toBe('dark');
    });

    test('speaks to the app in the language and time zone that the person chooses', async () => {
      const page = await visit('/browse/DEMO-1');
      await page.getByText(/Created [A-Z]/).waitFor();
      await page.getByRole('button', { name: /Switch user/ }).click();
      await page.getByRole('menuitem', { name: 'Language and time zone' }).click();
      await page.getByRole('combobox', { name: 'Language' }).click();
      await page.getByRole('option', { name: /Deutsch/ }).click();
      await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      const told = page.waitForResponse('**/sandbox/bridge/context');
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await (await told).json()).toMatchObject({ locale: 'de-DE', timezone: 'Asia/Tokyo' });
      await page.getByText(/Created \d+\.\d+\.\d+/).waitFor();
      expect(server().sandbox.jira.model.state.profiles).not.toEqual({});
    });
  });
}
