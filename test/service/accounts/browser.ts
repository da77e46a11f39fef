import { createServer } from 'node:http';
import { load } from 'cheerio';
import fastify from 'fastify';
import { answerOAuth } from '../../../src/service/accounts/oauth-routes';
import { answerAccountPages } from '../../../src/service/pages/account/account-pages';
import type { BearerCaller } from '../../../src/service/model/permissions/workspace-view';
import { openTestDatabase } from '../../support/test-database';
import type { Database } from '../../../src/service/base/database/database';
import { insertAccount } from '../rows';
import { listenLocally } from '../../support/local-server';
import { createIdentity, type Identity } from '../../../src/service/accounts/identity';
import { createPersonalAccessToken } from '../../../src/service/accounts/personal-access-tokens';
import { hashPassword } from '../../../src/service/accounts/password';
import { defaultStorageBudgets } from '../../../src/service/base/files/storage-budgets';
import { openRequestLimits } from '../../../src/service/base/request-limits/open-request-limits';
import { expect } from 'vitest';
import { createAdministrator } from '../../../src/service/run/create-administrator';
import { duringTests } from '../../support/during-tests';

export const clientId = 'jira-forge-app';
export const clientSecret = 'a client secret & more+%';
export const redirectUri = 'http://127.0.0.1:9/outboundAuth/finish';
export const clients = [
  { clientId, clientSecret, name: 'Workspace Objects for Jira', redirectUris: [redirectUri] },
];

export const ada = {
  id: '0b9e1c52-6d0f-4d2a-9a39-3f1f5a0c1a01',
  email: 'ada@example.com',
  name: 'Ada <b>Byron</b>',
};
export const grace = {
  id: '0b9e1c52-6d0f-4d2a-9a39-3f1f5a0c1a02',
  email: 'grace@example.com',
  name: 'Grace Hopper',
};
export const password = 'correct horse';
export const adasToken = 'ada-personal-token';

/** A moment that tests can move. */
export class MovableClock {
  now = new Date('2026-03-01T09:00:00.000Z');
  readonly read = (): Date => this.now;
  advance(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds);
  }
}

interface IdentityServer {
  readonly url: string;
  readonly identity: Identity;
  readonly errors: unknown[];
  /** Whom an `Authorization` header speaks for. */
  authenticate(header: string): Promise<BearerCaller | undefined>;
  close(): Promise<void>;
}

