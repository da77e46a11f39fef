import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { keepPicture } from './support/browser-session';
import { CityField } from './support/issue-page';
import { useSharedSandbox } from './support/use-shared-sandbox';

describe('A person picks a city level by level', () => {
  const shared = useSharedSandbox();
  const { control } = shared;

  test('walks down, changes the country, sees what that clears, saves and sees the path', async () => {
    await control.connect('admin');
    const page = await shared.session.openAs('admin', '/browse/DEMO-13');
    const field = new CityField(page);
    await field.startEditing();
    await field.group.getByText('Choose Country first').waitFor();
    await field.pick('Country', 'Latvia');
    await field.pick('Region', 'Riga');
    await field.pick('Country', 'Iceland');
    await field.group
      .getByText('Riga isn’t available for Iceland, so Region was cleared.')
      .waitFor();
    await field.pick('Region', 'Capital Region');
    await field.group.getByText('Choose City to save your change').waitFor();
    await keepPicture(page, 'cascade-incomplete');
    await page.getByRole('heading', { level: 1 }).click();
    await field.level('City').click();
    await field.option('Reykjavík').waitFor();
    await keepPicture(page, 'cascade-options');
    await page.keyboard.press('Escape');
    await field.pick('City', 'Reykjavík');
    await field.confirm();
    await field.group.getByRole('link', { name: 'Reykjavík' }).waitFor();
    await page.reload();
    await field.group.getByRole('link', { name: 'Reykjavík' }).waitFor();
    const shown = () => field.group.innerText();
    await expect.poll(shown).toContain('Iceland / Capital Region / Reykjavík');
    await expect.poll(shown).toContain('Population: 113,906');
    await expect.poll(shown).toContain('Atlantic/Reykjavik');
    await keepPicture(page, 'cascade-view');
  });

  test('walks down and confirms by keyboard alone', async () => {
    await control.connect('admin');
    const page = await shared.session.openAs('admin', '/browse/DEMO-13');
    const field = new CityField(page);
    await field.group.getByRole('button', { name: 'Edit City' }).press('Enter');
    const steps = [
      ['Country', 'Iceland'],
      ['Region', 'Capital Region'],
      ['City', 'Reykjavík'],
    ] as const;
    for (const [level, label] of steps) {
      await expect
        .poll(() => field.level(level).evaluate((input) => input === document.activeElement))
        .toBe(true);
      await page.keyboard.type(label);
      await field.option(label).waitFor();
      await expect.poll(() => page.getByRole('option').count()).toBe(1);
      await page.keyboard.press('Enter');
      await field.group.getByText(label, { exact: true }).waitFor();
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await field.group.getByRole('link', { name: 'Reykjavík' }).waitFor();
  });

  test('creates no work item with a path that has no end, and leads to the first field in trouble', async () => {
    await control.connect('admin');
    const page = await shared.session.openAs('admin', '/projects/DEMO');
    await page.setViewportSize({ width: 1280, height: 560 });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const summary = dialog.getByLabel('Summary');
    const field = new CityField(page);
    await field.pick('Country', 'Iceland');
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await expectShown(summary.and(page.locator(':focus')));
    await summary.fill('Only a country');
    const refusal = field.group
      .getByRole('alert')
      .filter({ hasText: 'Choose Region and City, or clear the whole field.' });
    await refusal.waitFor();
    await create.click();
    await expectShown(refusal);
    await expectShown(field.level('Region').and(page.locator(':focus')));
    await summary.click();
    await create.click();
    await expectShown(refusal);
    await expectShown(field.level('Region').and(page.locator(':focus')));
    await keepPicture(page, 'cascade-create-refused');
    // The list of the last level reaches below so low a window: a click scrolls it away under the pointer.
    await page.setViewportSize({ width: 1280, height: 900 });
    await field.pick('Region', 'Capital Region');
    await field.pick('City', 'Reykjavík');
    // The list of a level with several picks stays open, and can cover the button.
    await summary.click();
    await create.click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: 'View', exact: true })
      .or(page.getByRole('button', { name: 'View' }))
      .click();
    await field.group.getByRole('link', { name: 'Reykjavík' }).waitFor();
  });
});

/** Not only drawn: not scrolled out of the view either. */
async function expectShown(target: Locator): Promise<void> {
  const shownPart = () =>
    target.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(
            element,
          );
        }),
    );
  await expect.poll(shownPart).toBe(1);
}
