import { createServer } from 'node:http';
import { demoPageId, demoSiteId, demoWorkspaceId } from '../../../../src/service';
import { createAdministration } from '../../../../src/service/run/administration';
import type { Administration } from '../../../../src/service/run/administration';
import { openTestDatabase } from '../../../support/test-database';
import type { Database } from '../../../../src/service/base/database/database';
import { closeServer, listenLocally } from '../../../support/local-server';
import { seedDemo } from '../../../../src/service/run/demo/seed';
import { getEmbedKey, type EmbedKey } from '../../../../src/service/api/embedding';
import { openDiskFiles } from '../../../../src/service/base/files/file-store';
import { defaultStorageBudgets } from '../../../../src/service/base/files/storage-budgets';
import { createApplication } from '../../../../src/service/run/application';
import { createIdentity } from '../../../../src/service/accounts/identity';
import { openRequestLimits } from '../../../../src/service/base/request-limits/open-request-limits';
import { MovableClock } from '../../accounts/browser';

export const parentOrigin = 'https://jira.example.com';
export const otherOrigin = 'https://forge.example.com';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The service with the small demo data, its database, key and clock in the test's hands. */
interface EmbeddingService {
  readonly url: string;
  readonly database: Database;
  readonly embedKey: EmbedKey;
  readonly clock: MovableClock;
  readonly administration: Administration;
  call(account: string, method: string, path: string, body?: unknown): Promise<Answer>;
  post(path: string, body: unknown, authorization?: string): Promise<Answer>;
  close(): Promise<void>;
}

export async function startEmbeddingService(): Promise<EmbeddingService> {
  const clock = new MovableClock();
  const database = await openTestDatabase();
  await seedDemo(database, { demo: 'small', clock: clock.read });
  const server = createServer();
  const { url } = await listenLocally(server);
  const embedKey = await getEmbedKey(database);
  const { files, ...openFiles } = await openDiskFiles('memory');
  const limits = { perToken: 10_000, perWorkspace: 10_000 };
  const requestLimits = await openRequestLimits(database, { limits, clock: clock.read });
  const application = await createApplication({
    database,
    files,
    requestLimits,
    embedKey,
    identity: createIdentity({
      database,
      issuer: url,
      clients: [],
      clock: clock.read,
    }),
    storageBudgets: defaultStorageBudgets,
    serviceUrl: url,
    embeddingOrigins: [parentOrigin, otherOrigin],
    clock: clock.read,
  });
  server.on('request', (request, response) => application.routing(request, response));
  const send = async (path: string, method: string, headers: object, body: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
    };
  };
  return {
    url,
    database,
    embedKey,
    clock,
    administration: createAdministration({
      database,
      requestLimits,
      resetData: () => Promise.resolve(),
    }),
    call: (account, method, path, body) => {
      const authorization = `Bearer demo-${account}-token`;
      const headers = { authorization, 'wds-workspace-id': demoWorkspaceId('IT') };
      return send(`/public/v1${path}`, method, headers, body);
    },
    post: (path, body, authorization) =>
      send(path, 'POST', authorization === undefined ? {} : { authorization }, body),
    close: async () => {
      await closeServer(server);
      await database.close();
      await openFiles.close();
    },
  };
}

export const laptopsPage = pathOf('Fleet', 'Laptops');
export const dashboardPage = pathOf('Fleet', 'Dashboard');

export function pathOf(site: string, page: string): string {
  return `/site/${demoSiteId('IT', site)}/page/${demoPageId('IT', site, page)}`;
}