/** Accounts and their pages alone behind a real HTTP server, on the given database. */
export async function startIdentityServer(
  database: Database,
  clock: () => Date,
): Promise<IdentityServer> {
  const errors: unknown[] = [];
  const stream = { write: (line: string) => errors.push(JSON.parse(line)) };
  const app = fastify({ logger: { level: 'error', stream } });
  const server = createServer((request, response) => app.routing(request, response));
  const { url } = await listenLocally(server);
  const identity: Identity = createIdentity({
    database,
    issuer: url,
    clients,
    clock,
    reportError: (error) => errors.push(error),
  });
  answerOAuth(app, { identity, clock });
  const requestLimits = await openRequestLimits(database, { clock });
  const workspaceCreators = [ada.email];
  answerAccountPages(app, {
    ...{ identity, database, clock, requestLimits, workspaceCreators },
    storageBudgets: defaultStorageBudgets,
  });
  await app.ready();
  return {
    url,
    identity,
    errors,
    authenticate: async (header) => (await identity.authenticateIn(header, null))?.caller,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A database in memory with two accounts and one personal access token. */
export async function openDatabaseWithAccounts(clock: () => Date): Promise<Database> {
  const database = await openTestDatabase();
  const cheap = { cost: 1024, blockSize: 8, parallelization: 1 };
  const passwordHash = await hashPassword(password, cheap);
  for (const person of [ada, grace]) await insertAccount(database, person, passwordHash);
  await createPersonalAccessToken(database, {
    accountId: ada.id,
    name: 'Test',
    token: adasToken,
    createdAt: clock(),
    expiresAt: new Date(clock().getTime() + 86_400_000),
  });
  return database;
}

interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** The address at which a page asks once more before it takes something away; empty where it offers no such thing. */
export function confirmationAddress({ url, html }: Page, action: string): string {
  const links = [...html.matchAll(/<a class="button danger" href="([^"]+)" aria-label="([^"]+)"/g)];
  const href = links.find(([, , label = '']) => label === action)?.[1];
  return href === undefined ? '' : new URL(href.replaceAll('&amp;', '&'), url).href;
}

/** As much of a browser as signing in needs: cookies by path, redirects one at a time, forms. */
export class Browser {
  readonly #cookies: Map<string, StoredCookie>;

  constructor(cookies: readonly StoredCookie[] = []) {
    this.#cookies = new Map(cookies.map((cookie) => [`${cookie.name} ${cookie.path}`, cookie]));
  }

  cookies(): StoredCookie[] {
    return [...this.#cookies.values()];
  }

  async open(url: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers(init.headers);
    const cookie = this.#cookieHeader(new URL(url).pathname);
    if (cookie !== '') headers.set('Cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.#remember(response.headers.getSetCookie());
    return { url, status: response.status, headers: response.headers, html: await response.text() };
  }

  /** Follows redirects as long as they stay on the first address's origin. */
  async visit(url: string, init?: RequestInit): Promise<Page> {
    let page = await this.open(url, init);
    for (;;) {
      const location = page.headers.get('location');
      if (location === null) return page;
      const target = new URL(location, page.url);
      if (target.origin !== new URL(url).origin) return page;
      page = await this.open(target.href);
    }
  }

  /** Sends the page's first form that changes something with these values over its hidden fields. */
  submit(
    page: Page,
    values: Record<string, string>,
    headers?: HeadersInit,
    signal?: AbortSignal,
  ): Promise<Page> {
    const { address, body } = fillIn(page, values);
    const init = { method: 'POST', body, ...(headers && { headers }), ...(signal && { signal }) };
    return this.visit(address, init);
  }

  /** The same, but most of the form arrives only after `meanwhile`. */
  submitSlowly(
    page: Page,
    values: Record<string, string>,
    meanwhile: () => Promise<unknown>,
  ): Promise<Page> {
    const { address, body } = fillIn(page, values);
    const bytes = Buffer.from(body.toString());
    let isBegun = false;
    const pieces = new ReadableStream({
      pull: async (sending) => {
        if (isBegun) await meanwhile();
        sending.enqueue(isBegun ? bytes.subarray(10) : bytes.subarray(0, 10));
        if (isBegun) sending.close();
        isBegun = true;
      },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const streamed = { body: pieces, duplex: 'half' as const };
    return this.open(address, { method: 'POST', headers, ...streamed });
  }

  signIn(page: Page, email: string, typedPassword = password, signal?: AbortSignal): Promise<Page> {
    const fields = { email, password: typedPassword, intent: 'sign-in' };
    return this.submit(page, fields, undefined, signal);
  }

  #cookieHeader(path: string): string {
    return this.cookies()
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #remember(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(/; */);
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((part) => part.startsWith('path='))?.slice(5) ?? '/';
      if (line.includes('expires=Thu, 01 Jan 1970')) this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { name, value, path });
    }
  }
}

/** A browser in which someone of the demo has signed in to the service. */
export async function signInToDemo(
  { url }: { readonly url: string },
  account: string,
): Promise<Browser> {
  const browser = new Browser();
  const asked = await browser.visit(`${url}/account/use`);
  await browser.signIn(asked, `${account}@example.com`, 'demo');
  return browser;
}

/** The page's first form that changes something, after that which signs out, with these values over its hidden fields. */
function fillIn(page: Page, values: Record<string, string>) {
  const [form = ''] =
    /<form[^>]*method="post"(?! action="\/oauth\/sign-out")[^>]*>.*?<\/form>/s.exec(page.html) ??
    [];
  const action = /<form[^>]* action="([^"]+)"/.exec(form)?.[1];
  if (action === undefined) throw new Error(`No form on ${page.url}: ${page.html}`);
  const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  const body = new URLSearchParams({ ...fields, ...values });
  return { address: new URL(action, page.url).href, body };
}

/** What the table of a page says, row by row, each cell without markup. */
export function rowsOf({ html }: Page): string[][] {
  const document = load(html);
  const textOf = (cell: Parameters<typeof document>[0]) =>
    document(cell).text().trim().replace(/\s+/g, ' ');
  const rows = document('tbody tr').toArray();
  return rows.map((row) => document('th, td', row).toArray().map(textOf));
}

/** The address that an app sends a person to. */
export function authorizationUrl(serviceUrl: string, parameters: Record<string, string> = {}) {
  const url = new URL('/oauth/authorize', serviceUrl);
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'read',
    state: 'a state',
    ...parameters,
  }).toString();
  return url.href;
}

