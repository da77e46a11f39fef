import type { Browser, Page } from 'playwright-core';
import { comeToRest } from '../../support/accessibility';
import { connectBrowser } from '../../support/browser';
import type { Account } from '../../support/sandbox-control';
import { SiteContext } from '../../support/site-context';

export interface Look {
  colorScheme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

const screens = 'test-results/screens';

/**
 * A browser for one test file. Pages are a person's own: each account has its own context, which
 * forgets all but the files that it loaded when the pages of a test are closed.
 */
export class BrowserSession {
  readonly #contexts = new Map<Account, SiteContext>();
  #problems: string[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly trackerUrl: string,
  ) {}

  static async start(trackerUrl: string): Promise<BrowserSession> {
    return new BrowserSession(await connectBrowser(), trackerUrl);
  }

  /** A new page of the tracker, seen by this person. */
  async openAs(account: Account, path: string, look: Look = {}): Promise<Page> {
    const { colorScheme = 'light', width = 1280, height = 900 } = look;
    const { context } = await this.#contextOf(account);
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    page.on('pageerror', (error) => this.#problems.push(error.message));
    await page.goto(this.trackerUrl + path);
    return page;
  }

  /** What a test has opened, and the script errors that happened there. */
  get opened(): { readonly pages: readonly Page[]; readonly problems: readonly string[] } {
    const pages = [...this.#contexts.values()].flatMap((opened) => opened.pages);
    return { pages, problems: this.#problems };
  }

  /** Closes the pages of a test. Returns the script errors that happened on them. */
  async closePages(): Promise<string[]> {
    await Promise.all([...this.#contexts.values()].map((opened) => opened.forget()));
    const problems = this.#problems;
    this.#problems = [];
    return problems;
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  async #contextOf(account: Account): Promise<SiteContext> {
    const known = this.#contexts.get(account);
    if (known) return known;
    const opened = await SiteContext.open(this.browser, this.trackerUrl);
    await opened.context.addInitScript((name) => {
      // Frames inside of the tracker's page have storage of their own, or none.
      if (window.top === window) localStorage.setItem('sandbox-user', name);
    }, account);
    this.#contexts.set(account, opened);
    return opened;
  }
}

/** Keeps a picture of the page under test-results, where someone wants to look at it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return;
  await comeToRest(page);
  await page.screenshot({ path: `${screens}/${name}.png`, fullPage: true });
}
