import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import fastify, { type FastifyInstance } from 'fastify';
import { buildWeb } from '../../src/sandbox/web/build-web';
import { defaultImports } from '../../src/sandbox/bundling/default-imports';
import { addMockJira, createMockJira, fieldType, type MockJira } from './mock-jira';

const appsFolder = join(import.meta.dirname, 'apps');
const pages = ['connect-page', 'gallery-page', 'crashing-page', 'unmodelled-page', 'absent-page'];
const laptops = ['MacBook Pro 14', 'MacBook Pro 16', 'ThinkPad X1 Carbon', 'Dell XPS 13'];

const accounts = ['admin', 'member'].map((account) => ({
  account,
  accountId: `${account}-id`,
  displayName: account === 'admin' ? 'Ada Admin' : 'Max Member',
  email: `${account}@example.com`,
  isAdmin: account === 'admin',
  description: account === 'admin' ? 'May change everything' : 'May not read contracts',
}));

export interface MockServer {
  url: string;
  jira: MockJira;
  /** The extension points that the app's resources asked the context of. */
  contexts: { entryPoint: string; extensionHint: Record<string, unknown> }[];
  /** While false, the app's functions ask for the person's consent. */
  isConnected: boolean;
  /** Held back before an answer to `labels`, to try a slow submit. */
  labelsDelayMs: number;
  close(): Promise<void>;
}

/** Serves the page with apps of the tests, and just enough of a sandbox server behind it. */
export async function startMockServer(): Promise<MockServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-web-'));
  await Promise.all([buildWeb({ outdir: join(folder, 'web') }), buildApps(join(folder, 'apps'))]);
  const app = fastify();
  const server: MockServer = {
    url: '',
    jira: createMockJira(),
    contexts: [],
    isConnected: true,
    labelsDelayMs: 0,
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
  addMockJira(app, server.jira);
  addSandboxRoutes(app, server);
  addFiles(app, folder);
  server.url = await app.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

async function buildApps(outdir: string): Promise<void> {
  const names = [...Object.values(fieldType.resources), ...pages.slice(0, -1)];
  await build({
    entryPoints: names.map((name) => join(appsFolder, `${name}.tsx`)),
    outdir,
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    plugins: [defaultImports(appsFolder)],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'warning',
  });
}

function addSandboxRoutes(app: FastifyInstance, server: MockServer): void {
  app.get('/sandbox/state', ({ headers }) => ({
    accounts,
    current: accounts.find(({ account }) => account === headers['x-sandbox-user']) ?? accounts[0],
    siteUrl: server.url,
    service: 'https://service.example',
    fieldTypes: [fieldType],
    pages: pages.map((name) => ({
      moduleKey: name,
      moduleType: 'jira:personalSettingsPage',
      title: name,
      resource: name,
    })),
  }));
  app.post<{ Body: MockServer['contexts'][number] }>('/sandbox/bridge/context', ({ body }) => {
    server.contexts.push(body);
    const { extensionHint, entryPoint } = body;
    const configuration = server.jira.configurations.at(-1);
    return {
      accountId: 'admin-id',
      locale: 'en-US',
      extension: { ...extensionHint, entryPoint, configuration },
    };
  });
  app.post<{ Body: { functionKey: string; payload: { text?: string } } }>(
    '/sandbox/bridge/invoke',
    ({ body: { functionKey, payload } }) => invoke(server, functionKey, payload.text ?? ''),
  );
  app.post('/sandbox/bridge/fetchProduct', () => ({
    status: 200,
    statusText: 'OK',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: 'admin@example.com' }),
    isAttachment: false,
  }));
  app.get('/consent', (_request, reply) =>
    reply
      .type('text/html')
      .send(
        `<title>Consent</title><script>opener.postMessage({type:'sandbox-oauth-finished'},location.origin);close()</script>`,
      ),
  );
}

async function invoke(server: MockServer, functionKey: string, text: string) {
  if (!server.isConnected) {
    const code = 'NEEDS_AUTHENTICATION_ERR';
    const message = 'Workspace Data Service needs your permission.';
    return { ok: false, error: { code, message, authorizeUrl: '/consent' } };
  }
  if (functionKey === 'view') return { ok: true, value: { status: 'In use' } };
  if (functionKey === 'connection') return { ok: true, value: { name: 'admin@example.com' } };
  if (functionKey === 'labels') {
    await new Promise((resolve) => setTimeout(resolve, server.labelsDelayMs));
    return { ok: true, value: null };
  }
  const found = laptops.filter((label) => label.toLowerCase().includes(text.toLowerCase()));
  return { ok: true, value: found.map((label) => ({ label, value: label })) };
}

function addFiles(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { resource: string; file: string } }>(
    '/sandbox/ui/:resource/:file',
    async ({ params: { resource, file } }, reply) => {
      if (resource === 'absent-page') return reply.code(404).send('');
      if (file !== 'index.html') {
        return reply.type('text/javascript').send(await readFile(join(folder, 'apps', file)));
      }
      return reply
        .type('text/html')
        .send(
          `<script>window.__bridge = parent.__bridgeFor(window)</script><body><script src="${resource}.js"></script>`,
        );
    },
  );
  app.setNotFoundHandler(async ({ url }, reply) => {
    if (/^\/(rest|sandbox)\//.test(url)) return reply.code(404).send({ errorMessages: [url] });
    const path = extname(url) === '' ? 'index.html' : url;
    const type = { '.js': 'text/javascript', '.css': 'text/css' }[extname(url)] ?? 'text/html';
    return reply.type(type).send(await readFile(join(folder, 'web', path)));
  });
}
