import { demoPageId, demoSiteId, demoWorkspaceId } from '../../../../src/service';
import { createAdministration } from '../../../../src/service/run/administration';
import type { Administration } from '../../../../src/service/run/administration';
import { openTestDatabase } from '../../../support/test-database';
import type { Database } from '../../../../src/service/base/database/database';
import { seedDemo } from '../../../../src/service/run/demo/seed';
import { type EmbedKey } from '../../../../src/service/api/embedding';
import { MovableClock } from '../../accounts/browser';
import { sendJson, type Answer as SentAnswer } from '../../../support/send-json';
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
    call: async (account, method, path, body) => {
      const sent = { token: `demo-${account}-token`, workspaceId: demoWorkspaceId('IT'), body };
      return fieldsOf(await sendJson(method, `${url}/public/v1${path}`, sent));
    },
    post: async (path, body, authorization) =>
      fieldsOf(await sendJson('POST', url + path, { body, headers: { authorization } })),
    close: async () => {
      await served.close();
      await database.close();
    },
  };
}

function fieldsOf({ status, body }: Pick<SentAnswer, 'status' | 'body'>): Answer {
  return { status, body: (body ?? {}) as Answer['body'] };
}

export const laptopsPage = pathOf('Fleet', 'Laptops');
export const dashboardPage = pathOf('Fleet', 'Dashboard');

export function pathOf(site: string, page: string): string {
  return `/site/${demoSiteId('IT', site)}/page/${demoPageId('IT', site, page)}`;
}
