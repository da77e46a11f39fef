import type { Locator, Page, Response } from 'playwright-core';
import { signIn } from '../../support/sign-in';

/** The object field of the demo, on an issue or in the create dialog. */
export class AssetField {
  constructor(private readonly page: Page) {}

  get group(): Locator {
    return this.page.getByRole('group', { name: 'Asset', exact: true });
  }

  get picker(): Locator {
    return this.group.getByRole('combobox');
  }

  get options(): Locator {
    return this.page.getByRole('option');
  }

  async startEditing(press = (button: Locator) => button.click()): Promise<void> {
    await press(this.group.getByRole('button', { name: 'Edit Asset' }));
    await this.picker.and(focused(this.page)).waitFor();
  }

  /** Opens the list of what can be picked, in an editor that has the focus. */
  async openOptions(): Promise<void> {
    await this.picker.click();
    await this.options.filter({ hasNotText: 'Loading…' }).first().waitFor();
  }

  /** For a person who is not connected: the editor opens with the way to connect. */
  async startEditingWithoutAccount(): Promise<void> {
    await this.startEditing();
    await this.group.getByRole('link', { name: 'Connect' }).waitFor();
  }

  /** Types into the picker until only options with this text are left, and takes the first. */
  async pick(typed: string, label: string): Promise<void> {
    // Its options are drawn anew with the answer: a click on one that goes would be lost.
    const answered = this.page.waitForResponse((response) => isSearchFor(response, typed));
    await this.picker.pressSequentially(typed, { delay: 30 });
    await answered;
    await this.group.locator('.ui-kit-select__loading-indicator').waitFor({ state: 'detached' });
    await this.options.filter({ hasNotText: label }).first().waitFor({ state: 'detached' });
    await this.options.filter({ hasText: label }).first().click();
  }

  /** Types into the picker, and presses Enter before the service has answered. */
  async enterBeforeAnswer(typed: string): Promise<void> {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await this.page.route('**', async (route) => {
      if (
        route
          .request()
          .postData()
          ?.includes(`"text":${JSON.stringify(typed)}`)
      )
        await waiting;
      await route.fallback();
    });
    await this.picker.pressSequentially(typed, { delay: 30 });
    await this.options.filter({ hasText: 'Loading…' }).waitFor();
    await this.page.keyboard.press('Enter');
    answer();
    await this.group.getByText('Open the list to choose').waitFor();
    await this.page.unroute('**');
  }

  async confirm(): Promise<void> {
    await this.group.getByRole('button', { name: 'Confirm' }).click();
    await this.picker.waitFor({ state: 'detached' });
  }
}

/** The cascade field of the demo: country, region, city. */
export class CityField {
  constructor(private readonly page: Page) {}

  get group(): Locator {
    return this.page.getByRole('group', { name: 'City', exact: true });
  }

  level(name: 'Country' | 'Region' | 'City'): Locator {
    return this.group.getByRole('combobox', { name, exact: true });
  }

  async startEditing(): Promise<void> {
    await this.group.getByRole('button', { name: 'Edit City' }).click();
    await this.level('Country').and(focused(this.page)).waitFor();
  }

  /** Of a place with this name behind the symbol of its type, whatever attributes are shown below it. */
  option(label: string): Locator {
    const [symbol, attributes] = [/^(?:🌍|🗺️|🏙️) /.source, /(?: · .*)?$/.source];
    return this.page.getByRole('option', { name: new RegExp(symbol + label + attributes) });
  }

  async pick(name: 'Country' | 'Region' | 'City', label: string): Promise<void> {
    await this.level(name).click();
    const option = this.option(label);
    await option.click();
    // Seen once on a busy machine, its cause unknown: the list stayed open after the click.
    const isClosed = option.waitFor({ state: 'detached', timeout: 10_000 });
    await isClosed.catch(() => option.click({ timeout: 1_000 }).catch(() => undefined));
    await option.waitFor({ state: 'detached' });
  }

  async confirm(): Promise<void> {
    await this.group.getByRole('button', { name: 'Confirm' }).click();
    await this.level('Country').waitFor({ state: 'detached' });
  }
}

/** An editor takes the focus only after it is drawn: keys that are pressed before go elsewhere. */
function focused(page: Page): Locator {
  return page.locator(':focus');
}

/** Whether the app's search for what was typed is answered by this. */
function isSearchFor(response: Response, typed: string): boolean {
  return (
    response
      .request()
      .postData()
      ?.includes(`"text":${JSON.stringify(typed)}`) ?? false
  );
}

/** Signs in to the service and allows the app, on the page that "Allow access" opened. */
export async function signInAndAllow(page: Page, email: string): Promise<void> {
  await signIn(page, email);
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** Follows what opens a new tab. */
export async function followToNewTab(page: Page, target: Locator): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), target.click()]);
  return opened;
}

/** What someone clicks from now on, by its text, on every page that is opened or loaded anew. */
export async function watchClicks(page: Page): Promise<readonly string[]> {
  const clicked: string[] = [];
  const context = page.context();
  await context.exposeBinding('tellClick', (_, text: string) => void clicked.push(text));
  await context.addInitScript(() => {
    const tell = (event: MouseEvent) => {
      const { tellClick } = window as unknown as { tellClick: (text: string) => void };
      const element = event.target instanceof Element ? event.target.closest('a, button') : null;
      // The host adds that a link opens a window.
      tellClick(element?.textContent.split(',')[0]?.trim() ?? 'nothing');
    };
    addEventListener('click', tell, { capture: true });
  });
  return clicked;
}
