import { demoPageId, demoSiteId, demoWorkspaceId } from '../../../../src/service';
import { createAdministration } from '../../../../src/service/run/administration';
import type { Administration } from '../../../../src/service/run/administration';
import { openTestDatabase } from '../../../support/test-database';
import type { Database } from '../../../../src/service/base/database/database';
import { seedDemo } from '../../../../src/service/run/demo/seed';
import { type EmbedKey } from '../../../../src/service/api/embedding';
import { MovableClock } from '../../accounts/browser';
import { serveApplication } from '../../../support/serve-application';

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
  const served = await serveApplication(database, {
    clock: clock.read,
    embeddingOrigins: [parentOrigin, otherOrigin],
  });
  const { url, embedKey, requestLimits } = served;
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
      await served.close();
      await database.close();
    },
  };
}

export const laptopsPage = pathOf('Fleet', 'Laptops');
export const dashboardPage = pathOf('Fleet', 'Dashboard');

export function pathOf(site: string, page: string): string {
  return `/site/${demoSiteId('IT', site)}/page/${demoPageId('IT', site, page)}`;
}
