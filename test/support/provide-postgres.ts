import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { findPostgresPrograms } from '../../scripts/postgres.mjs';
import { findClusterServers } from './citus-cluster';
import { dropTemplates, startPostgres, type PostgresServer } from './postgres-server';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The Postgres server of the run; undefined where there is none. */
    postgresUrl?: string;
    /** How the names of its databases begin that others are copies of. */
    postgresTemplates?: string;
    /** The servers of a cluster with Citus, its coordinator first; undefined where there is none. */
    citusServers?: readonly string[];
  }
}

/**
 * Starts a server for all projects of the run, unless TEST_DATABASE_URL names one on which databases
 * can be created. Where there is neither, tests run on the embedded database. CITUS_DATABASE_URL names a
 * database of a cluster whose servers all can have further ones.
 */
export default async function providePostgres({
  vitest,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project's setup was here before.
  if (vitest.getRootProject().getProvidedContext().postgresUrl !== undefined) return undefined;
  const templates = `template_${randomBytes(4).toString('hex')}`;
  const server = await findServer(templates);
  if (server === undefined) return undefined;
  vitest.provide('postgresUrl', server.url);
  vitest.provide('postgresTemplates', templates);
  const clusterUrl = process.env['CITUS_DATABASE_URL'];
  const citusServers = clusterUrl ? await findClusterServers(clusterUrl) : [];
  if (citusServers.length > 0) vitest.provide('citusServers', citusServers);
  return async () => {
    await server.stop();
    for (const each of citusServers) await dropTemplates(each, templates);
  };
}

async function findServer(
  templates: string,
): Promise<Pick<PostgresServer, 'url' | 'stop'> | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: () => dropTemplates(given, templates) };
  const programs = findPostgresPrograms();
  return programs === undefined ? undefined : startPostgres(programs);
}
