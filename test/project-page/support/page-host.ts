import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getThemeStyles } from '@atlaskit/tokens/get-theme-styles';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { connectBrowser } from '../../support/browser';
import { bridgeScript, embedScript } from './page-scripts';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { defaultImports } from '../../../src/sandbox/bundling/default-imports';
import { rebuildIfChanged } from '../../../src/sandbox/bundling/rebuild';
import { areOfSameSources, bringKept, keepFolder } from '../../support/kept-folder';

/** What the app's functions answer, by their key. */
export type Functions = Record<string, (payload: never) => unknown>;

interface OpenOptions {
  readonly functions: Functions;
  /** Below the app's own address: `/tab/<id>`. */
  readonly path?: string;
  /** What the embedded page runs instead of the usual. */
  readonly embedScript?: string;
  /** Commands of the bridge that the platform refuses. */
  readonly refused?: readonly string[];
  /** Whether the test moves the time. */
  readonly ownsClock?: boolean;
}

interface BridgeCall {
  readonly command: string;
  readonly data: unknown;
}

/** The page of the app, opened by a person. */
export interface OpenedPage {
  readonly page: Page;
  /** What the page asked of the platform, in order. */
  readonly calls: BridgeCall[];
  /** Every address that the browser asked for. */
  readonly addresses: string[];
  /** How often the page called a function of the app. */
  countOf(functionKey: string): number;
  payloadsOf(functionKey: string): unknown[];
  embedded(): Promise<Frame>;
}

/** The page in a browser, with the platform's bridge and the service's page as stand-ins. */
export class PageHost {
  private constructor(
    private readonly browser: Browser,
    /** Of all pages but those whose time a test moves: a page in it stays open, and with it the compiled app. */
    private readonly context: BrowserContext,
    private readonly servers: readonly Server[],
    private readonly embed: { script: string },
    readonly appOrigin: string,
    readonly serviceOrigin: string,
    /** A page of another origin that the app's policy lets into frames too. */
    readonly foreignUrl: string,
  ) {}

  static async start(): Promise<PageHost> {
    const files = await buildPage();
    const themes = await getThemeStyles({ colorMode: 'auto', light: 'light', dark: 'dark' });
    const css = themes.map((theme) => theme.css).join('\n');
    const embed = { script: embedScript };
    const service = await listen(({ url }, response) => {
      const isScript = url === '/embed.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? embed.script : embedPage);
    });
    const serviceOrigin = `http://localhost:${portOf(service)}`;
    const foreignOrigin = `http://127.0.0.1:${portOf(service)}`;
    const app = await listen(({ url = '' }, response) => {
      const file = url.slice(1) === '' ? undefined : files.get(url);
      if (url === '/theme.css') response.setHeader('content-type', 'text/css').end(css);
      else if (url === '/bridge.js') {
        response.setHeader('content-type', 'text/javascript').end(bridgeScript);
      } else if (file === undefined) {
        response.setHeader('content-security-policy', policyWith(serviceOrigin, foreignOrigin));
        response.setHeader('content-type', 'text/html').end(appPage);
      } else {
        const type = url.endsWith('.css') ? 'text/css' : 'text/javascript';
        response.setHeader('cache-control', 'max-age=3600');
        response.setHeader('content-type', type).end(file);
      }
    });
    const browser = await connectBrowser();
    const appOrigin = `http://127.0.0.1:${portOf(app)}`;
    const context = await browser.newContext();
    await (await context.newPage()).goto(`${appOrigin}/theme.css`);
    return new PageHost(
      browser,
      context,
      [service, app],
      embed,
      appOrigin,
      serviceOrigin,
      `${foreignOrigin}/embed`,
    );
  }

  async open({
    functions,
    path = '/',
    refused = [],
    embedScript: script,
    ownsClock = false,
  }: OpenOptions): Promise<OpenedPage> {
    this.embed.script = script ?? embedScript;
    const page = await (ownsClock ? this.browser : this.context).newPage();
    const calls: BridgeCall[] = [];
    const addresses: string[] = [];
    page.on('request', (request) => {
      addresses.push(request.url(), JSON.stringify(request.headers()));
    });
    if (ownsClock) await page.clock.install();
    await page.exposeFunction('callHost', (command: string, data: unknown) => {
      calls.push({ command, data });
      if (refused.includes(command)) throw new Error('The platform refuses.');
      return answer(command, data, functions);
    });
    await page.goto(`${this.appOrigin}/#${path}`);
    const invoked = (key: string) =>
      calls.flatMap(({ command, data }) => {
        const { functionKey, payload } = data as { functionKey?: string; payload?: unknown };
        return command === 'invoke' && functionKey === key ? [payload] : [];
      });
    return {
      page,
      calls,
      addresses,
      countOf: (key) => invoked(key).length,
      payloadsOf: invoked,
      embedded: async () => {
        const element = await page.waitForSelector('iframe');
        const frame = await element.contentFrame();
        if (!frame) throw new Error('The page shows no frame.');
        return frame;
      },
    };
  }

  async close(): Promise<void> {
    await this.browser.close();
    for (const server of this.servers) server.close();
  }
}

function answer(command: string, data: unknown, functions: Functions): unknown {
  if (command === 'invoke') {
    const { functionKey, payload } = data as { functionKey: string; payload: never };
    const asked = functions[functionKey];
    if (!asked) throw new Error(`The test answers no ${functionKey}.`);
    return asked(payload);
  }
  if (command === 'getContext')
    return { locale: 'en-GB', timezone: 'Asia/Tokyo', localId: '', environmentId: '' };
  if (command === 'getUrl') return 'https://site.example/connect';
  return undefined;
}

/** As the platform's own: no inline script or style, and frames of named origins alone. */
const policyWith = (...frames: string[]) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-src ${frames.join(' ')}`;

const appPage = `<!doctype html><html lang="en"><head><title>The app</title>
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/page.css">
<script src="/bridge.js"></script></head><body><div id="root"></div><script src="/page.js"></script></body></html>`;

const embedPage = `<!doctype html><html lang="en"><head><title>The page</title></head>
<body><main>The page of the service</main><script src="/embed.js"></script></body></html>`;

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const kept = 'test-results/project-page';

/**
 * The files of the page by their name, bundled quicker than for a deployment. What the first one
 * bundles is kept for all that come after it with the same sources.
 */
async function buildPage(): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'project-page-'));
  await bringKept(kept, folder);
  await rebuildIfChanged(folder, () => bundleInto(folder));
  if (!(await areOfSameSources(folder, kept))) await keepFolder(folder, kept);
  const names = await readdir(folder);
  const files = names.map(
    async (name) => [`/${name}`, await readFile(join(folder, name), 'utf8')] as const,
  );
  const page = new Map(await Promise.all(files));
  await rm(folder, { recursive: true });
  return page;
}

function bundleInto(folder: string) {
  return build({
    entryPoints: { page: resolve('static/project-page/src/main.tsx') },
    bundle: true,
    outdir: folder,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    mainFields: ['module:es2019', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
    logLevel: 'silent',
    plugins: [defaultImports(resolve('static'))],
  });
}
