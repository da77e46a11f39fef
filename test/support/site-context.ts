import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/**
 * What a person's browser holds of one site. A small page of the site stays open in it, so that
 * the pages of the tests share the process of that page and the scripts it has compiled.
 */
export class SiteContext {
  private constructor(
    readonly context: BrowserContext,
    private readonly kept: Page,
  ) {}

  /** @param trackerUrl of a sandbox */
  static async open(
    browser: Browser,
    trackerUrl: string,
    options: BrowserContextOptions = {},
  ): Promise<SiteContext> {
    const context = await browser.newContext(options);
    const kept = await context.newPage();
    await kept.goto(`${trackerUrl}/sandbox/platform`);
    return new SiteContext(context, kept);
  }

  /** The pages that a test opened. */
  get pages(): Page[] {
    return this.context.pages().filter((page) => page !== this.kept);
  }

  /** Closes the pages of a test, and forgets all but the files that they loaded. */
  async forget(): Promise<void> {
    await this.context.unrouteAll({ behavior: 'ignoreErrors' });
    for (const page of this.pages) await page.close();
    await this.context.clearCookies();
    await this.kept.evaluate(() => localStorage.clear());
  }
}