/** The query of the address that the app would be called back at. */
export function callbackOf(page: Page): URLSearchParams {
  const location = page.headers.get('location') ?? '';
  if (!location.startsWith(redirectUri)) {
    throw new Error(`Expected to return to the app, got ${page.status} ${location} ${page.html}`);
  }
  return new URL(location).searchParams;
}

/** Signs in, allows, and returns the code that the app receives. */
export async function authorize(
  serviceUrl: string,
  {
    email = ada.email,
    parameters = {},
    browser = new Browser(),
  }: { email?: string; parameters?: Record<string, string>; browser?: Browser } = {},
): Promise<string> {
  const signInPage = await browser.visit(authorizationUrl(serviceUrl, parameters));
  const consentPage = await browser.signIn(signInPage, email);
  const callback = callbackOf(await browser.submit(consentPage, { intent: 'allow' }));
  return callback.get('code') ?? '';
}

interface TokenReply {
  readonly status: number;
  readonly body: {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly token_type: string;
    readonly expires_in: number;
    readonly scope: string;
    readonly error?: string;
  };
}

const credentials = { client_id: clientId, client_secret: clientSecret };

/** A call of the token endpoint by the app, its secret in the body. */
export async function requestTokens(
  serviceUrl: string,
  parameters: Record<string, string>,
): Promise<TokenReply> {
  const response = await fetch(new URL('/oauth/token', serviceUrl), {
    method: 'POST',
    body: new URLSearchParams({ ...credentials, ...parameters }),
  });
  return { status: response.status, body: (await response.json()) as TokenReply['body'] };
}

export function exchangeCode(
  serviceUrl: string,
  code: string,
  parameters: Record<string, string> = {},
): Promise<TokenReply> {
  return requestTokens(serviceUrl, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...parameters,
  });
}

export function refresh(serviceUrl: string, refreshToken: string): Promise<TokenReply> {
  const parameters = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return requestTokens(serviceUrl, parameters);
}

/** Ends a token of the app. Returns the status of the answer. */
export async function revoke(
  serviceUrl: string,
  token: string,
  secret = clientSecret,
): Promise<number> {
  const body = new URLSearchParams({ ...credentials, client_secret: secret, token });
  return (await fetch(new URL('/oauth/revoke', serviceUrl), { method: 'POST', body })).status;
}

/** One server for all tests of a file, on a clock of theirs. A fault inside it fails the file. */
export function useIdentityServer() {
  const clock = new MovableClock();
  const running = duringTests(async () => {
    const database = await openDatabaseWithAccounts(clock.read);
    const server = await startIdentityServer(database, clock.read);
    const close = async () => {
      expect(server.errors).toEqual([]);
      await server.close();
      await database.close();
    };
    return { database, server, close };
  });
  return {
    clock,
    get database() {
      return running.database;
    },
    get server() {
      return running.server;
    },
    get url() {
      return running.server.url;
    },
    /** Whom a token speaks for. */
    authenticate: (token: string) => running.server.authenticate(`Bearer ${token}`),
    /** Begins to connect, as an app lets a person do. */
    open: (parameters?: Record<string, string>, browser = new Browser()): Promise<Page> =>
      browser.visit(authorizationUrl(running.server.url, parameters)),
    /** Makes a workspace whose administrator is someone who has an account. @returns its id */
    administer: async (email: string, workspace: string): Promise<string> => {
      const readPassword = () => Promise.reject(new Error('The account is there.'));
      const named = { email, name: 'Unused', workspace, readPassword };
      return (await createAdministrator(running.database, named)).workspace.id;
    },
    /** Opens a page of the account as someone. */
    signIn: async (path: string, email: string, typedPassword = password) => {
      const browser = new Browser();
      const asked = await browser.visit(running.server.url + path);
      return { browser, page: await browser.signIn(asked, email, typedPassword) };
    },
    authorize: (options?: Parameters<typeof authorize>[1]) =>
      authorize(running.server.url, options),
    exchangeCode: (code: string, parameters?: Record<string, string>) =>
      exchangeCode(running.server.url, code, parameters),
    refresh: (refreshToken: string) => refresh(running.server.url, refreshToken),
    revoke: (token: string, secret?: string) => revoke(running.server.url, token, secret),
    /** Connects once more in a browser whose person is signed in. @returns what the app is called back with */
    allowAgain: async (browser: Browser): Promise<URLSearchParams> => {
      const consent = await browser.visit(authorizationUrl(running.server.url));
      return callbackOf(await browser.submit(consent, { intent: 'allow' }));
    },
    /** What the service says of the person for whom a token speaks. */
    userInfo: async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(`${running.server.url}/oauth/userinfo`, { headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
}
