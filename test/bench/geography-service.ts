import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/service/database';
import type { Database } from '../../src/service/database';
import { GeographyImport } from '../../src/service/demo/import-geography';
import { seedDemo, resetDemo } from '../../src/service/demo/seed';
import { createApplication } from '../../src/service/http/application';
import { createIdentity } from '../../src/service/identity';
import { createRequestLimits } from '../../src/service/request-limits';
import { demoWorkspaceId, startService } from '../../src/service';

export interface GeographyService {
  readonly url: string;
  /** The connection that the service itself uses. */
  readonly database: Database;
  /** Imports all that is missing. */
  importAll(): Promise<void>;
  reset(): Promise<void>;
  /** Returns the answer's text. @throws {Error} unless it is a success */
  get(path: string): Promise<string>;
  search(body: Record<string, unknown>): Promise<string>;
  /** Ends it, starts the service on its data, and returns how long until that answers. */
  restart(): Promise<number>;
  close(): Promise<void>;
}

const demo = { demo: 'full', clock: () => new Date() } as const;

/** The service on disk as it starts, its full demo data not imported yet, without rate limits. */
export async function startGeographyService(): Promise<GeographyService> {
  const directory = await mkdtemp(join(tmpdir(), 'geography-'));
  const database = await openDatabase(directory);
  await seedDemo(database, demo);
  const geography = new GeographyImport(database);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const application = await createApplicationOf(database, url);
  server.on('request', (request, response) => application.routing(request, response));
  const call = (path: string, init: RequestInit) => callService(`${url}/public/v1${path}`, init);
  let isRunning = true;
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    await geography.halt();
    server.closeAllConnections();
    server.close();
    await database.close();
  };
  return {
    url,
    database,
    importAll: () => importAll(geography),
    reset: () => geography.pauseFor(() => resetDemo(database, demo)),
    get: (path) => call(path, { method: 'GET' }),
    search: (body) => call('/object/search', { method: 'POST', body: JSON.stringify(body) }),
    restart: async () => {
      await stop();
      return startAgainMs(directory);
    },
    close: async () => {
      await stop();
      await rm(directory, { recursive: true });
    },
  };
}

async function startAgainMs(dataDirectory: string): Promise<number> {
  const startedAt = performance.now();
  const secrets = { clientId: 'bench', clientSecret: 'bench' };
  const service = await startService({ port: 0, dataDirectory, demo: 'full', ...secrets });
  await fetch(`${service.url}/health`);
  const ms = performance.now() - startedAt;
  await service.close();
  return ms;
}

function createApplicationOf(database: Database, url: string) {
  const { clock } = demo;
  const identity = createIdentity({
    database,
    issuer: url,
    clientId: 'bench',
    clientSecret: 'bench',
    redirectUris: [],
    clock,
  });
  const limits = { perToken: Infinity, perWorkspace: Infinity };
  const requestLimits = createRequestLimits({ limits, clock });
  return createApplication({ database, identity, requestLimits, serviceUrl: url, clock });
}

function importAll(geography: GeographyImport): Promise<void> {
  return new Promise((resolve, reject) => {
    const onProgress = (imported: number, total: number) => {
      if (imported === total) resolve();
    };
    geography.start({ onProgress, onFailure: reject });
  });
}

async function callService(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, {
    ...init,
    headers: {
      authorization: 'Bearer demo-admin-token',
      'wds-workspace-id': demoWorkspaceId('Geography'),
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}
