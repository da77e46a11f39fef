import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/service/base/database/open-database';
import type { Database } from '../../src/service/base/database/database';
import { GeographyImport } from '../../src/service/run/demo/import-geography';
import { seedDemo } from '../../src/service/run/demo/seed';
import { demoTypeId, demoWorkspaceId, type ImportObserver } from '../../src/service';
import { serveApplication } from '../support/serve-application';

export interface GeographyService {
  readonly url: string;
  /** The connection that the service itself uses. */
  readonly database: Database;
  /** Imports all that is missing. */
  importAll(): Promise<void>;
  /** Searches the places. @throws {Error} unless the answer is a success */
  search(body: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
}

/** Where the demo has its places, and their largest type. */
export const geography = demoWorkspaceId('Geography');
export const city = demoTypeId('Geography', 'City');

/** Who may show pages of the service in a frame. */
export const parentOrigin = 'https://jira.example.com';

const demo = { demo: 'full', clock: () => new Date() } as const;

/**
 * The service as it starts, its full demo data not imported yet unless it was, without rate limits.
 * @param location the folder of an embedded database, or the address of one on a server; a new folder where absent
 */
export async function startGeographyService(location?: string): Promise<GeographyService> {
  const directory = await mkdtemp(join(tmpdir(), 'geography-'));
  const database = await openDatabase(location ?? directory);
  await seedDemo(database, demo);
  await database.runScript('analyze');
  const places = new GeographyImport(database);
  const served = await serveApplication(database, {
    clock: demo.clock,
    embeddingOrigins: [parentOrigin],
  });
  const { url } = served;
  return {
    url,
    database,
    importAll: () => importAll((observer) => places.start(observer)),
    search: (body) => searchObjects(url, geography, body),
    close: async () => {
      await places.halt();
      await served.close();
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Returns when all is imported. @param start begins it */
export function importAll(start: (observer: ImportObserver) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onProgress = (imported: number, total: number) => {
      if (imported === total) resolve();
    };
    start({ onProgress, onFailure: reject });
  });
}

/** What the demo's admin sends with a request about this workspace. */
export function headersFor(workspaceId: string): Record<string, string> {
  return { authorization: 'Bearer demo-admin-token', 'wds-workspace-id': workspaceId };
}

/** Searches as the demo's admin. @throws {Error} unless the answer is a success */
export async function searchObjects(
  serviceUrl: string,
  workspaceId: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${serviceUrl}/public/v1/object/search`, {
    method: 'POST',
    headers: { ...headersFor(workspaceId), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The search was answered ${response.status}: ${text}`);
}
