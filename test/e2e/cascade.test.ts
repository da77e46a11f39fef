import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { overflowOf, seriousFindings } from '../support/accessibility';
import { keepPicture } from './support/browser-session';
import { useSharedSandbox } from './support/use-shared-sandbox';
import { CityField } from './support/issue-page';

const { control, session } = useSharedSandbox();

const cascadeConfiguration = '/settings/fields/customfield_10051/contexts/10151/configuration';

const looks = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'narrow', colorScheme: 'light', width: 320 },
  { name: 'wide', colorScheme: 'light', width: 2560 },
] as const;

describe('An admin who configures a cascade', () => {
  test('starts from nothing: levels with the Insert list, a rename, a preview, and back again', async () => {
    await control.connect('admin');
    await emptyConfiguration();
    const page = await open(cascadeConfiguration);
    await choose(page, 'Workspace', 'Geography');

    const country = new Level(page, 1);
    await country.name.fill('Land');
    await country.insert('Type = "Country"');
    await page.getByText(/^[\d,]+ objects? match(es)? for you$/).waitFor();

    await page.getByRole('button', { name: 'Add level' }).click();
    const region = new Level(page, 2);
    await region.name.fill('Region');
    await region.button('Insert').click();
    await page.getByRole('dialog', { name: 'Insert attribute or value' }).waitFor();
    await keepPicture(page, 'cascade-insert');
    await page.keyboard.press('Escape');
    await region.button('Insert').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const search = page.getByRole('combobox', { name: 'Insert attribute or value' });
    await search.and(page.locator(':focus')).waitFor();
    for (const [typed, shown] of [
      ['Type = "Reg', 'Type = "Region" '],
      ['and –', 'Type = "Region" and '],
      ['Country – ref', 'Type = "Region" and Country '],
    ] as const) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await region.shows(shown);
      await search.and(page.locator(':focus')).waitFor();
    }
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'cascade-insert-pieces');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await region.query.and(page.locator(':focus')).waitFor();
    await region.insert('= – is', '{{Land}}');
    await region.shows('Type = "Region" and Country = {{Land}} ');
    await country.name.fill('Country');
    await country.name.blur();
    await region.shows('Type = "Region" and Country = {{Country}} ');
    await page.getByText('What it finds depends on an earlier level').waitFor();
    await keepPicture(page, 'cascade-configured');

    await page.getByRole('button', { name: 'Open preview' }).click();
    await choose(page, 'Country', 'Iceland');
    await page.getByText('Country = "Iceland"').waitFor();
    await choose(page, 'Region', 'Capital Region');
    await page.getByText('The field would hold: Capital Region.').waitFor();
    await keepPicture(page, 'cascade-preview');
    await page.getByRole('button', { name: 'Close preview' }).click();

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/settings\/fields\/[^/]+$/);
    await page.goBack();
    await region.shows('Type = "Region" and Country = {{Country}}');
    await page.getByText('What it finds depends on an earlier level').waitFor();
  });

  test('sees a wrong reference with a caret, and moves a level by keyboard to correct it', async () => {
    await control.connect('admin');
    const page = await open(cascadeConfiguration);
    await new Level(page, 1).button('Expand').click();
    await page.getByText(/^[\d,]+ objects? match(es)? for you$/).waitFor();
    await new Level(page, 1).button('Move down').press('Enter');
    await page.getByText('"Country" comes after this level.').waitFor();
    await keepPicture(page, 'cascade-forward-reference');
    const moved = new Level(page, 2);
    await moved.isNamed('Country');
    await moved.button('Move down').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('"Country" comes after this level.').waitFor({ state: 'detached' });
    await new Level(page, 1).isNamed('Country');
  });

  test('sees the same in each look, without a serious accessibility finding', async () => {
    await control.connect('admin');
    const page = await open(cascadeConfiguration);
    await new Level(page, 2).button('Expand').click();
    await page.getByText('What it finds depends on an earlier level').waitFor();
    await new Level(page, 1).button('Remove').click();
    const question = page.getByRole('dialog', { name: /^Remove/ });
    await question.getByText('refers to this level.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'configure-cascade-removal');
    await question.getByRole('button', { name: 'Keep level' }).click();
    await new Level(page, 2).button('Move down').click();
    await page.getByText('"Region" comes after this level.').waitFor();
    await page.getByRole('button', { name: 'Expand' }).click();
    await new Level(page, 1).name.fill('City');
    await page.getByText('Another level has this name.').waitFor();
    await page.getByText(/About \d+ work items have/).waitFor();
    await expectGoodLooks(page, 'configure-cascade');
  });

  test('tries the levels beside the form, or below it where there is no room', async () => {
    await control.connect('admin');
    const page = await open(cascadeConfiguration);
    await new Level(page, 2).button('Expand').click();
    await page.getByText('What it finds depends on an earlier level').waitFor();
    await page.getByRole('button', { name: 'Open preview' }).click();
    await page.getByText(/[\d,]+ objects match/).waitFor();
    await page.getByRole('combobox', { name: 'Country' }).and(page.locator(':focus')).waitFor();
    await expectGoodLooks(page, 'cascade-preview');
    await page.getByRole('button', { name: 'Close preview' }).click();
    await page.getByRole('combobox', { name: 'Country' }).waitFor({ state: 'detached' });
  });

  function open(path: string): Promise<Page> {
    return session.openAs('admin', path);
  }

  const configurationPath = '/rest/api/3/app/field/customfield_10051/context/configuration';

  async function readConfiguration() {
    const reply = await control.jira('admin', 'GET', configurationPath);
    return (reply as { values: [{ id: string; configuration: unknown }] }).values[0];
  }

  async function emptyConfiguration(): Promise<void> {
    const { id } = await readConfiguration();
    await control.jira('admin', 'PUT', configurationPath, { configurations: [{ id }] });
  }
});

async function expectGoodLooks(page: Page, picture: string): Promise<void> {
  for (const { name, colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.locator(`html[data-color-mode=${colorScheme}]`).waitFor();
    await keepPicture(page, `${picture}-${name}`);
    expect(await seriousFindings(page), name).toEqual([]);
    await expect.poll(() => overflowOf(page), { message: name }).toBe(0);
  }
}

/** One level on the screen, by its place counted from 1; of its fields, among those that are open. */
class Level {
  constructor(
    private readonly page: Page,
    private readonly place: number,
  ) {}

  get name(): Locator {
    return this.page.getByLabel('Name', { exact: true }).nth(this.place - 1);
  }

  get query(): Locator {
    return this.page.getByLabel('Query', { exact: true }).nth(this.place - 1);
  }

  /** Chooses from the list of what the query can go on with, which stays open until a click elsewhere. */
  async insert(...texts: string[]): Promise<void> {
    await this.button('Insert').click();
    for (const text of texts) {
      await this.page.getByRole('option').filter({ hasText: text }).first().click();
    }
    await this.page.getByRole('dialog').waitFor();
    await this.page.getByRole('heading', { level: 1 }).click();
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name }).nth(this.place - 1);
  }

  async isNamed(name: string): Promise<void> {
    await expect.poll(() => this.name.inputValue()).toBe(name);
  }

  async shows(query: string): Promise<void> {
    await expect.poll(() => this.query.inputValue()).toBe(query);
  }
}

/** Types into a list, by itself or by its label, and takes the first option with this text. */
async function choose(page: Page, list: Locator | string, text: string): Promise<void> {
  const combobox =
    typeof list === 'string' ? page.getByRole('combobox', { name: list, exact: true }) : list;
  await combobox.click();
  await combobox.fill(text);
  await page.getByRole('option').filter({ hasText: text }).first().click();
}

describe('A person picks a city level by level', () => {
  test('walks down, changes the country, sees what that clears, saves and sees the path', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', '/browse/DEMO-13');
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
    await expect.poll(shown).toContain('Iceland / Capital Region / 🏙️ Reykjavík');
    await expect.poll(shown).toContain('Population: 113,906');
    await expect.poll(shown).toContain('Atlantic/Reykjavik');
    await keepPicture(page, 'cascade-view');
  });

  test('walks down and confirms by keyboard alone', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', '/browse/DEMO-13');
    const field = new CityField(page);
    await field.group.getByRole('button', { name: 'Edit City' }).press('Enter');
    const steps = [
      ['Country', 'Iceland', '🌍'],
      ['Region', 'Capital Region', '🗺️'],
      ['City', 'Reykjavík', '🏙️'],
    ] as const;
    for (const [level, label, symbol] of steps) {
      await expect
        .poll(() => field.level(level).evaluate((input) => input === document.activeElement))
        .toBe(true);
      await page.keyboard.type(label);
      await field.option(label).waitFor();
      await expect.poll(() => page.getByRole('option').count()).toBe(1);
      await page.keyboard.press('Enter');
      await field.group.getByText(`${symbol} ${label}`, { exact: true }).waitFor();
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await field.group.getByRole('link', { name: 'Reykjavík' }).waitFor();
  });

  test('creates no work item with a path that has no end, and leads to the first field in trouble', async () => {
    await control.connect('admin');
    const page = await session.openAs('admin', '/projects/DEMO');
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
